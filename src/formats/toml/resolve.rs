//! Resolver of merged tables: zones on the board, moves in their dialect, and names of pieces.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;

use super::custom::RuleTableWire;
use super::directions::Directions;
use super::field::{Field, Place};
use super::wire::{BoardWire, Removable, Texts, VariantWire, ZoneWire};
use super::{Home, Owner};
use crate::definition::limits::Limits;
use crate::definition::place::TextPlace;
use crate::definition::{RoyalRule, RulesDef, Settings, VariantDef};
use crate::formats::findings::{Finding, Heirs, Read};
use crate::geometry::{BoardShape, IdlePart, Perspective, ShapeError, SquareSet, Zone};
use crate::movement::Movement;
use crate::source::budget::spend_each;
use crate::source::{Code, Diagnostic, Parse, Span, codes};
use crate::syntax::betza::Dialect;

/// State shared by all variants of a file while they are resolved.
#[derive(Debug)]
pub(super) struct Shared {
    /// Whether the limit on work is exceeded; then resolving stops.
    pub(super) exhausted: bool,
    /// The work done so far.
    pub(super) work: usize,
    pub(super) limits: Limits,
    /// A cache of movements, because heirs repeat those of their parents.
    pub(super) movements: IndexMap<(String, Dialect), Parse<Movement>>,
    /// The ancestors of each variant.
    ancestors: BTreeMap<u32, Vec<u32>>,
    findings: Vec<Noticed>,
}

/// A finding with the place of its text and the variant in which it was noticed.
#[derive(Debug)]
struct Noticed {
    diagnostic: Diagnostic,
    origin: Place,
    variant: u32,
}

/// Steps of the budget for one unit of work.
const UNIT: u64 = 4;

/// Steps of the budget for merging and reading one value.
const VALUE: u64 = 800;

impl Shared {
    /// The state before any variant is resolved.
    pub(super) fn new(limits: &Limits) -> Self {
        Shared {
            limits: limits.clone(),
            exhausted: false,
            work: 0,
            movements: IndexMap::new(),
            ancestors: BTreeMap::new(),
            findings: Vec::new(),
        }
    }

    /// Counts values in the definitions of a variant and its ancestors.
    pub(super) fn read(&mut self, values: usize) {
        self.work += values;
        // The budget is tested when reading continues.
        let _ = spend_each(values, VALUE);
    }

    /// The findings. A finding that an ancestor shares is reported once, about the ancestor and its heirs.
    pub(super) fn into_findings(self) -> Vec<Finding> {
        let mut noticed: BTreeMap<(Place, Code), BTreeSet<u32>> = BTreeMap::new();
        for finding in &self.findings {
            let key = (finding.origin, finding.diagnostic.code);
            noticed.entry(key).or_default().insert(finding.variant);
        }
        let above = |variant: u32| self.ancestors.get(&variant).into_iter().flatten();
        let mut found = Vec::new();
        for finding in self.findings {
            let by = finding.variant;
            let all = &noticed[&(finding.origin, finding.diagnostic.code)];
            if above(by).any(|ancestor| all.contains(ancestor)) {
                continue;
            }
            let heirs = all
                .iter()
                .filter(|heir| above(**heir).any(|one| *one == by));
            let heirs = heirs.map(|heir| *heir as usize);
            let mut finding = Finding::about(by as usize, Heirs::None, finding.diagnostic);
            finding.variants.extend(heirs);
            found.push(finding);
        }
        found
    }
}

/// The resolver of one variant.
pub(super) struct Resolver<'r> {
    /// All variants.
    pub(super) owners: &'r [Owner],
    /// The variant followed by its ancestors.
    pub(super) chain: &'r [u32],
    /// The dialect of each of them.
    pub(super) dialects: BTreeMap<u32, Dialect>,
    /// The names in move texts.
    pub(super) directions: Directions,
    /// State shared with the other variants of the file.
    pub(super) shared: &'r mut Shared,
}

