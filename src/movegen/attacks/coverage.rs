//! Fast conservative attack test.

use crate::definition::{Action, CaptureMethod};
use crate::geometry::Square;
use crate::movegen::piece_moves::explodes;
use crate::rules::{By, CompiledRules};
use crate::state::{Piece, Setup};

/// Whether the piece on `from` might capture on `target`; `false` is certain.
#[inline]
pub(in crate::movegen) fn may_hit(
    rules: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    target: Square,
) -> bool {
    // PERF: most pieces are too far away, which needs no call.
    match rules.may_capture(piece, from, target) {
        None => may_hit_in_passing(rules, setup, piece, target),
        Some(By::Walks) => true,
        Some(By::Otherwise) => may_hit_otherwise(rules, setup, piece, target),
    }
}

/// Whether a piece with series of jumps might capture en passant on a square.
#[inline]
fn may_hit_in_passing(rules: &CompiledRules, setup: &Setup, piece: Piece, target: Square) -> bool {
    !setup.en_passant.is_empty()
        && rules.role(piece.role).leaps
        && setup.en_passant.iter().any(|mark| mark.victim == target)
}

/// [`may_hit`] for captures other than by walks.
fn may_hit_otherwise(rules: &CompiledRules, setup: &Setup, piece: Piece, target: Square) -> bool {
    let role = rules.role(piece.role);
    // PERF: in games with custodial captures half of the pieces are of this kind.
    if role.only_pincers && !rules.has_relays() {
        let friends = setup.board.squares_of(piece.color);
        return rules.compass.beside(target).meets(friends);
    }
    let acts = |action: &Action| {
        !matches!(
            action,
            Action::Swap { .. } | Action::Run(_) | Action::Resurrect { .. }
        )
    };
    let captures = |method: &CaptureMethod| match method {
        CaptureMethod::Custodial if !rules.has_relays() => {
            let friends = setup.board.squares_of(piece.color);
            rules.compass.beside(target).meets(friends)
        }
        CaptureMethod::Coordination if !role.king && !rules.has_relays() => {
            let mut kings = rules.kings(&setup.board, piece.color);
            kings.any(|king| {
                let [files, ranks] = rules.compass.apart(king, target);
                files == 0 || ranks == 0
            })
        }
        // A piece that only walks lends no actions.
        CaptureMethod::Mimic(_) => {
            let victim = setup.board.piece(target);
            victim.is_none_or(|victim| !rules.role(victim.role).only_walks)
        }
        _ => true,
    };
    explodes(role) || role.actions.iter().any(acts) || role.captures.methods.iter().any(captures)
}
