//! Moves as the protocols write them.

use crate::game::Position;
use crate::source::{Diagnostic, Span, codes};
use crate::state::{Move, MoveKind};

/// Whose way of writing moves is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spelling {
    /// Our own.
    Ferz,
    /// Fairy-Stockfish's: castling as the king's own step, or as the king taking its partner.
    FairyStockfish { to_partner: bool },
}

/// The text of a legal move.
pub(crate) fn write(position: &Position, mv: &Move, spelling: Spelling) -> String {
    let text = position.move_text(mv);
    let Spelling::FairyStockfish { to_partner } = spelling else {
        return text;
    };
    match (mv.kind, mv.shifts.first()) {
        (MoveKind::Castle, Some((partner, _))) if to_partner || text.contains(';') => {
            let shape = position.variant().shape();
            format!("{}{}", shape.name(mv.from), shape.name(*partner))
        }
        _ => text,
    }
}

/// The legal move that a text means.
pub(crate) fn read(
    position: &Position,
    text: &str,
    spelling: Spelling,
) -> Result<Move, Diagnostic> {
    if matches!(text, "0000" | "@@@@") {
        return pass(position).ok_or_else(|| {
            let message = "passing is not a legal move here";
            Diagnostic::new(codes::ILLEGAL_MOVE, Span::new(0, text.len()), message)
        });
    }
    if matches!(spelling, Spelling::FairyStockfish { to_partner: true })
        && let Some(castling) = castling_to_partner(position, text)
    {
        return Ok(castling);
    }
    position.parse_move(text)
}

/// The only way to pass, if there is one.
pub(super) fn pass(position: &Position) -> Option<Move> {
    let mut passes = position.legal_moves().into_iter().filter(Move::is_pass);
    match (passes.next(), passes.next()) {
        (Some(pass), None) => Some(pass),
        _ => None,
    }
}

/// The castling that is written as the king taking its partner.
fn castling_to_partner(position: &Position, text: &str) -> Option<Move> {
    let shape = position.variant().shape();
    let (from, length) = shape.parse_prefix(text)?;
    let partner = shape.parse(&text[length..])?;
    let origin = |mv: &Move| mv.shifts.first().map(|(origin, _)| *origin);
    let mut moves = position.moves_from(from).into_iter();
    moves.find(|mv| mv.kind == MoveKind::Castle && origin(mv) == Some(partner))
}
