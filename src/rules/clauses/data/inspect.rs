//! Queries over the syntax tree of clauses.

use std::cell::Cell;

use super::clause::{Act, Become, Condition, EffectClause, Goal, Model, MoveClause, Set, Verb};
use crate::definition::clause::{Event, Moment};

/// A condition or a set within a clause.
#[derive(Clone, Copy)]
pub(crate) enum Node<'a> {
    Condition(&'a Condition),
    Set(&'a Set),
}

/// A tree of conditions and sets.
pub(crate) trait Inspect {
    /// Whether a node of the tree, the root included, has a property.
    fn any_node(&self, is_such: &dyn Fn(Node<'_>) -> bool) -> bool;

    /// Whether a condition within has a property.
    fn has_condition(&self, is_such: &dyn Fn(&Condition) -> bool) -> bool {
        self.any_node(&|node| matches!(node, Node::Condition(one) if is_such(one)))
    }

    /// Whether a set within has a property.
    fn has_set(&self, is_such: &dyn Fn(&Set) -> bool) -> bool {
        self.any_node(&|node| matches!(node, Node::Set(one) if is_such(one)))
    }

    /// Whether it depends on the move, or on the previous one.
    fn asks_for_move(&self) -> bool {
        self.any_node(&|node| {
            matches!(
                node,
                Node::Condition(Condition::Event(_) | Condition::Becomes(_))
                    | Node::Set(Set::Part(_) | Set::Last(_))
            )
        })
    }

    /// Whether it depends on a position after the move. Such a condition is tested when the move is
    /// made, so it removes no attacks.
    fn needs_move(&self) -> bool {
        // Check depends on attacks.
        self.tests_later_position() || self.asks_for_check()
    }

    /// Whether it tests the position after the move.
    fn tests_later_position(&self) -> bool {
        self.has_condition(&|one| {
            matches!(one, Condition::Becomes(_) | Condition::At(Moment::After, _))
        })
    }

    /// Whether it depends on check or mate.
    fn asks_for_check(&self) -> bool {
        self.has_condition(&|one| {
            matches!(
                one,
                Condition::InCheck | Condition::Event(Event::Check | Event::Mate)
            )
        })
    }

    /// Whether it depends on mate.
    fn asks_for_mate(&self) -> bool {
        self.has_condition(&|one| matches!(one, Condition::Event(Event::Mate)))
    }

    /// Whether it depends on the previous move.
    fn reads_last(&self) -> bool {
        self.has_set(&|one| matches!(one, Set::Last(_)))
    }

    /// Whether it depends on which pieces have not moved.
    fn depends_on_first_moves(&self) -> bool {
        self.has_set(&|one| matches!(one, Set::Unmoved))
    }

    /// The last move number that it distinguishes from later ones; 0 if it does not depend on the move number.
    fn last_turn(&self) -> u16 {
        let last = Cell::new(0);
        self.has_condition(&|one| {
            if let Condition::Turn(from, to) = one {
                let number = to.unwrap_or_else(|| from.saturating_sub(1));
                last.set(last.get().max(number));
            }
            false
        });
        u16::try_from(last.get()).unwrap_or(u16::MAX)
    }
}

impl Inspect for Condition {
    fn any_node(&self, is_such: &dyn Fn(Node<'_>) -> bool) -> bool {
        is_such(Node::Condition(self))
            || match self {
                Condition::Not(one) | Condition::At(_, one) => one.any_node(is_such),
                Condition::All(all) | Condition::Any(all) => {
                    all.iter().any(|one| one.any_node(is_such))
                }
                Condition::Count(_, _, set) => set.any_node(is_such),
                Condition::Compare(_, left, _, right) => {
                    left.any_node(is_such) || right.any_node(is_such)
                }
                Condition::Event(_)
                | Condition::InCheck
                | Condition::Turn(..)
                | Condition::Becomes(_) => false,
            }
    }
}

impl Inspect for Set {
    fn any_node(&self, is_such: &dyn Fn(Node<'_>) -> bool) -> bool {
        let within = |set: &Set| set.any_node(is_such);
        is_such(Node::Set(self))
            || match self {
                Set::Not(set) | Set::Named(_, set) => within(set),
                Set::Related(relation, set) => {
                    within(set) || relation.open.as_deref().is_some_and(within)
                }
                Set::All(sets) | Set::Any(sets) => sets.iter().any(within),
                Set::With(condition) => condition.any_node(is_such),
                Set::Enclosed(enclosure) => enclosure.ends.iter().any(within),
                _ => false,
            }
    }
}

impl Inspect for Act {
    fn any_node(&self, is_such: &dyn Fn(Node<'_>) -> bool) -> bool {
        let other = match &self.verb {
            Verb::Go(Goal::Square(set), _) | Verb::Become(Become::Pieces(set)) => Some(set),
            _ => None,
        };
        self.set.any_node(is_such) || other.is_some_and(|set| set.any_node(is_such))
    }
}

impl Inspect for EffectClause {
    fn any_node(&self, is_such: &dyn Fn(Node<'_>) -> bool) -> bool {
        let condition = self.condition.as_ref();
        condition.is_some_and(|condition| condition.any_node(is_such))
            || self.actions.iter().any(|act| act.any_node(is_such))
    }
}

impl Inspect for MoveClause {
    fn any_node(&self, is_such: &dyn Fn(Node<'_>) -> bool) -> bool {
        let condition = self.condition.as_ref();
        let model = match &self.model {
            Some(Model::Pieces(set)) => Some(set),
            _ => None,
        };
        let sets = [Some(&self.pieces), self.goal.as_ref(), model];
        condition.is_some_and(|condition| condition.any_node(is_such))
            || sets.into_iter().flatten().any(|set| set.any_node(is_such))
            || (self.effect.as_ref()).is_some_and(|effect| effect.any_node(is_such))
    }
}
