//! Writer of Interactive Diagram definitions.
//!
//! The text begins with the parameters, followed by a line for the holes and the pieces. Pieces that promote come
//! first, because promotion identifies them by number. The text is read again and compared, so that each loss is
//! reported.

use std::fmt::Write;

use super::castling::is_lopsided;
use super::read::read_diagram;
use super::{builtin, matrix, spells, zones};
use crate::definition::export::{Export, Losses};
use crate::definition::moves::start::{SIDES, Start};
use crate::definition::{
    CapturedTo, MoveDef, PieceDef, PieceId, RoyalGuard, RoyalRule, VariantDef, Verdict, differences,
};
use crate::geometry::{Perspective, Square, SquareSet};
use crate::movement::{Dialect, Movement, NO_MOVE, convert};
use crate::syntax::diagram::{KeyKind, key_kind};

/// Writes a variant as the text of an Interactive Diagram.
///
/// # Examples
/// ```
/// use ferz::formats::write_diagram;
/// use ferz::Catalog;
///
/// let export = write_diagram(Catalog::builtin().get("capablanca").unwrap());
/// assert!(export.text.contains("archbishop:A:BN::c1\n"));
/// let places: Vec<&str> = export.losses.iter().map(|loss| loss.place.as_str()).collect();
/// assert_eq!(places, ["rules.move-limit"]);
/// ```
pub fn write_diagram(def: &VariantDef) -> Export {
    let mut writer = Writer {
        def,
        start: Start::of(def),
        order: Vec::new(),
        losses: Losses::default(),
        text: String::new(),
    };
    writer.write();
    writer.losses.add_appearance(def);
    writer.losses.add_pictures(def);
    let read = read_diagram(&writer.text, &def.name);
    for finding in read.diagnostics.iter().filter(|one| one.is_error()) {
        writer.losses.report("rules", finding.message.clone());
    }
    match &read.value {
        Some(read) => writer.losses.add_unexplained(differences(def, read)),
        None => writer
            .losses
            .report("start", "the format cannot express this game"),
    }
    Export {
        text: writer.text,
        losses: writer.losses.into_list(),
    }
}

/// The relation of Black's start squares to White's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Symmetry {
    Mirror,
    Rotate,
    None,
}

impl Symmetry {
    const fn as_str(self) -> &'static str {
        match self {
            Symmetry::Mirror => "mirror",
            Symmetry::Rotate => "rotate",
            Symmetry::None => "none",
        }
    }
}

pub(super) struct Writer<'a> {
    pub(super) def: &'a VariantDef,
    start: Start,
    /// The pieces in the order of their lines.
    pub(super) order: Vec<PieceId>,
    pub(super) losses: Losses,
    text: String,
}

