//! What XBoard writes otherwise than others: ten ranks it counts from 0 and all others from 1, and a king that begins
//! left of the middle, or in it, has a long side on the right. The start of a game that an engine has defined it writes as
//! well as it knows it.

use std::borrow::Cow;

use super::Pgn;
use crate::game::{Position, Variant};
use crate::state::{Move, MoveKind};

/// How moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Habits {
    Usual,
    XBoard,
}

impl Habits {
    /// What a game is taken to be written by, and what if that cannot be read: XBoard alone writes the tag
    /// `VariantMen`, but not in all games.
    pub(super) fn of(pgn: &Pgn) -> [Habits; 2] {
        if pgn.tag("VariantMen").is_some() {
            [Habits::XBoard, Habits::Usual]
        } else {
            [Habits::Usual, Habits::XBoard]
        }
    }

    /// A move as others write it.
    pub(super) fn usual<'t>(self, position: &Position, text: &'t str) -> Cow<'t, str> {
        if self == Habits::Usual {
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

/// Whether a FEN that cannot be read has the pieces of the start, where XBoard has written it for a game that an engine
/// has defined: it knows no rights but those of chess, and takes letters of others for something else.
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

/// How much lower XBoard counts ranks than the variant does.
fn counts_lower_by(variant: &Variant) -> i64 {
    let shape = variant.shape();
    let first = shape.rank_label(0).parse::<i64>().unwrap_or(1);
    first - i64::from(shape.ranks() != 10)
}

/// The only legal move of a kind.
fn only(position: &Position, is_sought: impl Fn(&Move) -> bool) -> Option<Move> {
    let mut found = position.legal_moves().into_iter().filter(is_sought);
    found.next().filter(|_| found.next().is_none())
}

/// How a castling is written, by the files of the king: where it stands in the middle of an odd number of them, both
/// sides may be the long one.
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

/// The castling by which a piece goes to a square that it cannot go to otherwise, which XBoard takes for a move like
/// others where it does not know how the piece castles.
fn as_castling(position: &Position, text: &str) -> Option<String> {
    let stem = text.trim_end_matches(['+', '#', '!', '?']);
    let goes_there = |mv: &Move| {
        let variant = position.variant();
        let letter = variant.letters().name(mv.piece).to_uppercase();
        stem.strip_prefix(letter.as_str()) == Some(variant.square_name(mv.to).as_str())
    };
    // Most texts are no castling, and of those nothing else is asked.
    let castle = only(position, |mv| mv.kind == MoveKind::Castle && goes_there(mv))?;
    only(position, goes_there)?;
    Some(position.move_text(&castle))
}

/// A text with every number in it raised.
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
