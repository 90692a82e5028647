//! Squares that may be entered only for captures that cannot be made otherwise.

use smallvec::SmallVec;

use crate::geometry::{Perspective, Square};
use crate::rules::{CaptureOnly, CompiledRules};
use crate::state::Move;

/// Keeps of one piece's moves from `first` on those that may enter the squares of the zone.
///
/// A move that enters none may be made. Of those that do, and capture the same pieces, only the
/// one that enters fewest may, if there is a single one. Changing places and leaving the board
/// are not hindered.
pub(in crate::movegen) fn keep_to_captures(
    book: &CompiledRules,
    rule: &CaptureOnly,
    mover: (Square, Perspective),
    moves: &mut Vec<Move>,
    first: usize,
) {
    let Some(kept) = which_keep_to_captures(book, rule, mover, &moves[first..]) else {
        return;
    };
    let mut index = 0;
    moves.retain(|_| {
        index += 1;
        index <= first || kept[index - 1 - first]
    });
}

/// Which of one piece's moves [stay](keep_to_captures); `None` if all do. What others capture than nothing
/// does not depend on moves that capture nothing.
pub(in crate::movegen) fn which_keep_to_captures(
    book: &CompiledRules,
    rule: &CaptureOnly,
    (from, owner): (Square, Perspective),
    own: &[Move],
) -> Option<SmallVec<[bool; 32]>> {
    let compass = &book.compass;
    let open = rule.open_targets(compass, owner, from);
    // PERF: pieces have few moves, and mostly none enters any.
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