impl Writer<'_> {
    fn write(&mut self) {
        let def = self.def;
        let shape = &def.shape;
        let symmetry = self.symmetry();
        self.pair("files", shape.files());
        self.pair("ranks", shape.ranks());
        if shape.first_rank() != 1 {
            self.pair("firstRank", shape.first_rank());
        }
        self.pair("symmetry", symmetry.as_str());
        self.promotions();
        self.royals();
        self.rules();
        let kept: Vec<(&String, &String)> = def
            .presentation
            .iter()
            .filter(|(key, _)| key_kind(key) == Some(KeyKind::Presentation))
            .collect();
        for (key, value) in kept {
            self.pair(key, value);
        }
        let gone = shape.holes().union(shape.vanishing());
        if !gone.is_empty() {
            let listed = self.squares(&self.halves(&gone, symmetry), &SquareSet::new());
            let _ = writeln!(self.text, "hole::::{listed}");
        }
        for piece in self.order.clone() {
            self.piece(piece, symmetry);
        }
        if let Some(shuffle) = def
            .presentation
            .get("shuffle")
            .filter(|_| def.setups.is_some())
        {
            self.pair("shuffle", shuffle);
        } else if def.setups.is_some() {
            let message = "the numbered set-ups are not a shuffle, which is the only form that can be written";
            self.losses.report("setups", message);
        }
        if def.rules.move_limit().is_some() {
            let message = "the format has no rule about moves without progress";
            self.losses.report("rules.move-limit", message);
        }
    }

    pub(super) fn pair(&mut self, key: &str, value: impl std::fmt::Display) {
        let _ = writeln!(self.text, "{key}={value}");
    }

    /// Black's counterpart of one of White's squares.
    fn image(&self, square: Square, symmetry: Symmetry) -> Option<Square> {
        let shape = &self.def.shape;
        let (file, rank) = (shape.file_of(square), shape.rank_of(square));
        let rank = shape.ranks() - 1 - rank;
        match symmetry {
            Symmetry::Mirror => shape.at(file, rank),
            Symmetry::Rotate => shape.at(shape.files() - 1 - file, rank),
            Symmetry::None => None,
        }
    }

    fn symmetry(&self) -> Symmetry {
        let gone = self.def.shape.holes().union(self.def.shape.vanishing());
        let fits = |symmetry: &Symmetry| {
            let image = |square: Square| self.image(square, *symmetry);
            let men = self.start.men.iter().all(|(square, (side, piece))| {
                let other = match side {
                    Perspective::White => Perspective::Black,
                    Perspective::Black => Perspective::White,
                };
                let there = image(*square).and_then(|square| self.start.men.get(&square));
                there == Some(&(other, *piece))
            });
            let holes = gone
                .iter()
                .all(|square| image(square).is_some_and(|square| gone.contains(square)));
            men && holes
        };
        [Symmetry::Mirror, Symmetry::Rotate]
            .into_iter()
            .find(fits)
            .unwrap_or(Symmetry::None)
    }

    /// The squares that must be listed, of a set with squares of both sides.
    fn halves(&self, squares: &SquareSet, symmetry: Symmetry) -> SquareSet {
        let mut listed = SquareSet::new();
        for square in squares {
            let copied = self
                .image(square, symmetry)
                .is_some_and(|image| image != square && listed.contains(image));
            if !copied {
                listed.insert(square);
            }
        }
        listed
    }

    /// The squares of White and of Black as a list of squares and rectangles.
    fn squares(&self, white: &SquareSet, black: &SquareSet) -> String {
        let list = |set: &SquareSet| self.rectangles(set).join(",");
        match (white.is_empty(), black.is_empty()) {
            (_, true) => list(white),
            (true, false) => format!(",,{}", list(black)),
            (false, false) => format!("{},,{}", list(white), list(black)),
        }
    }

    /// Runs of squares on a rank, and the other squares one by one.
    fn rectangles(&self, set: &SquareSet) -> Vec<String> {
        let shape = &self.def.shape;
        let mut items = Vec::new();
        let mut rest = set.clone();
        while let Some(first) = rest.iter().next() {
            let mut last = first;
            rest.remove(first);
            while let Some(next) = shape
                .at(shape.file_of(last) + 1, shape.rank_of(last))
                .filter(|next| rest.contains(*next))
            {
                rest.remove(next);
                last = next;
            }
            let (from, to) = (shape.name(first), shape.name(last));
            match shape.file_of(last) - shape.file_of(first) {
                0 => items.push(from),
                1 => items.extend([from, to]),
                _ => items.push(format!("{from}-{to}")),
            }
        }
        items
    }

    pub(super) fn entry(&self, piece: PieceId) -> Option<(&str, &PieceDef)> {
        self.def.piece(piece)
    }

    fn royals(&mut self) {
        let royals: Vec<usize> = self
            .order
            .iter()
            .enumerate()
            .filter(|(_, piece)| self.entry(**piece).is_some_and(|(_, piece)| piece.royal))
            .map(|(index, _)| index + 1)
            .collect();
        if royals.is_empty() || self.def.rules.royal() == RoyalRule::None {
            let message = "every diagram has a royal piece; by default the last one";
            self.losses.report("rules.royal", message);
        }
        for number in &royals {
            self.pair("royal", number);
        }
    }

    fn rules(&mut self) {
        let rules = &self.def.rules;
        match rules.stalemate() {
            Verdict::Draw => {}
            Verdict::Loss => self.pair("stalemate", "win"),
            Verdict::Win => {
                let message = "a stalemated player cannot win in the format";
                self.losses.report("rules.stalemate", message);
            }
        }
        let several = SIDES.into_iter().any(|side| {
            self.start.count(side, |piece| {
                self.entry(piece).is_some_and(|(_, piece)| piece.royal)
            }) > 1
        });
        match self.def.rules.guard() {
            RoyalGuard::Every if several => self.pair("extinction", 0),
            RoyalGuard::AllButOne if several => {
                let message = "the format cannot express that one of several royal pieces may be left attacked";
                self.losses.report("rules.guard", message);
            }
            _ => {}
        }
        if self.def.rules.captured_to() == CapturedTo::OwnerHand {
            self.pair("holdingsType", 1);
        } else if rules.captured_to() == CapturedTo::CaptorHand {
            let kind = if self.def.captures().keep_promoted {
                -2
            } else {
                -1
            };
            self.pair("holdingsType", kind);
        }
        let mut pieces = self.def.pieces.values();
        if pieces.any(|piece| is_lopsided(&piece.moves)) {
            self.pair("castleFlip", 1);
        }
        let matrix = matrix::written(self.def, &self.order);
        if !matrix.is_empty() {
            self.pair("captureMatrix", matrix);
        }
        for (name, piece) in &self.def.pieces {
            let chooses = |one: &MoveDef| one.takes.is_some() && one.movement.borrows();
            if piece.moves.iter().any(chooses) {
                let message = "in the format pieces borrow moves from every kind";
                self.losses.report(format!("pieces.{name}.move"), message);
            }
        }
        if let Some(zone) = matrix::blown_up(self.def).and_then(zones::written) {
            self.pair("blastZone", zone);
        }
        self.spell();
        for (key, value) in builtin::written(self.def, &self.order) {
            self.pair(key, value);
        }
    }

    /// Writes the spell, if its casters are consecutive.
    fn spell(&mut self) {
        let Some((spell, zone, casters)) = spells::written(self.def) else {
            return;
        };
        let places = self.order.iter().enumerate();
        let places = places.filter(|(_, piece)| casters.contains(piece));
        let places: Vec<usize> = places.map(|(place, _)| place + 1).collect();
        let first = places.first().copied().unwrap_or(1);
        if places.iter().copied().eq(first..first + places.len()) {
            self.pair("spell", spell);
            self.pair("spellZone", zone);
            self.pair("trackPieces", first);
            self.pair("trackedTypes", places.len());
        }
    }

    fn piece(&mut self, number: PieceId, symmetry: Symmetry) {
        let def = self.def;
        let Some((name, piece)) = def.piece(number) else {
            return;
        };
        let is_plain = |char: &char| !":=,<>&".contains(*char) && !char.is_control();
        let mut title: String = name.chars().filter(is_plain).collect();
        if title == "hole" {
            title.push_str("-piece");
        }
        let mut moves = self.moves(name, piece);
        if let Some((king, left, right)) = self.start.castling_by_files(def)
            && king == number
        {
            moves = moves.trim_start_matches('-').to_owned();
            moves += &if left == right {
                format!("isO{left}")
            } else {
                format!("ilO{left}irO{right}")
            };
        }
        let image = def.presentation.get(&format!("image/{name}"));
        let white = self.start.homes(Perspective::White, number);
        let black = if symmetry == Symmetry::None {
            self.start.homes(Perspective::Black, number)
        } else {
            SquareSet::new()
        };
        let squares = self.squares(&white, &black);
        let hands = SIDES.map(|side| self.start.in_hand(side, number));
        let mut line = format!(
            "{title}:{}:{moves}:{}:{squares}",
            piece.letter,
            image.map_or("", String::as_str)
        );
        match hands {
            [0, 0] => {}
            [white, black] if white == black => {
                let _ = write!(line, ":{white}");
            }
            [white, black] => {
                let _ = write!(line, ":{white},{black}");
            }
        }
        self.text += &line;
        self.text.push('\n');
    }

    /// The move text, the author's own if there is one.
    fn moves(&mut self, name: &str, piece: &PieceDef) -> String {
        let place = format!("pieces.{name}.move");
        if piece
            .moves
            .iter()
            .any(|one| one.from.is_some() || one.to.is_some())
        {
            let message =
                "moves that depend on the square need tables of changes, which are not written";
            self.losses.report(place.clone(), message);
        }
        if let [one] = piece.moves.as_slice()
            && one.dialect == Dialect::XBetza
            && !one.betza.is_empty()
            && !one.betza.contains([':', '=', ' ', '{'])
            && Movement::read(&one.betza, Dialect::XBetza).value == one.movement
        {
            return one.betza.clone();
        }
        let patterns = piece.moves.iter().flat_map(|one| one.movement.patterns());
        let movement = Movement::from_patterns(patterns.cloned());
        match movement.to_betza(Dialect::XBetza) {
            Ok(text) => text,
            Err(fault) => {
                self.losses.report(place, fault.to_string());
                let parts = piece
                    .moves
                    .iter()
                    .map(|one| convert(&one.betza, one.dialect, Dialect::XBetza).value);
                let text: String = parts.collect();
                if text.is_empty() {
                    NO_MOVE.to_owned()
                } else {
                    text
                }
            }
        }
    }
}
