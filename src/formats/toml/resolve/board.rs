//! The board, its zones, and numbered start positions.

use indexmap::IndexMap;

use crate::definition::Setups;
use crate::definition::place::TextPlace;
use crate::formats::toml::wire::{
    BoardWire, Digits, Entry, Field, Named, Place, Removable, SetupsWire, Texts, ZoneWire, table,
};
use crate::geometry::{BoardShape, Perspective, ShapeError, SquareSet, Zone};
use crate::source::{Diagnostic, codes};

use super::resolver::Resolver;

impl Resolver<'_> {
    /// The board. An absent or invalid board becomes the largest one, on which every zone is readable.
    pub(in crate::formats::toml) fn shape(&mut self, board: &Field<BoardWire>) -> BoardShape {
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

    pub(in crate::formats::toml) fn shape_fault(&mut self, place: Place, error: ShapeError) {
        let code = match error {
            ShapeError::TooLarge => codes::BOARD_TOO_LARGE,
            _ => codes::BOARD_EMPTY,
        };
        self.fault(code, place, error.to_string());
    }

    pub(in crate::formats::toml) fn side(
        &mut self,
        board: Place,
        side: &Field<i64>,
        key: &str,
    ) -> Option<u8> {
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
    pub(in crate::formats::toml) fn squares(
        &mut self,
        texts: &[Field<String>],
        shape: &BoardShape,
    ) -> Option<SquareSet> {
        let zone = self.zone_of(texts, shape)?;
        Some(zone.of(Perspective::White).clone())
    }

    /// The union of the zones in the texts, including holes.
    pub(in crate::formats::toml) fn zone_of(
        &mut self,
        texts: &[Field<String>],
        shape: &BoardShape,
    ) -> Option<Zone> {
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

    pub(in crate::formats::toml) fn side_squares(
        &mut self,
        texts: &Field<Texts>,
        shape: &BoardShape,
    ) -> Option<SquareSet> {
        let squares = self.squares(texts.value()?.items(), shape)?;
        Some(squares.difference(shape.holes()))
    }

    /// A zone; `None` if it is absent or invalid.
    pub(in crate::formats::toml) fn zone(
        &mut self,
        zone: &Field<ZoneWire>,
        shape: &BoardShape,
    ) -> Option<Zone> {
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
}

// Numbered start positions.

impl Resolver<'_> {
    /// Reads the numbered start positions, if the variant has valid ones.
    pub(in crate::formats::toml) fn setups(
        &mut self,
        field: &Field<Removable<SetupsWire>>,
    ) -> Option<Setups> {
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
