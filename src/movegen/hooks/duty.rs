//! The duty to capture pieces that are threatened, with its exceptions for the king's safety.
//!
//! - *A king that is not in check.* Where a threat can be carried out safely, one of the pieces so
//!   threatened must be captured, by any piece. Where every threat would expose the king, the
//!   player must move so that this ends, if that is possible.
//! - *A king in check.* If a threatened piece can be captured by a move that parries, it must be.
//!
//! The duty never takes all moves away.

use smallvec::SmallVec;

use crate::definition::{Action, CaptureDuty, Hooks};
use crate::geometry::Square;
use crate::rules::Rulebook;
use crate::state::{Move, Setup};

use super::series::series;
use super::{may_hit, piece_moves, steps};
use crate::movegen::legality::{in_check, is_safe, played};

/// A move that makes a duty, and the piece that it threatens.
struct Threat {
    one: Move,
    victim: Square,
}

/// The safe moves that the duty leaves.
pub(super) fn dutiful(
    book: &Rulebook,
    hooks: &Hooks,
    duty: CaptureDuty,
    setup: &Setup,
    mut safe: Vec<Move>,
) -> Vec<Move> {
    let threats = threats(book, hooks, duty, setup);
    if threats.is_empty() {
        return safe;
    }
    let checked = in_check(book, setup);
    let exposed: SmallVec<[Square; 4]> = threats
        .iter()
        .filter(|threat| checked || is_safe(book, setup, &threat.one))
        .map(|threat| threat.victim)
        .collect();
    let captures = |one: &Move| exposed.iter().any(|square| one.captures.contains(square));
    if !exposed.is_empty() {
        if safe.iter().any(captures) {
            safe.retain(captures);
        }
        return safe;
    }
    let unblocks = |one: &Move| !is_blocked(book, hooks, duty, &passed_back(book, setup, one));
    if safe.iter().any(unblocks) {
        safe.retain(unblocks);
    }
    safe
}

/// Whether there is a duty.
pub(super) fn is_threatened(
    book: &Rulebook,
    hooks: &Hooks,
    duty: CaptureDuty,
    setup: &Setup,
) -> bool {
    !threats(book, hooks, duty, setup).is_empty()
}

/// The captures that make a duty.
fn threats(book: &Rulebook, hooks: &Hooks, duty: CaptureDuty, setup: &Setup) -> Vec<Threat> {
    let mut threats = Vec::new();
    let mut moves = Vec::new();
    let meant = |square: Square| {
        setup
            .board
            .piece(square)
            .is_some_and(|piece| piece.color != setup.turn && duty.of.contains(piece.role.index()))
    };
    let meant_squares: SmallVec<[Square; 16]> = setup
        .board
        .pieces()
        .map(|(square, _)| square)
        .filter(|square| meant(*square))
        .collect();
    let passing = setup.en_passant.iter().any(|one| meant(one.victim));
    for (from, piece) in setup.board.pieces_of(setup.turn) {
        if !duty.by.contains(piece.role.index()) {
            continue;
        }
        moves.clear();
        let mut jumps = false;
        for action in &book.role(piece.role).powers.actions {
            let Action::JumpSeries(rules) = action else {
                continue;
            };
            jumps = true;
            for one in series(book, setup, from, piece, rules) {
                let Some(victim) = one.first.filter(|first| meant(*first)) else {
                    continue;
                };
                one.add(book, setup, (from, piece), &mut moves);
                threats.extend(moves.drain(..).map(|one| Threat { one, victim }));
            }
        }
        if !jumps || duty.steps {
            let threatens = |square: &Square| may_hit(book, setup, from, piece, *square);
            if !passing && !meant_squares.iter().any(threatens) {
                continue;
            }
            if jumps {
                steps(book, setup, from, piece, &mut moves);
            } else {
                piece_moves(book, hooks, setup, from, piece, &mut moves);
            }
            for one in moves.drain(..) {
                for victim in one.captures.iter().copied().filter(|square| meant(*square)) {
                    let one = one.clone();
                    threats.push(Threat { one, victim });
                }
            }
        }
    }
    threats
}

/// The setup after a move, with the same player to move again. Rights to capture en passant are
/// not part of it.
fn passed_back(book: &Rulebook, setup: &Setup, one: &Move) -> Setup {
    let mut after = played(book, setup, one);
    after.turn = setup.turn;
    after.en_passant.clear();
    after
}

/// Whether there are threats, and all of them would expose a king that is safe now.
fn is_blocked(book: &Rulebook, hooks: &Hooks, duty: CaptureDuty, setup: &Setup) -> bool {
    let threats = threats(book, hooks, duty, setup);
    !threats.is_empty()
        && !in_check(book, setup)
        && !threats
            .iter()
            .any(|threat| is_safe(book, setup, &threat.one))
}
