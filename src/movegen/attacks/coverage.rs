//! Whether a piece could ever capture on a square, told quickly.

use crate::definition::{Action, CaptureMethod};
use crate::geometry::Square;
use crate::movegen::piece_moves::explodes;
use crate::rules::{By, CompiledRules};
use crate::state::{Piece, Setup};

/// Whether the piece on `from` could ever capture on `target`; what cannot be told quickly may be.
#[inline]
pub(in crate::movegen) fn may_hit(
    book: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    target: Square,
) -> bool {
    // PERF: most pieces are far away, which is told here without a call.
    match book.may_capture(piece, from, target) {
        None => may_hit_in_passing(book, setup, piece, target),
        Some(By::Walks) => true,
        Some(By::Otherwise) => may_hit_otherwise(book, setup, piece, target),
    }
}

/// Whether a piece jumps in series, and what stands on a square could be captured in passing.
#[inline]
fn may_hit_in_passing(book: &CompiledRules, setup: &Setup, piece: Piece, target: Square) -> bool {
    !setup.en_passant.is_empty()
        && book.role(piece.role).leaps
        && setup.en_passant.iter().any(|mark| mark.victim == target)
}

/// [`may_hit`] of a piece that reaches so far otherwise than by its walks.
fn may_hit_otherwise(book: &CompiledRules, setup: &Setup, piece: Piece, target: Square) -> bool {
    let role = book.role(piece.role);
    // PERF: in games with pincers they are half of the pieces.
    if role.only_pincers && !book.has_relays() {
        let friends = setup.board.squares_of(piece.color);
        return book.compass.beside(target).meets(friends);
    }
    let acts = |action: &Action| {
        !matches!(
            action,
            Action::Swap { .. } | Action::Run(_) | Action::Resurrect { .. }
        )
    };
    let captures = |method: &CaptureMethod| match method {
        CaptureMethod::Custodial if !book.has_relays() => {
            let friends = setup.board.squares_of(piece.color);
            book.compass.beside(target).meets(friends)
        }
        CaptureMethod::Coordination if !role.king && !book.has_relays() => {
            let mut kings = book.kings(&setup.board, piece.color);
            kings.any(|king| {
                let [files, ranks] = book.compass.apart(king, target);
                files == 0 || ranks == 0
            })
        }
        // Nothing is borrowed from a piece that only walks.
        CaptureMethod::Mimic(_) => {
            let victim = setup.board.piece(target);
            victim.is_none_or(|victim| !book.role(victim.role).only_walks)
        }
        _ => true,
    };
    explodes(role) || role.actions.iter().any(acts) || role.captures.methods.iter().any(captures)
}
