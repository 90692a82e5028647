//! Peculiarities of games written by XBoard.
//!
//! XBoard counts ten ranks from 0 and all others from 1. If a king starts in the middle or left of it, the
//! long side may be on the right. The start FEN of a game that an engine defined can be wrong.

use std::borrow::Cow;

use super::Pgn;
use crate::game::{Position, Variant};
use crate::state::{Move, MoveKind};

/// The conventions of the program that wrote a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PgnConventions {
    Usual,
    XBoard,
}

impl PgnConventions {
    /// The likely conventions of a game, then those to try if it cannot be read: only XBoard writes the tag
    /// `VariantMen`, but not in all games.
    pub(super) fn of(pgn: &Pgn) -> [PgnConventions; 2] {
        if pgn.tag("VariantMen").is_some() {
            [PgnConventions::XBoard, PgnConventions::Usual]
        } else {
            [PgnConventions::Usual, PgnConventions::XBoard]
        }
    }

    /// The usual text of a move.
    pub(super) fn usual<'t>(self, position: &Position, text: &'t str) -> Cow<'t, str> {
        if self == PgnConventions::Usual {
            return Cow::Borrowed(text);
        }
        let stem = text.trim_end_matches(['+', '#', '!', '?']);
        if matches!(stem, "O-O" | "O-O-O") {
            let castles = |mv: &Move| {
                mv.kind == MoveKind::Castle && castling_text(position, mv) == Some(stem)
            };
            return only(position, castles).map_or(Cow::Borrowed(text), |mv| {
                Cow::Owned(position.move_text(&mv))
            });
        }
        let raised = match counts_lower_by(position.variant()) {
            0 => Cow::Borrowed(text),
            lower => Cow::Owned(raised(text, lower)),
        };
        as_castling(position, &raised).map_or(raised, Cow::Owned)
    }
}

/// Whether an unreadable FEN has the pieces of the start position. XBoard writes such FENs for
/// games that an engine defined, because it supports only the castling rights of chess and misreads
/// letters of other pieces.
pub(super) fn is_start(pgn: &Pgn, fen: &str, variant: &Variant) -> bool {
    let mut fields = fen.split_whitespace();
    let (Some(_), Some(placement), Some(turn)) =
        (pgn.tag("VariantMen"), fields.next(), fields.next())
    else {
        return false;
    };
    let (start, fen) = (variant.start(), format!("{placement} {turn} - - 0 1"));
    let (start, read) = (start.setup(), variant.parse_fen(&fen));
    read.is_ok_and(|read| {
        let read = read.setup();
        (&read.board, &read.hands, read.turn) == (&start.board, &start.hands, start.turn)
    })
}

/// The offset by which XBoard numbers ranks lower than the variant.
fn counts_lower_by(variant: &Variant) -> i64 {
    let shape = variant.shape();
    let first = shape.rank_label(0).parse::<i64>().unwrap_or(1);
    first - i64::from(shape.ranks() != 10)
}

/// The only legal move that `is_sought` accepts.
fn only(position: &Position, is_sought: impl Fn(&Move) -> bool) -> Option<Move> {
    let mut found = position.legal_moves().into_iter().filter(is_sought);
    found.next().filter(|_| found.next().is_none())
}

/// The text of a castling in XBoard, from the files of the king; with the king in the middle of an odd number
/// of files, either side may be the long one.
fn castling_text(position: &Position, mv: &Move) -> Option<&'static str> {
    let shape = position.variant().shape();
    let [from, to] = [mv.from, mv.to].map(|square| i32::from(shape.file_of(square)));
    let files = i32::from(shape.files());
    let is_usual = from == files / 2 && (to == 2 || to == files - 2);
    let begins_left = from == (files - 1) / 2 && (to == 1 || to == files - 3);
    (is_usual || begins_left).then_some(if to == 1 || to == files - 2 {
        "O-O"
    } else {
        "O-O-O"
    })
}

/// The castling of a piece to a square that it cannot reach otherwise: XBoard writes it as a normal move if
/// it does not know how the piece castles.
fn as_castling(position: &Position, text: &str) -> Option<String> {
    let stem = text.trim_end_matches(['+', '#', '!', '?']);
    let goes_there = |mv: &Move| {
        let variant = position.variant();
        let letter = variant.letters().name(mv.piece).to_uppercase();
        stem.strip_prefix(letter.as_str()) == Some(variant.square_name(mv.to).as_str())
    };
    // This test comes first, since few texts are castlings.
    let castle = only(position, |mv| mv.kind == MoveKind::Castle && goes_there(mv))?;
    only(position, goes_there)?;
    Some(position.move_text(&castle))
}

/// A text with every number raised.
fn raised(text: &str, by: i64) -> String {
    let mut found = String::new();
    let mut rest = text;
    while let Some(char) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let length = if digits > 0 { digits } else { char.len_utf8() };
        let number = rest[..length].parse::<i64>().ok();
        match number.and_then(|number| number.checked_add(by)) {
            Some(number) => found.push_str(&number.to_string()),
            None => found.push_str(&rest[..length]),
        }
        rest = &rest[length..];
    }
    found
}
