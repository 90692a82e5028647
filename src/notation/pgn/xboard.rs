//! What XBoard writes otherwise than others: on ten ranks it counts from 0, and a king that begins left of
//! the middle has its long side on the right.

use std::borrow::Cow;

use super::Pgn;
use crate::game::{Position, Variant};
use crate::state::MoveKind;

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
        let end = text.trim_end_matches(['+', '#', '!', '?']).len();
        let (stem, signs) = text.split_at(end);
        let other = match stem {
            "O-O" => "O-O-O",
            "O-O-O" => "O-O",
            _ if counts_from_zero(position.variant()) => return Cow::Owned(raised(text)),
            _ => return Cow::Borrowed(text),
        };
        if begins_left(position) {
            Cow::Owned(format!("{other}{signs}"))
        } else {
            Cow::Borrowed(text)
        }
    }
}

fn counts_from_zero(variant: &Variant) -> bool {
    let shape = variant.shape();
    shape.ranks() == 10 && shape.rank_label(0) == "1"
}

/// Whether the king that castles stands on the left one of two files in the middle.
fn begins_left(position: &Position) -> bool {
    let shape = position.variant().shape();
    let moves = position.legal_moves();
    let mut castles = moves.iter().filter(|mv| mv.kind == MoveKind::Castle);
    castles.any(|mv| 2 * (shape.file_of(mv.from) + 1) == shape.files())
}

/// A text with every number in it raised by one.
fn raised(text: &str) -> String {
    let mut found = String::new();
    let mut rest = text;
    while let Some(char) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let length = if digits > 0 { digits } else { char.len_utf8() };
        match rest[..length].parse::<u32>() {
            Ok(number) => found.push_str(&number.saturating_add(1).to_string()),
            Err(_) => found.push_str(&rest[..length]),
        }
        rest = &rest[length..];
    }
    found
}
