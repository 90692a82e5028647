//! Writer of games for `fmax.ini`.
//!
//! A game in this file has pawns on a full rank in front of one rank of other piece types, and at most fifteen numbered
//! piece types. Some numbers have a meaning: 1 and 2 are the pawns, 7 is the default promotion, and some values of
//! royal pieces are rules. Everything else is reported; the text is read again and compared, so that each loss is
//! reported.

use crate::definition::export::{Export, Losses};
use crate::definition::limits::Limits;
use crate::definition::moves::piece_moves::{SIDES, Start};
use crate::definition::variant::VariantDef;
use crate::definition::{PieceId, PieceSet, RoyalGuard, Verdict, differences};
use crate::geometry::{Perspective, Square, Zone, sorted};

use super::descriptors::{descriptors, routes_of};
use super::reader::read_fairy_max;
use super::roles::turned;
use super::rules::{GATED, GATING};
use super::steps::Route;

/// The largest number of piece types.
const MAX_PIECE_TYPES: usize = 15;

/// The index of the default promotion.
const DEFAULT: usize = 6;

/// The first index from which one of several royal pieces may be left attacked.
const GUARDED: usize = 7;

/// The index whose value determines the result of stalemate.
const STALEMATE: usize = 8;

/// The index whose value makes the center of the board a goal.
const HILL: usize = 2;

/// The index for royal pieces that may be lost except the last one.
const SPARED: usize = 3;

/// The values of a royal piece that must never be lost, of one with an additional rule, and of one of several.
const ABSOLUTE: i32 = -1;
const WITH_RULE: i32 = -2;
const SPARE: i32 = -500;

/// The value of a piece without a given value.
const UNKNOWN: i32 = 300;

/// The first line of every file.
const VERSION: &str = "version 4.8(w)";

/// Writes a variant as a file of Fairy-Max with one game.
///
/// # Examples
/// ```
/// use ferz::formats::write_fairy_max;
/// use ferz::Catalog;
///
/// let chess = Catalog::builtin().get("chess").unwrap();
/// let export = write_fairy_max(chess);
/// assert!(export.losses.is_empty());
/// assert!(export.text.contains("Game: chess\n8x8\n"));
/// ```
pub fn write_fairy_max(def: &VariantDef) -> Export {
    let mut writer = Writer {
        def,
        start: Start::of(def),
        piece_types: Vec::new(),
        losses: Losses::default(),
    };
    writer.losses.add_appearance(def);
    writer.losses.add_pictures(def);
    writer.write()
}

/// A numbered piece type.
#[derive(Clone, Debug)]
struct PieceType {
    piece: usize,
    letter: char,
    value: i32,
    routes: Vec<Route>,
    /// The sides that have the piece type.
    sides: [bool; 2],
}

struct Writer<'a> {
    def: &'a VariantDef,
    start: Start,
    /// The piece types by number, with gaps for unassigned numbers.
    piece_types: Vec<Option<PieceType>>,
    losses: Losses,
}

