//! Marks that clauses set.

use crate::geometry::Square;
use crate::rules::clauses::data::{EffectClause, MovePart, may_mark};
use crate::rules::data::RuleContext;
use crate::state::{Color, Effect, Move};

/// The move is illegal.
pub(crate) struct Illegal;

/// The effect of a clause that only marks the origin or the target of a move; `None` for other clauses.
///
/// PERF: such a mark needs no position after the move.
pub(crate) fn only_mark(
    clause: &EffectClause,
    at: &RuleContext<'_>,
    mv: &Move,
) -> Option<Result<Effect, Illegal>> {
    let [act] = clause.actions.as_slice() else {
        return None;
    };
    let (mark, part) = act.marked_part()?;
    let square = if part == MovePart::From {
        mv.from
    } else {
        mv.to
    };
    Some(mark_effect(at, mv.piece.color, mark, square).ok_or(Illegal))
}

/// The effect that marks a square; `None` if the side may not use the mark.
pub(super) fn mark_effect(
    at: &RuleContext<'_>,
    side: Color,
    mark: usize,
    square: Square,
) -> Option<Effect> {
    let (rule, state) = at.rule_of("marks")?;
    may_mark(state, mark, side).then_some(Effect::Mark {
        rule,
        mark: u8::try_from(mark).ok()?,
        square,
    })
}