impl<'r> Resolver<'r> {
    /// A resolver before the variant is read.
    pub(super) fn new(
        owners: &'r [Owner],
        chain: &'r [u32],
        dialects: BTreeMap<u32, Dialect>,
        shared: &'r mut Shared,
    ) -> Self {
        Resolver {
            owners,
            chain,
            dialects,
            directions: Directions::default(),
            shared,
        }
    }
}

impl Resolver<'_> {
    /// The variant of the table `wire`, as far as it is readable.
    pub(super) fn variant(mut self, wire: &VariantWire) -> Read {
        let me = &self.owners[self.chain[0] as usize];
        let name = me.name.clone();
        let ancestors = self.chain[1..].to_vec();
        self.shared.ancestors.insert(self.chain[0], ancestors);
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
        let presentation = self.presentation(wire);
        let mut setups = self.setups(&wire.setups);
        if self.is_nearer(wire.start.place(), wire.setups.place()) {
            setups = None;
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

    fn presentation(&mut self, wire: &VariantWire) -> IndexMap<String, String> {
        let named = wire.presentation.value().into_iter();
        named
            .flat_map(|named| &named.0)
            .filter_map(|(key, entry)| Some((key.clone(), self.text(&entry.value)?)))
            .collect()
    }

    /// Whether the first value is from a nearer ancestor than the second, or is the only one.
    fn is_nearer(&self, one: Option<Place>, other: Option<Place>) -> bool {
        let distance = |place: Place| self.chain.iter().position(|owner| *owner == place.owner);
        match (one, other) {
            (Some(one), Some(other)) => distance(one) < distance(other),
            (one, _) => one.is_some(),
        }
    }

    /// The place of the variant's name.
    pub(super) fn header(&self) -> Place {
        let owner = self.chain[0];
        Place {
            owner,
            span: self.owners[owner as usize].header,
        }
    }

    /// The place of a possibly inherited value in this variant.
    fn home(&self, place: Place) -> Span {
        let me = &self.owners[self.chain[0] as usize];
        if place.owner == self.chain[0] {
            place.span
        } else {
            me.wire
                .as_ref()
                .and_then(|wire| wire.inherits.place())
                .map_or(me.header, |inherits| inherits.span)
        }
    }

    /// The place of a text in the file of this variant.
    fn text_place(&self, place: Place, text: &str) -> TextPlace {
        if place.owner == self.chain[0] {
            TextPlace::new(&self.owners[place.owner as usize].text, place.span, text)
        } else {
            TextPlace::inherited(self.home(place))
        }
    }

    /// Reports a finding about a value at `place`.
    pub(super) fn report(&mut self, place: Place, diagnostic: Diagnostic) {
        let diagnostic = if place.owner == self.chain[0] {
            diagnostic
        } else {
            let owner = &self.owners[place.owner as usize];
            let mut moved = diagnostic.collapsed(self.home(place));
            moved.message = format!("inherited from `{}`: {}", owner.name, moved.message);
            if owner.home == Home::Own {
                moved.with_label(place.span, "written here")
            } else {
                moved
            }
        };
        self.shared.findings.push(Noticed {
            diagnostic,
            origin: place,
            variant: self.chain[0],
        });
    }

    /// Reports a finding with a place in the text of a variant, if that text is the current file.
    pub(super) fn report_there(&mut self, owner: u32, diagnostic: Diagnostic) {
        if self.owners[owner as usize].home == Home::Own {
            let span = diagnostic.span;
            self.shared.findings.push(Noticed {
                diagnostic,
                origin: Place { owner, span },
                variant: self.chain[0],
            });
        }
    }

    pub(super) fn fault(&mut self, code: Code, place: Place, message: impl Into<String>) {
        self.report(place, Diagnostic::new(code, place.span, message));
    }

    pub(super) fn missing(&mut self, place: Place, message: &str, help: Option<&str>) {
        let mut diagnostic = Diagnostic::new(codes::MISSING_KEY, place.span, message);
        diagnostic.help = help.map(str::to_owned);
        self.report(place, diagnostic);
    }

    /// Counts work; returns `false` if the limit is exceeded.
    pub(super) fn spend(&mut self, amount: usize) -> bool {
        self.shared.work += amount;
        if self.shared.work > self.shared.limits.work && !self.shared.exhausted {
            self.shared.exhausted = true;
            let limit = self.shared.limits.work;
            let message = format!("the variants of the file need more than {limit} units of work");
            self.fault(codes::DEFINITION_TOO_LARGE, self.header(), message);
        }
        !self.shared.exhausted && spend_each(amount, UNIT).is_ok()
    }

    /// A text, if it is within the limit.
    pub(super) fn text(&mut self, field: &Field<String>) -> Option<String> {
        self.bounded(field, self.shared.limits.text_bytes)
    }

    fn bounded(&mut self, field: &Field<String>, limit: usize) -> Option<String> {
        let (place, text) = field.get()?;
        if text.len() > limit {
            let message = format!(
                "a text of {} bytes is longer than the limit of {limit}",
                text.len()
            );
            self.fault(codes::TEXT_TOO_LONG, place, message);
            return None;
        }
        Some(text.clone())
    }

    /// The board. An absent or invalid board becomes the largest one, on which every zone is readable.
    fn shape(&mut self, board: &Field<BoardWire>) -> BoardShape {
        let largest = BoardShape::MAX_SIDE;
        let sides = match board {
            Field::Absent => {
                let help = "write `board = { files = 8, ranks = 8 }`, or `inherits = 'chess'`";
                self.missing(self.header(), "the variant has no `board`", Some(help));
                None
            }
            Field::Broken => None,
            Field::Here(place, board) => {
                let files = self.side(*place, &board.files, "files");
                let ranks = self.side(*place, &board.ranks, "ranks");
                files.zip(ranks)
            }
        };
        let (files, ranks) = sides.unwrap_or((largest, largest));
        let mut shape = match BoardShape::rectangle(files, ranks) {
            Ok(shape) => shape,
            Err(error) => unreachable!("the sides were checked: {error}"),
        };
        let Some(board) = board.value() else {
            return shape;
        };
        if let Some((place, true)) = board.intersections.get() {
            match BoardShape::with_intersections(files, ranks) {
                Ok(lattice) => shape = lattice,
                Err(error) => self.shape_fault(place, error),
            }
        }
        if let Some(first) = board.first_rank.value() {
            shape = shape.with_first_rank(i16::from(*first));
        }
        if let Some((place, letters)) = board.file_names.get() {
            shape = shape.with_file_letters(letters).unwrap_or_else(|shape| {
                let message = format!(
                    "the file names must be {} different small letters, one for each file",
                    shape.squares_layer().files
                );
                self.fault(codes::BAD_FILE_NAMES, place, message);
                shape
            });
        }
        if let Some((place, holes)) = board.holes.get() {
            let holes = self.squares(holes.items(), &shape).unwrap_or_default();
            match shape.clone().with_holes(&holes) {
                Ok(holed) => shape = holed,
                Err(error) => self.shape_fault(place, error),
            }
        }
        if let Some(vanishing) = board.vanishing.value() {
            let vanishing = self.squares(vanishing.items(), &shape).unwrap_or_default();
            shape = shape.with_vanishing(&vanishing);
        }
        shape
    }

    /// Reports parts of a zone without effect, except inherited ones, which the heir's board may have made ineffective.
    pub(super) fn report_idle(&mut self, place: Option<Place>, text: &str, idle: &[IdlePart]) {
        for part in idle {
            let Some(place) = place.filter(|place| place.owner == self.chain[0]) else {
                return;
            };
            let finding =
                Diagnostic::new(codes::IDLE_ZONE_PART, part.range.clone(), part.to_string());
            let at = TextPlace::new(&self.owners[place.owner as usize].text, place.span, text);
            self.report(place, at.locate(finding.with_help(part.remedy(text))));
        }
    }

    fn shape_fault(&mut self, place: Place, error: ShapeError) {
        let code = match error {
            ShapeError::TooLarge => codes::BOARD_TOO_LARGE,
            _ => codes::BOARD_EMPTY,
        };
        self.fault(code, place, error.to_string());
    }

    fn side(&mut self, board: Place, side: &Field<i64>, key: &str) -> Option<u8> {
        let (place, count) = match side {
            Field::Here(place, count) => (*place, *count),
            Field::Broken => return None,
            Field::Absent => {
                let help = format!("write for example `{key} = 8`");
                self.missing(board, &format!("the board has no `{key}`"), Some(&help));
                return None;
            }
        };
        match u8::try_from(count) {
            Ok(0) => self.fault(
                codes::BOARD_EMPTY,
                place,
                format!("a board without {key} has no squares"),
            ),
            Ok(count) if count <= BoardShape::MAX_SIDE => return Some(count),
            Err(_) if count < 0 => self.fault(
                codes::BOARD_EMPTY,
                place,
                format!("a board cannot have {count} {key}"),
            ),
            _ => self.fault(
                codes::BOARD_TOO_LARGE,
                place,
                format!(
                    "a board has at most {} {key}, not {count}",
                    BoardShape::MAX_SIDE
                ),
            ),
        }
        None
    }

    /// The union of the squares in the texts as White sees them, including holes.
    pub(super) fn squares(
        &mut self,
        texts: &[Field<String>],
        shape: &BoardShape,
    ) -> Option<SquareSet> {
        let zone = self.zone_of(texts, shape)?;
        Some(zone.of(Perspective::White).clone())
    }

    /// The union of the zones in the texts, including holes.
    fn zone_of(&mut self, texts: &[Field<String>], shape: &BoardShape) -> Option<Zone> {
        let mut zone = Zone::nowhere();
        let mut good = true;
        for field in texts {
            let Some(text) = self.text(field) else {
                good = false;
                continue;
            };
            let parts = 1 + text.matches(',').count();
            if !self.spend(parts * (1 + shape.area() / 64)) {
                return None;
            }
            match Zone::read_onto(zone.clone(), &text, shape) {
                Ok((more, idle)) => {
                    zone = more;
                    self.report_idle(field.place(), &text, &idle);
                }
                Err(error) => {
                    good = false;
                    if let Some(place) = field.place() {
                        let finding = Diagnostic::new(codes::BAD_ZONE, error.range, error.message);
                        let owner = &self.owners[place.owner as usize];
                        let at = TextPlace::new(&owner.text, place.span, &text);
                        self.report(place, at.locate(finding));
                    }
                }
            }
        }
        good.then_some(zone)
    }

    fn side_squares(&mut self, texts: &Field<Texts>, shape: &BoardShape) -> Option<SquareSet> {
        let squares = self.squares(texts.value()?.items(), shape)?;
        Some(squares.difference(shape.holes()))
    }

    /// A zone; `None` if it is absent or invalid.
    pub(super) fn zone(&mut self, zone: &Field<ZoneWire>, shape: &BoardShape) -> Option<Zone> {
        match zone.value()? {
            ZoneWire::Text(one) => {
                let zone = self.zone_of(std::slice::from_ref(one), shape)?;
                Some(zone.on(shape))
            }
            ZoneWire::List(many) => Some(self.zone_of(many, shape)?.on(shape)),
            ZoneWire::Table(sides) => {
                let white = self.side_squares(&sides.white, shape);
                let black = self.side_squares(&sides.black, shape);
                Some(Zone::of_sides(white?, black?))
            }
        }
    }

    /// Reports that no piece can be checkmated, unless this is explicit or follows from an error that is already
    /// reported.
    fn check_royal(&mut self, wire: &VariantWire, rules: &RulesDef) {
        let royal = wire.rules.value().and_then(|rules| rules.royal.get());
        if let Some((place, RuleTableWire::False(_))) = royal {
            // `false` does not remove an inherited value here, because there always is one.
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
    format!(
        "write the letters of the pieces{empty}, rank by rank from the far side of the board of the board"
    )
}