impl Writer<'_> {
    fn write(mut self) -> Export {
        let pawn_rank = self.pawn_rank();
        let pawns = self.pawns(pawn_rank);
        self.number(pawns);
        let mut text = format!("{VERSION}\n\n");
        if let Some(title) = &self.def.title {
            text += &format!("// {}\n", title.replace('\n', " "));
        }
        text += &format!("Game: {}\n", self.name());
        text += &self.board(pawn_rank, pawns);
        for side in SIDES {
            text += &self.array(side);
        }
        let piece_types: Vec<Option<PieceType>> = self.piece_types.clone();
        for (number, piece_type) in piece_types.iter().enumerate() {
            text += &self.line(number + 1, piece_type.as_ref());
        }
        self.finish(text)
    }

    /// Reports the differences after reading the text again.
    fn finish(mut self, text: String) -> Export {
        let read = read_fairy_max(&text, &Limits::default());
        for finding in read.diagnostics.iter().filter(|one| one.is_error()) {
            self.losses.report("rules", finding.message.clone());
        }
        match read.value.first() {
            Some((def, _)) => self.losses.add_unexplained(differences(self.def, def)),
            None => self
                .losses
                .report("start", "the format cannot express this game"),
        }
        Export {
            text,
            losses: self.losses.into_list(),
        }
    }

    /// The name of the game, which determines whether it has gating.
    fn name(&self) -> String {
        if self.def.rules.gates() {
            return GATING.to_owned();
        }
        let is_plain = |char: &char| !char.is_control() && !"#?".contains(*char);
        let name: String = self.def.name.chars().filter(is_plain).collect();
        if name.trim().is_empty() {
            "unnamed".to_owned()
        } else {
            name.trim().to_owned()
        }
    }

    fn piece_name(&self, piece: usize) -> String {
        let piece = self.def.pieces.get_index(piece);
        piece.map_or_else(String::new, |(name, _)| name.clone())
    }

    /// The rank that both sides fill with one piece type each, counted from their own side.
    fn pawn_rank(&self) -> Option<u8> {
        let shape = &self.def.shape;
        (1..shape.ranks() / 2).find(|rank| {
            SIDES.into_iter().all(|side| {
                let mut piece_types = (0..shape.files()).map(|file| self.man_at(side, file, *rank));
                let first = piece_types.next().flatten();
                first.is_some() && piece_types.all(|piece_type| piece_type == first)
            })
        })
    }

    /// A side's piece type on a square, with the rank counted from that side.
    fn man_at(&self, side: Perspective, file: u8, rank: u8) -> Option<usize> {
        let square = self.square(side, file, rank)?;
        let (owner, piece) = self.start.men.get(&square)?;
        (*owner == side).then_some(piece.index())
    }

    fn square(&self, side: Perspective, file: u8, rank: u8) -> Option<Square> {
        let ranks = self.def.shape.ranks();
        let rank = match side {
            Perspective::White => rank,
            Perspective::Black => ranks - 1 - rank,
        };
        self.def.shape.at(file, rank)
    }

    /// The pawns of White and of Black.
    fn pawns(&mut self, rank: Option<u8>) -> [usize; 2] {
        if let Some(rank) = rank {
            let elsewhere = self.start.men.iter().find(|(square, (side, _))| {
                ![0, rank].contains(&self.def.shape.relative_rank(**square, *side))
            });
            if let Some((square, _)) = elsewhere {
                let message = format!(
                    "all pieces of a game start on one rank, behind a rank full of pawns; the one on {} is omitted",
                    self.def.shape.name(*square)
                );
                self.losses.report("start", message);
            }
            return SIDES.map(|side| self.man_at(side, 0, rank).unwrap_or(0));
        }
        let message = "all pieces of a game start on one rank, behind a rank full of pawns; only the first rank of \
            each side is written";
        self.losses.report("start", message);
        let promoting = self
            .def
            .pieces
            .values()
            .position(|piece| piece.promotion.is_some());
        [promoting.unwrap_or(0); 2]
    }

    fn board(&mut self, pawn_rank: Option<u8>, pawns: [usize; 2]) -> String {
        let def = self.def;
        let shape = &def.shape;
        let (files, ranks) = (shape.files(), shape.ranks());
        let mut text = format!("{files}x{ranks}");
        if files > 12 || ranks > 16 {
            self.losses
                .report("board", "boards have at most 12 files and 16 ranks");
        }
        if !shape.holes().is_empty() || !shape.vanishing().is_empty() {
            self.losses
                .report("board", "boards are complete rectangles");
        }
        let depth = self.promotion_depth(pawns[0]).unwrap_or(1);
        match (pawn_rank.unwrap_or(1), depth) {
            (1, 1) => {}
            (rank, depth) if rank + 1 == depth => text += &format!("={depth}"),
            (rank, _) => text += &format!("=-{rank}"),
        }
        text + "\n"
    }

    /// The depth in ranks of a pawn's promotion zone.
    fn promotion_depth(&self, pawn: usize) -> Option<u8> {
        let (_, piece) = self.def.pieces.get_index(pawn)?;
        let choice = piece.promotion.as_ref()?.choices.first()?;
        let zone = choice.zone.of(Perspective::White);
        let nearest = zone
            .iter()
            .map(|square| self.def.shape.rank_of(square))
            .min()?;
        Some(self.def.shape.ranks() - nearest)
    }

    fn array(&mut self, side: Perspective) -> String {
        let mut numbers = Vec::new();
        for file in 0..self.def.shape.files() {
            let number = self.man_at(side, file, 0).and_then(|piece| {
                self.piece_types.iter().position(|piece_type| {
                    piece_type.as_ref().is_some_and(|piece_type| {
                        piece_type.piece == piece && piece_type.sides[side as usize]
                    })
                })
            });
            numbers.push(number.map_or(0, |number| number + 1).to_string());
        }
        numbers.join(" ") + "\n"
    }

    /// Assigns numbers to all pieces.
    fn number(&mut self, pawns: [usize; 2]) {
        let mut wanted: Vec<(Option<usize>, PieceType)> = Vec::new();
        let letters = self.letters();
        let promotion = self
            .def
            .pieces
            .get_index(pawns[0])
            .and_then(|(_, pawn)| pawn.promotion.clone());
        let default = promotion
            .as_ref()
            .and_then(|promotion| promotion.choices.first())
            .map(|choice| choice.piece.index());
        for (piece, (name, def)) in self.def.pieces.iter().enumerate() {
            let mut by_side = [Vec::new(), Vec::new()];
            for one in &def.moves {
                let (routes, mut reasons) = routes_of(&one.movement);
                let movers = self.movers(one.from.as_ref());
                if movers.is_none() || one.to.is_some() {
                    reasons.push("moves are the same on the whole board");
                }
                for (side, mine) in by_side.iter_mut().enumerate() {
                    if movers.is_none_or(|movers| movers[side]) {
                        mine.extend(routes.iter().cloned());
                    }
                }
                for reason in reasons {
                    self.losses.report(format!("pieces.{name}.move"), reason);
                }
            }
            for (side, mine) in by_side.iter_mut().enumerate() {
                if let Some((king, left, right)) = self.start.castling_by_files(self.def)
                    && king.index() == piece
                {
                    // Files are those of the board; routes are seen by their owner.
                    let black = side == 1;
                    mine.extend(
                        [(black, left), (!black, right)]
                            .map(|(right, distance)| Route::Castle { right, distance }),
                    );
                }
            }
            let [routes, theirs] = by_side.map(sorted);
            let offered = promotion.as_ref().is_some_and(|promotion| {
                let mut choices = promotion.choices.iter();
                choices.any(|choice| choice.piece.index() == piece)
            });
            let value = self.value(piece, offered);
            let piece_type = |routes: Vec<Route>, sides| PieceType {
                piece,
                letter: letters[piece],
                value,
                routes,
                sides,
            };
            let black = turned(&theirs);
            if pawns.contains(&piece) {
                for (number, routes) in [routes, black].into_iter().enumerate() {
                    if pawns[number] == piece {
                        let sides = [number == 0, number == 1];
                        wanted.push((Some(number), piece_type(routes, sides)));
                    }
                }
                continue;
            }
            let is_default = default == Some(piece);
            let fixed = self.fixed(piece, is_default);
            if black == routes {
                wanted.push((fixed, piece_type(routes, [true; 2])));
            } else {
                wanted.push((fixed, piece_type(routes, [true, false])));
                wanted.push((None, piece_type(black, [false, true])));
            }
        }
        self.place(wanted);
    }

    /// The sides whose piece types may move from anywhere; `None` if it depends on the square.
    fn movers(&self, from: Option<&Zone>) -> Option<[bool; 2]> {
        let Some(zone) = from else {
            return Some([true; 2]);
        };
        let all = self.def.shape.squares().count();
        let sides = SIDES.map(|side| zone.of(side).len());
        let whole = sides.iter().all(|count| [0, all].contains(count));
        whole.then(|| sides.map(|count| count == all))
    }

    /// The index that a piece must have, if any.
    fn fixed(&self, piece: usize, is_default: bool) -> Option<usize> {
        let (_, def) = self.def.pieces.get_index(piece)?;
        if is_default {
            return Some(DEFAULT);
        }
        if self.is_gated(piece) {
            let in_hand = (0..piece).filter(|other| self.is_gated(*other)).count();
            return GATED.get(in_hand).copied();
        }
        if !def.royal {
            return None;
        }
        match self.def.rules.guard() {
            _ if self.has_hill(piece) => Some(HILL),
            _ if self.def.rules.stalemate() == Verdict::Loss => Some(STALEMATE),
            RoyalGuard::AllButOne if self.has_several(piece) => Some(GUARDED),
            RoyalGuard::Last if self.has_several(piece) => Some(SPARED),
            _ => None,
        }
    }

    /// Whether a piece wins by reaching the four central squares.
    fn has_hill(&self, piece: usize) -> bool {
        let goal = self.def.rules.builtin.get("goal");
        let named = goal.and_then(|goal| goal.get("piece"));
        named.is_some_and(|named| named.pieces(self.def) == PieceSet::from(PieceId::new(piece)))
    }

    /// Whether a piece is in hand for gating.
    fn is_gated(&self, piece: usize) -> bool {
        self.def.rules.gates() && self.start.in_hand(Perspective::White, PieceId::new(piece)) > 0
    }

    /// Whether a side has several pieces of a kind.
    fn has_several(&self, piece: usize) -> bool {
        SIDES
            .into_iter()
            .any(|side| self.start.count(side, |other| other.index() == piece) > 1)
    }

    fn value(&self, piece: usize, offered: bool) -> i32 {
        let Some((_, def)) = self.def.pieces.get_index(piece) else {
            return UNKNOWN;
        };
        if def.royal {
            let has_rule = self.has_hill(piece)
                || self.def.rules.stalemate() == Verdict::Loss
                || self.def.rules.guard() != RoyalGuard::Every && self.has_several(piece);
            return match (has_rule, offered) {
                (false, _) => ABSOLUTE,
                (true, false) => WITH_RULE,
                (true, true) => SPARE,
            };
        }
        let value = def
            .value
            .map_or(UNKNOWN, |value| (value * 100.0).round() as i32);
        let value = value.clamp(10, 30_000);
        // Values that end in 3 are not offered to pawns.
        match (offered, value % 10 == 3) {
            (true, true) => value + 1,
            (false, false) => value - value % 10 + 3,
            _ => value,
        }
    }

    /// Assigns one letter to each piece.
    fn letters(&mut self) -> Vec<char> {
        let mut taken: Vec<char> = Vec::new();
        for piece in self.def.pieces.values() {
            if let [letter] = piece.letter.chars().collect::<Vec<char>>()[..] {
                taken.push(letter);
            }
        }
        let mut letters = Vec::new();
        for (name, piece) in &self.def.pieces {
            let mut chars = piece.letter.chars();
            match (chars.next(), chars.next()) {
                (Some(letter), None) if letter.is_ascii_alphabetic() => letters.push(letter),
                _ => {
                    let free = ('A'..='Z').find(|letter| !taken.contains(letter));
                    let letter = free.unwrap_or('Z');
                    taken.push(letter);
                    letters.push(letter);
                    let message = format!("pieces have one letter; this one is `{letter}`");
                    self.losses.report(format!("pieces.{name}"), message);
                }
            }
        }
        letters
    }

    /// Puts the piece types on their numbers; the others follow in order.
    fn place(&mut self, wanted: Vec<(Option<usize>, PieceType)>) {
        let mut slots: Vec<Option<PieceType>> = vec![None; MAX_PIECE_TYPES];
        let mut rest = Vec::new();
        for (fixed, piece_type) in wanted {
            match fixed.filter(|number| slots[*number].is_none()) {
                Some(number) => slots[number] = Some(piece_type),
                None => rest.push(piece_type),
            }
        }
        for piece_type in rest {
            // Piece types with the same letter keep their order: the first is White's.
            let after = slots.iter().rposition(|other| {
                other
                    .as_ref()
                    .is_some_and(|other| other.piece == piece_type.piece)
            });
            let low = after.map_or(2, |after| after + 1).max(2);
            let free = (low..MAX_PIECE_TYPES).find(|number| slots[*number].is_none());
            if let Some(number) = free {
                slots[number] = Some(piece_type);
            } else {
                let place = format!("pieces.{}", self.piece_name(piece_type.piece));
                let message = "a game has at most 15 kinds, and kinds that differ between the sides count twice";
                self.losses.report(place, message);
            }
        }
        while slots.last().is_some_and(Option::is_none) {
            slots.pop();
        }
        self.piece_types = slots;
    }

    fn line(&mut self, number: usize, piece_type: Option<&PieceType>) -> String {
        let Some(piece_type) = piece_type else {
            // A number that must not be skipped, without a piece type.
            return self.filler();
        };
        let (steps, reasons) = descriptors(&piece_type.routes, number);
        let name = self.piece_name(piece_type.piece);
        for reason in reasons {
            self.losses.report(format!("pieces.{name}.move"), reason);
        }
        let mut line = label(piece_type);
        if number <= 2 {
            line = line.to_ascii_lowercase();
        }
        for step in steps {
            line.push(' ');
            line += &step;
        }
        line + "\n"
    }

    /// A piece line for a number that must not be skipped: a copy of another one, if possible.
    fn filler(&self) -> String {
        let piece_types: Vec<&PieceType> = self.piece_types.iter().flatten().collect();
        let is_single = |piece_type: &&&PieceType| {
            piece_type.sides == [true; 2]
                && !(self.def.rules.guard() != RoyalGuard::Every && piece_type.value < 0)
        };
        let again = piece_types.iter().find(is_single);
        if let Some(piece_type) = again.filter(|piece_type| piece_type.value >= ABSOLUTE) {
            let (steps, _) = descriptors(&piece_type.routes, MAX_PIECE_TYPES);
            return format!("{} {}\n", label(piece_type), steps.join(" "));
        }
        let used = |letter: &char| {
            piece_types
                .iter()
                .any(|piece_type| piece_type.letter == *letter)
        };
        let letter = ('A'..='Z')
            .rev()
            .find(|letter| !used(letter))
            .unwrap_or('Z');
        format!("{letter}:13 1,7\n")
    }
}

/// The letter and the value of a piece line. Lower case is for piece types in the middle.
fn label(piece_type: &PieceType) -> String {
    let letter = if piece_type.value < 0 {
        piece_type.letter.to_ascii_lowercase()
    } else {
        piece_type.letter
    };
    format!("{letter}:{}", piece_type.value)
}
