//! Where a move brings pieces.

use crate::geometry::Square;
use crate::state::{Move, MoveKind};

/// The squares to which a move brings the mover and the pieces that it takes along, such as both that
/// castle. What custom rules do with them afterwards does not count.
pub(super) fn arrived(mv: &Move) -> impl Iterator<Item = Square> {
    let own = (mv.from != mv.to || mv.kind == MoveKind::Drop).then_some(mv.to);
    let shifts = mv.shifts.iter();
    let shifted = shifts.filter(|(origin, target)| origin != target);
    own.into_iter().chain(shifted.map(|(_, target)| *target))
}
