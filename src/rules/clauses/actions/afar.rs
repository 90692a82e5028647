//! Captures without moving: the mover stays on its square.

use crate::rules::clauses::data::{Act, EffectClause, Verb};
use crate::rules::clauses::evaluation::{ClauseContext, Later, MoveFacts};
use crate::rules::data::RuleContext;
use crate::state::{Move, MoveKind};

/// The capture without moving that clauses make of a capture, if any, and whether the ordinary
/// capture remains legal. The capture is `None` if a gate or wall needs the square of the mover.
pub(crate) fn capture_from_afar(
    clauses: &[EffectClause],
    at: &RuleContext<'_>,
    mv: &Move,
) -> Option<(Option<Move>, bool)> {
    let captures = mv.kind == MoveKind::Normal
        && mv.is_capture()
        && mv.from != mv.to
        && mv.mover_stays()
        && mv.shifts.is_empty();
    let mut acts = clauses.iter().flat_map(|clause| &clause.actions);
    if !captures || !acts.any(Act::stays) {
        return None;
    }
    let facts = MoveFacts::of_move(mv);
    let after = at.relocated(mv);
    let before = ClauseContext::before(at, &facts, Some(Later::OnDemand(&after)));
    let later = before.later();
    let happening = clauses.iter().filter(|clause| clause.happens(&before));
    let mut acts = happening.flat_map(|clause| &clause.actions);
    let is_optional = acts.find_map(|act| match act.verb {
        Verb::Stay { is_optional } if act.set.any(&later, |_| true) => Some(is_optional),
        _ => None,
    })?;
    // A gate or wall needs the square that the piece does not leave.
    let leaves_nothing = mv.gate.is_none() && mv.wall != Some(mv.from);
    let shot = leaves_nothing.then(|| {
        let mut shot = Move {
            to: mv.from,
            promotion: None,
            from_hand: false,
            ..mv.clone()
        };
        shot.marks.clear();
        shot.effects.extend(at.stays_unmoved(mv.from));
        shot
    });
    Some((shot, is_optional))
}
