//! Settings and numbered set-ups: the choices after `NAME?`.

use std::collections::BTreeMap;

use indexmap::IndexMap;
#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::field::{Entry, Field, Named, Overlay, Place, overlay};
use super::resolve::Resolver;
use super::special::table;
use super::wire::{BoardWire, PieceWire, Removable, RulesWire, VariantWire};
use super::write::table_of;
use super::{File, Merged, resolve};
use crate::definition::{Change, Setups};
use crate::source::{Diagnostic, codes};
use crate::syntax::betza::Dialect;

/// The changes by a value of a setting, which override the variant like a child its parent.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Change"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct PatchWire {
    /// A description of the value.
    pub(super) about: Field<String>,
    /// Changes of the board.
    pub(super) board: Field<BoardWire>,
    /// The start position as a FEN.
    pub(super) start: Field<String>,
    /// Numbered start positions. `false` removes them.
    pub(super) setups: Field<Removable<SetupsWire>>,
    /// Changes of the pieces. `false` removes a piece.
    pub(super) pieces: Field<Named<Removable<PieceWire>>>,
    /// Changes of the rules.
    pub(super) rules: Field<RulesWire>,
}

impl PatchWire {
    /// The variant with the change applied.
    pub(super) fn apply(self, variant: VariantWire) -> VariantWire {
        VariantWire {
            board: self.board.over(variant.board),
            start: self.start.over(variant.start),
            setups: self.setups.over(variant.setups),
            pieces: self.pieces.over(variant.pieces),
            rules: self.rules.over(variant.rules),
            ..variant
        }
    }

    /// Adds the dialect to each move whose dialect is not XBetza.
    fn name_dialects(&mut self, dialects: &BTreeMap<u32, Dialect>) {
        let word = |place: Place| {
            let dialect = dialects.get(&place.owner).copied().unwrap_or_default();
            (dialect != Dialect::XBetza).then_some(Field::Here(place, dialect.into()))
        };
        let Field::Here(_, pieces) = &mut self.pieces else {
            return;
        };
        for entry in pieces.0.values_mut() {
            if let Field::Here(_, Removable::Table(piece)) = &mut entry.value
                && let Field::Here(_, moves) = &mut piece.moves
            {
                for one in moves.items_mut() {
                    if let Field::Here(place, one) = one
                        && let Some(word) = word(*place)
                    {
                        one.set_dialect(word);
                    }
                }
            }
        }
    }
}

/// Numbered start positions. A number has a digit for each list of choices, the most significant
/// first.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Setups"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct SetupsWire {
    /// The FEN with names in braces: `{a}` is replaced by the text of the choice for `a`, `{A}` by
    /// the same text in capitals.
    pub(super) start: Field<String>,
    /// The choices of each digit; a choice gives texts to names.
    pub(super) digits: Field<Digits>,
    /// Texts that names must have: choices with other texts are excluded, and the rest is numbered.
    pub(super) fixed: Field<Named<String>>,
    /// The lowest number; 0 by default.
    pub(super) first: Field<u32>,
    /// The default number; if omitted, the lowest.
    pub(super) default: Field<u32>,
}

overlay!(SetupsWire {
    start,
    digits,
    fixed,
    first,
    default
});

/// The choices of each digit; each choice assigns texts to names.
pub(super) type Digits = Vec<Field<Vec<Field<Named<String>>>>>;

impl Overlay for Digits {}

impl Overlay for Vec<Field<Named<String>>> {}

impl Overlay for PatchWire {}

/// Chosen values by option name.
pub(in crate::formats) type Chosen = IndexMap<String, String>;

/// Applies the chosen value of each option to the variant, by default the first value.
pub(super) fn choose(mut wire: VariantWire, chosen: &Chosen) -> VariantWire {
    let Some(settings) = wire.settings.value() else {
        return wire;
    };
    let patches: Vec<PatchWire> = settings
        .0
        .iter()
        .filter_map(|(option, entry)| {
            let values = match entry.value.value()? {
                Removable::Table(values) => &values.0,
                Removable::False(_) => return None,
            };
            let wanted = chosen.get(option).and_then(|value| values.get(value));
            let entry = wanted.or_else(|| values.values().next())?;
            entry.value.value().cloned()
        })
        .collect();
    for patch in patches {
        wire = patch.apply(wire);
    }
    wire
}

