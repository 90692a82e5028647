//! Additional captures by clauses, and captures without moving.

use smallvec::SmallVec;

use crate::geometry::Square;
use crate::rules::clauses::data::{Act, Condition, EffectClause, Inspect, MovePart, Set, Verb};
use crate::rules::clauses::evaluation::{ClauseContext, Later, MoveFacts};
use crate::rules::data::RuleContext;
use crate::state::{Move, MoveKind, Piece};

/// Squares of captured pieces.
type Victims = SmallVec<[Square; 4]>;

/// The additional victims of a move by clauses, without its own victims.
pub(crate) fn captured_besides<'c>(
    clauses: impl Iterator<Item = &'c EffectClause>,
    at: &RuleContext<'_>,
    mv: &Move,
) -> Victims {
    let facts = MoveFacts::of_move(mv);
    let after = at.relocated(mv);
    let before = ClauseContext::before(at, &facts, Some(Later::OnDemand(&after)));
    let mut victims = Victims::new();
    for clause in clauses.filter(|clause| clause.captures()) {
        if !clause.happens(&before) {
            continue;
        }
        let later = before.later();
        let acts = clause.actions.iter();
        for act in acts.filter(|act| matches!(act.verb, Verb::Capture)) {
            act.set.any(&later, |element| {
                let square = element.square;
                let is_victim = |piece: Piece| {
                    // The mover is no longer on its initial square.
                    piece.color != mv.piece.color
                        && at.piece(square) == Some(piece)
                        && !at.is_protected(square, piece.color)
                };
                let mut known = [&mv.captures, &mv.converts].into_iter();
                if element.piece.is_some_and(is_victim)
                    && !victims.contains(&square)
                    && !known.any(|known| known.contains(&square))
                {
                    victims.push(square);
                }
                false
            });
        }
    }
    victims
}

/// Whether a piece could capture on a square other than its target by the clauses.
pub(crate) fn captures_besides(
    clauses: &[EffectClause],
    at: &RuleContext<'_>,
    piece: Piece,
    from: Square,
    target: Square,
) -> bool {
    let is_enemy = |victim: Piece| victim.color != piece.color;
    let facts = MoveFacts::of_attack(piece, from, target);
    let context = ClauseContext::before(at, &facts, None);
    // Conditions about check are tested when the move is made.
    let clauses = clauses.iter().filter(|clause| {
        clause.captures() && !clause.asks_for_check() && clause.may_take(&context, target)
    });
    at.piece(target).is_some_and(is_enemy)
        && clauses.clone().next().is_some()
        && at.walks(from).into_iter().any(|mv| {
            let victims = captured_besides(clauses.clone(), at, &mv);
            victims.contains(&target)
        })
}

impl EffectClause {
    /// Whether it captures additional pieces.
    pub(crate) fn captures(&self) -> bool {
        let mut actions = self.actions.iter();
        actions.any(|act| matches!(act.verb, Verb::Capture))
    }

    /// Whether a move of the context's piece, to any target, could capture a piece on a square.
    fn may_take(&self, context: &ClauseContext<'_>, target: Square) -> bool {
        // PERF: most pieces are of other kinds, or too far away.
        let is_asked = |condition: &Condition| condition.may_hold_of_mover(context);
        let mut acts = self.actions.iter();
        self.condition.as_ref().is_none_or(is_asked)
            && acts.any(|act| {
                matches!(act.verb, Verb::Capture) && act.set.may_be_left(context, target)
            })
    }
}

impl Condition {
    /// Whether it may hold for a move of the context's piece, judged by its kind and square.
    fn may_hold_of_mover(&self, context: &ClauseContext<'_>) -> bool {
        match self {
            Condition::All(all) => all.iter().all(|one| one.may_hold_of_mover(context)),
            Condition::Count(1.., _, Set::All(sets)) => match sets.as_slice() {
                [
                    Set::Part(MovePart::Mover | MovePart::From),
                    Set::Filter(filter),
                ] => {
                    let mover = context
                        .only(MovePart::From)
                        .and_then(|from| context.piece(from));
                    mover.is_none_or(|mover| filter.contains(context.side(), mover))
                }
                _ => true,
            },
            _ => true,
        }
    }
}

impl Set {
    /// Whether a piece may be an element after the context's piece has left its square.
    fn may_be_left(&self, context: &ClauseContext<'_>, target: Square) -> bool {
        match self {
            Set::All(sets) => sets.iter().all(|set| set.may_be_left(context, target)),
            Set::Enclosed(enclosure) => enclosure.may_begin_at_from(context, target),
            _ => true,
        }
    }
}

// Captures without moving: the mover stays on its square.

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
