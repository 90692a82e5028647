//! Victims of capture methods, added to moves.

use crate::rules::{Captor, CompiledRules, Victims, is_burned, is_protected};
use crate::source::budget::spend;
use crate::state::{Move, MoveKind, Piece, Setup};

/// Budget steps for the victims of a move.
const VICTIMS: u64 = 128;

/// Adds the victims of the capture methods of the moving pieces. Usually these are `piece`, but it may move
/// another piece.
pub(in crate::movegen) fn add_victims(
    rules: &CompiledRules,
    setup: &Setup,
    piece: Piece,
    moves: &mut [Move],
) {
    let mut captor = Captor::new(rules, setup, piece);
    for mv in moves {
        if mv.kind != MoveKind::Normal || mv.from == mv.to {
            continue;
        }
        if spend(VICTIMS).is_err() {
            return;
        }
        if mv.piece != captor.piece() {
            captor = Captor::new(rules, setup, mv.piece);
        }
        let captures = &rules.role(mv.piece.role).captures;
        let arrived = Piece {
            role: mv.role_after(),
            ..mv.piece
        };
        if captures.unless_burned && is_burned(rules, setup, mv, arrived) {
            continue;
        }
        take(mv, captor.victims(mv), captures.convert);
    }
}

/// Adds the victims of the piece that results from a promotion, if its capture methods apply to promotions.
/// Returns whether the move is legal: it must not capture protected pieces.
pub(in crate::movegen) fn add_victims_of_promoted(
    rules: &CompiledRules,
    setup: &Setup,
    mv: &mut Move,
) -> bool {
    let Some(role) = mv.promotion.filter(|_| rules.captures_on_promotion) else {
        return true;
    };
    let captures = &rules.role(role).captures;
    let arrived = Piece { role, ..mv.piece };
    let is_spared = captures.unless_burned && is_burned(rules, setup, mv, arrived);
    if !captures.on_promotion || is_spared {
        return true;
    }
    let victims = Captor::new(rules, setup, arrived).victims(mv);
    let side = arrived.color.opponent();
    let is_free = !(victims.iter()).any(|victim| is_protected(rules, setup, *victim, side));
    take(mv, victims, captures.convert);
    is_free
}

/// Adds victims to the captures or conversions of a move.
fn take(mv: &mut Move, victims: Victims, converts: bool) {
    if victims.is_empty() {
        return;
    }
    let mut new = victims;
    // A partner that the move has shifted to the vacated square is no victim.
    new.retain(|victim| *victim != mv.from && !mv.captures.contains(victim));
    if converts {
        mv.converts.extend(new);
    } else if !new.is_empty() {
        mv.captures.extend(new);
        mv.captures.sort_unstable();
    }
}
