//! Capture-only zones: squares that may be entered only for captures that are impossible otherwise.

use smallvec::SmallVec;

use crate::geometry::{Perspective, Square};
use crate::rules::{CaptureOnly, CompiledRules};
use crate::state::Move;

/// Filters the moves of one piece from `first` on by the capture-only zone.
///
/// A move that enters no square of the zone is allowed. Of moves with the same captures only the one that
/// enters the fewest squares is allowed, if it is unique. Swaps and moves that remove the piece are exempt.
pub(in crate::movegen) fn keep_to_captures(
    rules: &CompiledRules,
    rule: &CaptureOnly,
    mover: (Square, Perspective),
    moves: &mut Vec<Move>,
    first: usize,
) {
    let Some(kept) = which_keep_to_captures(rules, rule, mover, &moves[first..]) else {
        return;
    };
    let mut index = 0;
    moves.retain(|_| {
        index += 1;
        index <= first || kept[index - 1 - first]
    });
}

/// For each move of one piece, whether it [is kept](keep_to_captures); `None` if all are.
/// The result for moves with captures does not depend on moves without.
pub(in crate::movegen) fn which_keep_to_captures(
    rules: &CompiledRules,
    rule: &CaptureOnly,
    (from, owner): (Square, Perspective),
    own: &[Move],
) -> Option<SmallVec<[bool; 32]>> {
    let compass = &rules.compass;
    let open = rule.open_targets(compass, owner, from);
    // PERF: a piece has few moves, and usually none enters the zone.
    if (own.iter()).all(|mv| mv.from == from && open.contains(mv.to)) {
        return None;
    }
    let mut entered: SmallVec<[usize; 32]> = SmallVec::new();
    for mv in own {
        entered.push(rule.n_entered(compass, owner, [mv.from, mv.to]));
    }
    let free = |mv: &Move| !mv.shifts.is_empty() || mv.from == mv.to;
    let may = |index: usize| {
        let (mv, count) = (&own[index], entered[index]);
        if count == 0 || free(mv) {
            return true;
        }
        if mv.captures.is_empty() {
            return false;
        }
        let rivals = own.iter().zip(&entered);
        let mut rivals = rivals.filter(|(other, _)| !free(other) && other.captures == mv.captures);
        rivals.all(|(other, others)| *others > count || other.to == mv.to)
    };
    let mut kept: SmallVec<[bool; 32]> = SmallVec::new();
    for index in 0..own.len() {
        kept.push(may(index));
    }
    let all = kept.iter().all(|kept| *kept);
    (!all).then_some(kept)
}