/// The options with the changes of their values, with the chosen value of each first.
pub(super) fn options(
    wire: &VariantWire,
    chosen: &Chosen,
    dialects: &BTreeMap<u32, Dialect>,
) -> IndexMap<String, IndexMap<String, Change>> {
    let mut options = IndexMap::new();
    for (option, entry) in wire.settings.value().into_iter().flat_map(|named| &named.0) {
        let Some(Removable::Table(values)) = entry.value.value() else {
            continue;
        };
        let change = |entry: &Entry<PatchWire>| {
            let mut patch = entry.value.value().cloned().unwrap_or_default();
            patch.name_dialects(dialects);
            Change(table_of(&patch))
        };
        let values = values.0.iter();
        let mut values: IndexMap<String, Change> = values
            .map(|(value, entry)| (value.clone(), change(entry)))
            .collect();
        if let Some(place) = chosen
            .get(option)
            .and_then(|value| values.get_index_of(value))
        {
            values.move_index(place, 0);
        }
        options.insert(option.clone(), values);
    }
    options
}

impl File {
    /// Resolves a variant once for each value of each of its settings, to report errors.
    pub(super) fn check_settings(
        &self,
        chain: &[u32],
        (mut merged, dialects): Merged,
        shared: &mut resolve::Shared,
    ) {
        // The change of one value does not depend on the number of others.
        let Field::Here(_, settings) = std::mem::take(&mut merged.settings) else {
            return;
        };
        let owners = chain.iter().map(|number| &self.owners[*number as usize]);
        let weight: usize = owners.map(|owner| owner.weight - owner.optional).sum();
        let options: Vec<_> = (settings.0.values())
            .filter_map(|entry| match entry.value.value()? {
                Removable::Table(values) => Some(&values.0),
                Removable::False(_) => None,
            })
            .collect();
        let firsts: Vec<_> = options
            .iter()
            .map(|values| values.values().next())
            .collect();
        for (number, values) in options.iter().enumerate() {
            for value in values.values().skip(1) {
                if shared.exhausted {
                    return;
                }
                let mut entries = firsts.clone();
                entries[number] = Some(value);
                let patches = entries.into_iter().flatten();
                let patches = patches.filter_map(|entry| entry.value.value().cloned());
                let wire = patches.fold(merged.clone(), |wire, patch| patch.apply(wire));
                shared.read(weight + options.len());
                self.resolver(chain, dialects.clone(), shared)
                    .variant(&wire);
            }
        }
    }
}

impl Resolver<'_> {
    /// Reads the numbered start positions, if the variant has valid ones.
    pub(super) fn setups(&mut self, field: &Field<Removable<SetupsWire>>) -> Option<Setups> {
        let wire = table(field)?;
        let place = field.place()?;
        if wire.start.is_absent() {
            self.missing(place, "the set-ups have no `start`", None);
        }
        if wire.digits.is_absent() {
            self.missing(place, "the set-ups have no `digits`", None);
        }
        let first = wire.first.value().copied().unwrap_or(0);
        let mut setups = Setups {
            template: self.text(&wire.start)?,
            digits: digits(wire.digits.value()?),
            first,
            default: wire.default.value().copied().unwrap_or(first),
        };
        for (name, entry) in wire.fixed.value().into_iter().flat_map(|named| &named.0) {
            let gives = |choice: &IndexMap<String, String>| choice.contains_key(name);
            if !setups.digits.iter().flatten().any(gives) {
                let message = format!("no digit defines a text for `{name}`");
                let finding = Diagnostic::new(codes::BAD_SETUPS, entry.name.span, message);
                self.report(entry.name, finding);
            } else if let Some(text) = entry.value.value() {
                setups = setups.with_fixed(name, text);
            }
        }
        let choices: usize = setups.digits.iter().map(Vec::len).sum();
        if !self.spend(choices) {
            return None;
        }
        let message = match setups.count() {
            None => "the variant has more set-ups than can be numbered".to_owned(),
            Some(0) => "a digit needs at least one choice".to_owned(),
            Some(_) if setups.start(setups.default).is_none() => {
                let numbers = setups.numbers();
                format!(
                    "`default` is not a set-up: the numbers are {} to {}",
                    numbers.start(),
                    numbers.end()
                )
            }
            Some(_) => return Some(setups),
        };
        let at = wire.default.place().or(wire.digits.place());
        let place = at.unwrap_or(place);
        let finding = Diagnostic::new(codes::BAD_SETUPS, place.span, message);
        self.report(place, finding);
        None
    }
}

fn digits(wire: &Digits) -> Vec<Vec<IndexMap<String, String>>> {
    let texts = |named: &Named<String>| {
        let pair = |(name, entry): (&String, &Entry<String>)| {
            Some((name.clone(), entry.value.value()?.clone()))
        };
        named.0.iter().filter_map(pair).collect()
    };
    wire.iter()
        .filter_map(Field::value)
        .map(|choices| choices.iter().filter_map(Field::value).map(texts).collect())
        .collect()
}
