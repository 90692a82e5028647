//! What XBoard writes otherwise than others: ten ranks it counts from 0 and all others from 1, and a king that begins
//! left of the middle has its long side on the right. The start of a game that an engine has defined it writes as
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
        let end = text.trim_end_matches(['+', '#', '!', '?']).len();
        let (stem, signs) = text.split_at(end);
        let other = match stem {
            "O-O" => "O-O-O",
            "O-O-O" => "O-O",
            _ => {
                let raised = match counts_lower_by(position.variant()) {
                    0 => Cow::Borrowed(text),
                    lower => Cow::Owned(raised(text, lower)),
                };
                return castled(position, &raised).map_or(raised, Cow::Owned);
            }
        };
        if begins_left(position) {
            Cow::Owned(format!("{other}{signs}"))
        } else {
            Cow::Borrowed(text)
        }
    }
}

/// Whether a FEN has the pieces of the start, where XBoard has written it for a game that an engine has defined: it
/// knows no rights but those of chess, and takes letters of others for something else.
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

/// The castling by which a piece goes to a square that it cannot go to otherwise, which XBoard takes for a move like
/// others where it does not know how the piece castles.
fn castled(position: &Position, text: &str) -> Option<String> {
    let stem = text.trim_end_matches(['+', '#', '!', '?']);
    let moves = position.legal_moves();
    let goes_there = |mv: &&Move| {
        let variant = position.variant();
        let letter = variant.letters().name(mv.piece).to_uppercase();
        let target = variant.square_name(mv.to);
        stem.strip_prefix(letter.as_str()) == Some(target.as_str())
    };
    let mut found = moves.iter().filter(goes_there);
    match (found.next(), found.next()) {
        (Some(only), None) if only.kind == MoveKind::Castle => Some(position.move_text(only)),
        _ => None,
    }
}

/// Whether the king that castles stands on the left one of two files in the middle.
fn begins_left(position: &Position) -> bool {
    let shape = position.variant().shape();
    let moves = position.legal_moves();
    let mut castles = moves.iter().filter(|mv| mv.kind == MoveKind::Castle);
    castles.any(|mv| 2 * (shape.file_of(mv.from) + 1) == shape.files())
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
