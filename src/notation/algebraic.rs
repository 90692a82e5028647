//! What short algebraic notation (`Nf3`, `exd5`, `O-O`) would be here; it is not read.

use crate::game::Position;
use crate::state::{Move, MoveKind};

/// Bytes of the longest text that is looked at.
const MAX_LENGTH: usize = 16;

/// If a text looks like short algebraic notation: the texts of the legal moves that it may mean.
pub(super) fn meant<'a>(
    position: &Position,
    known: &'a [(String, Move)],
    text: &str,
) -> Option<Vec<&'a str>> {
    if text.len() > MAX_LENGTH {
        return None;
    }
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    let of = |is_meant: &dyn Fn(&Move) -> bool| -> Vec<&'a str> {
        let meant = known.iter().filter(|(_, mv)| is_meant(mv));
        meant.map(|(text, _)| text.as_str()).collect()
    };
    if ["O-O", "O-O-O", "0-0", "0-0-0"].contains(&text) {
        return Some(of(&|mv| mv.kind == MoveKind::Castle));
    }
    let variant = position.variant();
    let (shape, letters) = (variant.shape(), variant.letters());
    // The target square stands at the end, or before the piece to which a pawn promotes.
    let head = text.trim_end_matches(|sign: char| sign == '=' || sign.is_ascii_uppercase());
    let promotion = text[head.len()..].trim_start_matches('=');
    let (start, to) = head.char_indices().find_map(|(start, _)| {
        let (square, len) = shape.parse_prefix(&head[start..])?;
        (start + len == head.len()).then_some((start, square))
    })?;
    let piece: &str = {
        let end = head.find(|sign: char| !sign.is_ascii_uppercase());
        &head[..end.unwrap_or(head.len())]
    };
    // The file or the rank from which the piece comes, and whether it captures.
    let between = head.get(piece.len()..start)?;
    let is_origin = |sign: char| sign.is_ascii_lowercase() || sign.is_ascii_digit();
    if between.len() > 4 || !between.chars().all(is_origin) {
        return None;
    }
    let origin = between.trim_end_matches('x');
    // Pawns name their file, and only where they capture.
    let is_file = origin != between && origin.chars().all(char::is_alphabetic);
    if piece.is_empty() && !between.is_empty() && !is_file {
        return None;
    }
    let role = if piece.is_empty() {
        None
    } else {
        Some(letters.role(piece)?)
    };
    let promoted = if promotion.is_empty() {
        None
    } else {
        Some(letters.role(promotion)?)
    };
    let pawn = variant.def().pieces.get_index_of("pawn");
    let plays = |mv: &Move| match role {
        Some(role) => mv.piece.role == role,
        // Where nobody is called a pawn, it may be anybody.
        None => pawn.is_none_or(|pawn| mv.piece.role.index() == pawn),
    };
    let meant = of(&|mv| {
        mv.kind == MoveKind::Walk
            && mv.to == to
            && plays(mv)
            && shape.name(mv.from).contains(origin)
            && promoted.is_none_or(|promoted| mv.promotion == Some(promoted))
    });
    // Squares alone may be the beginning of anything.
    (!piece.is_empty() || !meant.is_empty()).then_some(meant)
}
