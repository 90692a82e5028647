//! Facts for the tables, recognized by the normal forms of clauses.

use super::data::{Condition, EndClause, EvaluationTime, Filter, MovePart, Set};
use crate::definition::Verdict;
use crate::definition::clause::{EndResult, Event, Moment};
use crate::geometry::Zone;
use crate::rules::data::{Goal, Lack, RuleFact, WhoLacks};
use crate::state::{Color, Piece, Role};

impl Condition {
    /// Whether a condition in normal form describes moves to dead ends: squares from which a piece
    /// could never move again, except by castling and promotion.
    pub(crate) fn is_of_dead_ends(&self) -> bool {
        let Condition::All(all) = self else {
            return false;
        };
        let is_not = |event: Event| {
            let mut all = all.iter();
            all.any(|one| match one {
                Condition::Not(one) => matches!(**one, Condition::Event(other) if other == event),
                _ => false,
            })
        };
        let mut conditions = all.iter();
        let is_stuck = conditions.any(|one| match one {
            Condition::At(Moment::After, one) => match &**one {
                Condition::Count(1, None, Set::All(sets)) => {
                    matches!(sets.as_slice(), [Set::Part(MovePart::To), Set::Stuck])
                }
                _ => false,
            },
            _ => false,
        });
        all.len() == 3 && is_stuck && is_not(Event::Castling) && is_not(Event::Promotion)
    }
}

impl EndClause {
    /// The fact that expresses the whole clause in normal form, if there is one.
    pub(crate) fn fact(&self) -> Option<RuleFact> {
        let Condition::At(Moment::After, condition) = &self.condition else {
            return None;
        };
        if self.asked == EvaluationTime::Mates {
            return None;
        }
        match &**condition {
            Condition::Count(0, Some(limit), Set::Filter(filter)) => {
                self.lack(u16::try_from(*limit).ok()?, filter)
            }
            Condition::Count(count @ 1.., None, Set::All(sets)) => match sets.as_slice() {
                [Set::Filter(filter), Set::Zone(zone)] => {
                    self.goal(u16::try_from(*count).ok()?, filter, zone)
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn lack(&self, limit: u16, filter: &Filter) -> Option<RuleFact> {
        let own = || Color::ALL.map(|side| kinds(filter, side, side));
        let mut lack = if filter.is_about(Color::opponent) {
            let them = |side: Color| kinds(filter, side.opponent(), side);
            Lack::of(Color::ALL.map(them), WhoLacks::Either)
        } else if filter.is_about(|us| us) {
            Lack::of(own(), WhoLacks::Either)
        } else if limit == 0 && filter.is_the_same_for_both() && self.result == EndResult::Draw {
            Lack::of(own(), WhoLacks::Both)
        } else {
            return None;
        };
        lack.limit = limit;
        Some(RuleFact::Lack(lack))
    }

    fn goal(&self, count: u16, filter: &Filter, zone: &Zone) -> Option<RuleFact> {
        let result = match self.result {
            EndResult::OwnWins => Verdict::Win,
            EndResult::EnemyWins => Verdict::Loss,
            EndResult::Draw => Verdict::Draw,
            EndResult::OwnGets(..) => return None,
        };
        if !filter.is_about(|us| us) {
            return None;
        }
        let own = |side: Color| Some(kinds(filter, side, side));
        let squares = |side: Color| zone.of(side.perspective()).clone();
        let mut goal = Goal::of(Color::ALL.map(own), Color::ALL.map(squares));
        goal.count = count;
        goal.result = result;
        Some(RuleFact::Goal(goal))
    }
}

/// The kinds of a side's pieces in a filter, for the side that moves, `us`.
fn kinds(filter: &Filter, us: Color, side: Color) -> Vec<Role> {
    let pieces = (0..Role::MAX).map(|role| Piece {
        color: side,
        role: Role::new(role),
    });
    let meant = pieces.filter(|piece| filter.contains(us, *piece));
    meant.map(|piece| piece.role).collect()
}

impl Filter {
    /// Whether the filter contains only pieces of one side, given relative to the side that moves.
    fn is_about(&self, side_for: fn(Color) -> Color) -> bool {
        Color::ALL.into_iter().all(|us| {
            let side = side_for(us);
            self.sides[us.index()][side.index()] && !self.sides[us.index()][side.opponent().index()]
        })
    }
}
