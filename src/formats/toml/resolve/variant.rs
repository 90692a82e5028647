//! Variants as a whole.

use indexmap::IndexMap;

use super::resolver::Resolver;
use crate::definition::{Appearance, RoyalRule, RulesDef, Settings, VariantDef};
use crate::formats::findings::Read;
use crate::formats::toml::wire::{Field, Optional, Place, Removable, RuleTableWire, VariantWire};
use crate::geometry::{BoardShape, value_for};
use crate::source::{Diagnostic, codes};

impl Resolver<'_> {
    /// The variant of the table `wire`, as far as it is readable.
    pub(in crate::formats::toml) fn variant(mut self, wire: &VariantWire) -> Read {
        let me = &self.owners[self.chain[0] as usize];
        let name = me.name.clone();
        let ancestors = self.chain[1..].to_vec();
        *value_for(&mut self.shared.ancestors, self.chain[0]) = ancestors;
        let parent = wire.inherits.value().cloned();
        let title = self.text(&wire.title);
        let source = self.text(&wire.source);
        let shape = self.shape(&wire.board);
        self.name_directions(wire);
        let mut pieces = self.pieces(wire, &shape);
        self.read_beside_moves(wire, &shape, &mut pieces);
        self.promote_alike(wire.rules.value(), &mut pieces, &shape);
        let forms = self.forms(wire, &mut pieces);
        let mut rules = RulesDef::default();
        rules.builtin = self.builtin(wire.rules.value(), &shape);
        rules.custom = self.custom(wire.rules.value());
        rules.library = self.library(wire);
        self.check_royal(wire, &rules);
        let presentation = self.presentation(wire, &shape);
        let mut setups = self.setups(&wire.setups);
        if self.is_nearer(wire.start.place(), wire.setups.place()) {
            setups = None;
        } else if let Some(place) = wire.start.place()
            && setups.is_some()
            && !self.is_nearer(wire.setups.place(), Some(place))
        {
            let message = "`start` has no effect beside `setups`";
            let finding = Diagnostic::new(codes::RULE_DOUBT, place.span, message);
            self.report(
                place,
                finding.with_help("delete it; `setups.default` chooses the start"),
            );
        }
        let numbered = setups.as_ref().and_then(|all| all.start(all.default));
        let start_place = match &numbered {
            Some(_) => wire.setups.place(),
            None => wire.start.place(),
        };
        let start_place = start_place.unwrap_or(self.header());
        let start = match &wire.start {
            _ if numbered.is_some() => numbered.unwrap_or_default(),
            Field::Absent if !wire.setups.is_absent() => String::new(),
            Field::Absent => {
                let help = start_remedy(&shape);
                self.missing(self.header(), "the variant has no `start`", Some(&help));
                String::new()
            }
            start => self
                .bounded(start, self.shared.limits.start_bytes)
                .unwrap_or_default(),
        };
        let start_place = self.text_place(start_place, &start);
        let mut def = VariantDef {
            name,
            title,
            parent,
            source,
            shape,
            start,
            setups,
            settings: Settings::default(),
            pieces,
            forms,
            rules,
            presentation,
        };
        def.put_rules_in_order();
        Read {
            def,
            start: start_place,
        }
    }

    fn presentation(&mut self, wire: &VariantWire, shape: &BoardShape) -> IndexMap<String, String> {
        let mut places = Vec::new();
        let mut texts = IndexMap::new();
        for (key, entry) in wire
            .presentation
            .value()
            .into_iter()
            .flat_map(|named| &named.0)
        {
            let Some((place, Optional::Text(text))) = entry.value.get() else {
                continue;
            };
            if let Some(text) = self.text(&Field::Here(place, text.clone())) {
                places.push(place);
                texts.insert(key.clone(), text);
            }
        }
        for error in Appearance::read(&texts, shape).1 {
            let Some((number, _, text)) = texts.get_full(&error.key) else {
                continue;
            };
            let place = places[number];
            let span = self.text_place(place, text).span_of(error.range.into());
            let mut finding = Diagnostic::new(codes::BAD_APPEARANCE, span, error.message);
            finding.help = error.help;
            self.report(place, finding);
        }
        texts
    }

    /// Whether the first value is from a nearer ancestor than the second, or is the only one.
    fn is_nearer(&self, one: Option<Place>, other: Option<Place>) -> bool {
        let distance = |place: Place| self.chain.iter().position(|owner| *owner == place.owner);
        match (one, other) {
            (Some(one), Some(other)) => distance(one) < distance(other),
            (one, _) => one.is_some(),
        }
    }

    /// Reports that no piece can be checkmated, unless this is explicit or follows from an error that is already
    /// reported.
    fn check_royal(&mut self, wire: &VariantWire, rules: &RulesDef) {
        let royal = wire.rules.value().and_then(|rules| rules.royal.get());
        if let Some((place, RuleTableWire::False(_))) = royal {
            // `false` does not remove an inherited value here, because one always exists.
            let message = "expected `check`, `capture` or `none`, found `false`";
            let finding = Diagnostic::new(codes::WRONG_TYPE, place.span, message);
            self.report(place, finding.with_help("write `'none'`"));
        }
        let Some(named) = wire.pieces.value() else {
            return;
        };
        let perhaps_royal = named.0.values().any(|entry| match &entry.value {
            Field::Here(_, Removable::Table(piece)) => {
                !piece.royal.is_absent() && piece.royal.value() != Some(&false)
            }
            Field::Broken => true,
            Field::Here(_, Removable::False(_)) | Field::Absent => false,
        });
        // Custom rules may make pieces royal and define their requirements.
        let perhaps_royal = perhaps_royal || !rules.custom.is_empty();
        if rules.royal() == RoyalRule::Check && !perhaps_royal && !rules.last_are_royal() {
            let header = self.header();
            self.report(header, RoyalRule::nobody(header.span));
        }
    }
}

/// The help text for a missing start: an empty board of the right size, if it is small.
fn start_remedy(shape: &BoardShape) -> String {
    const MOST_RANKS: u8 = 12;
    let layer = shape.squares_layer();
    let fits = layer.ranks <= MOST_RANKS && shape.holes().is_empty();
    let ranks = vec![layer.files.to_string(); layer.ranks as usize];
    let empty = if fits {
        format!(" into `start = '{}'`", ranks.join("/"))
    } else {
        " into a `start`, with `/` between the ranks".to_owned()
    };
    format!("write the letters of the pieces{empty}, rank by rank from the far side of the board")
}
