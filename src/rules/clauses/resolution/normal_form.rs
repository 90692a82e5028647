//! Normal form of conditions for fast evaluation: conditions on pieces alone become one table
//! lookup, and cheap conditions come first.

use crate::definition::clause::{Event, Moment};
use crate::geometry::CompactSort;
use crate::rules::clauses::data::{
    Act, Become, Condition, EffectClause, Enclosure, EndClause, EvaluationTime, Filter, Goal,
    Inspect, Likeness, MovePart, Relation, Screen, Set, Verb,
};
use crate::state::{Color, Piece, Role};

impl Screen {
    /// The set of a relation to a set in normal form, as a screen if possible.
    fn related(relation: Relation, set: Set) -> Set {
        let (filter, same_kind) = match set.factors() {
            [Set::Filter(filter)] => (Some((**filter).clone()), false),
            [Set::Itself(Likeness::SameKind)] => (None, true),
            [Set::Filter(filter), Set::Itself(Likeness::SameKind)] => {
                (Some((**filter).clone()), true)
            }
            _ => return Set::Related(relation, Box::new(set)),
        };
        if relation.open.is_some() {
            return Set::Related(relation, Box::new(set));
        }
        Set::Screen(Box::new(Screen {
            relation,
            filter: filter.filter(|filter| !filter.is_all),
            same_kind,
        }))
    }
}

impl Condition {
    /// The normal form in a variant with this number of kinds.
    pub(crate) fn normal(self, n_kinds: usize) -> Condition {
        let each = |all: Vec<Condition>| -> Vec<Condition> {
            let all = all.into_iter();
            all.map(|condition| condition.normal(n_kinds)).collect()
        };
        match self {
            Condition::Count(from, to, set) => Condition::Count(from, to, set.normal(n_kinds)),
            Condition::Compare(measure, left, order, right) => {
                let [left, right] = [left, right].map(|set| set.normal(n_kinds));
                Condition::Compare(measure, left, order, right)
            }
            Condition::Not(condition) => Condition::Not(Box::new(condition.normal(n_kinds))),
            Condition::All(all) => Condition::All(each(all)),
            Condition::Any(all) => Condition::Any(each(all)),
            Condition::At(moment, condition) => {
                let condition = Box::new(condition.normal(n_kinds));
                let mover = condition.mover().filter(|_| moment == Moment::After);
                let becomes = mover.map(|mover| Condition::Becomes(Box::new(mover)));
                let condition = Condition::At(moment, condition);
                match becomes {
                    // The position after the move is computed only for matching movers.
                    Some(becomes) => Condition::All(vec![becomes, condition]),
                    None => condition,
                }
            }
            Condition::Event(_)
            | Condition::InCheck
            | Condition::Turn(..)
            | Condition::Becomes(_) => self,
        }
    }

    /// A necessary condition on the mover, if known.
    fn mover(&self) -> Option<Filter> {
        match self {
            Condition::Count(1.., _, Set::All(sets)) => match sets.as_slice() {
                [Set::Part(MovePart::Mover), Set::Filter(filter), ..] => Some((**filter).clone()),
                _ => None,
            },
            Condition::All(all) => all.iter().find_map(Condition::mover),
            _ => None,
        }
    }
}

impl EffectClause {
    /// The normal form in a variant with this number of kinds.
    pub(crate) fn normal(self, n_kinds: usize) -> EffectClause {
        let actions = self.actions.into_iter();
        EffectClause {
            follows: self.follows,
            repeats: self.repeats,
            actions: actions.map(|act| act.normal(n_kinds)).collect(),
            asks_for_mate: self.asks_for_mate,
            condition: self.condition.map(|condition| condition.normal(n_kinds)),
        }
    }
}

impl Act {
    fn normal(self, n_kinds: usize) -> Act {
        let verb = match self.verb {
            Verb::Go(Goal::Square(set), otherwise) => {
                Verb::Go(Goal::Square(set.normal(n_kinds)), otherwise)
            }
            Verb::Become(Become::Pieces(set)) => Verb::Become(Become::Pieces(set.normal(n_kinds))),
            verb => verb,
        };
        Act {
            verb,
            set: self.set.normal(n_kinds),
            of_captured: self.of_captured,
        }
    }
}

impl EndClause {
    /// The normal form in a variant with this number of kinds.
    pub(crate) fn normal(self, n_kinds: usize) -> EndClause {
        let end = self.of_mate();
        EndClause {
            condition: end.condition.normal(n_kinds),
            ..end
        }
    }
}

impl Set {
    /// The normal form in a variant with this number of kinds.
    pub(crate) fn normal(self, n_kinds: usize) -> Set {
        if self.has_pieces_only() && self.is_filter() {
            return self.as_filter(n_kinds);
        }
        match self {
            Set::Named(_, set) => set.normal(n_kinds),
            Set::Not(set) => Set::Not(Box::new(set.normal(n_kinds))),
            Set::Any(sets) => {
                let sets = sets.into_iter();
                Set::Any(sets.map(|set| set.normal(n_kinds)).collect())
            }
            Set::Related(mut relation, set) => {
                let set = set.normal(n_kinds);
                relation.is_first = set.has_relations();
                relation.open = relation.open.map(|open| Box::new(open.normal(n_kinds)));
                Screen::related(relation, set)
            }
            Set::Enclosed(enclosure) => {
                let Enclosure { ends, lines, text } = *enclosure;
                let ends = ends.map(|end| end.normal(n_kinds));
                Set::Enclosed(Box::new(Enclosure { ends, lines, text }))
            }
            Set::All(sets) => {
                let sets: Vec<Set> = sets.into_iter().flat_map(Set::parts).collect();
                let are_pieces = sets.iter().any(Set::has_pieces_only);
                let (pieces, others): (Vec<Set>, Vec<Set>) = sets
                    .into_iter()
                    .partition(|set| are_pieces && set.is_filter());
                let mut sets: Vec<Set> =
                    others.into_iter().map(|set| set.normal(n_kinds)).collect();
                if !pieces.is_empty() {
                    sets.push(Set::All(pieces).as_filter(n_kinds));
                }
                sets.sort_compactly_by_key(Set::cost);
                Set::All(sets)
            }
            Set::With(condition) => Set::With(Box::new(condition.normal(n_kinds))),
            set => set,
        }
    }

    /// The sets that it intersects, with named sets expanded.
    fn parts(self) -> Vec<Set> {
        match self {
            Set::Named(_, set) => set.parts(),
            Set::All(sets) => sets.into_iter().flat_map(Set::parts).collect(),
            set => vec![set],
        }
    }

    /// The sort key within an intersection: cheap and small sets come first.
    fn cost(&self) -> u8 {
        match self {
            _ if self.has_set(&|set| matches!(set, Set::With(_))) => 6,
            Set::Enclosed(enclosure) if enclosure.is_near() => 0,
            _ if self.has_relations() && self.has_pieces_only() => 4,
            _ if self.has_relations() => 5,
            // Pieces captured by the previous move are no present pieces.
            Set::Part(_) | Set::Last(_) | Set::It | Set::Chosen(_) | Set::Marked(_) => 0,
            Set::Filter(_) => 1,
            Set::Itself(_) => 2,
            _ => 3,
        }
    }

    /// Whether all elements are pieces.
    pub(crate) fn has_pieces_only(&self) -> bool {
        self.are_all(&|set| match set {
            Set::Filter(_) | Set::Side(_) | Set::Kinds(_) | Set::Royal(_) => true,
            Set::Itself(likeness) => *likeness != Likeness::Itself,
            Set::Screen(screen) => screen.relation.relates_pieces(),
            Set::Related(relation, _) => relation.relates_pieces(),
            Set::Enclosed(_) | Set::Unmoved | Set::Stuck | Set::Trapped | Set::Frozen => true,
            _ => false,
        })
    }

    /// Whether membership depends only on the side and kind of a piece.
    fn is_filter(&self) -> bool {
        let (color, role) = (Color::White, Role::new(0));
        self.accepts(color, Piece { color, role }).is_some()
    }

    /// Such a set as a filter.
    fn as_filter(&self, n_kinds: usize) -> Set {
        let is_meant = |us, piece| self.accepts(us, piece) == Some(true);
        Set::Filter(Box::new(Filter::new(n_kinds, is_meant)))
    }

    /// Whether a piece is an element; `None` if that depends on more than its side and kind.
    fn accepts(&self, us: Color, piece: Piece) -> Option<bool> {
        match self {
            Set::Filter(filter) => Some(filter.contains(us, piece)),
            Set::Side(side) => Some(side.is_of(us, piece.color)),
            Set::Kinds(kinds) | Set::Royal(kinds) => Some(kinds.contains(piece.role)),
            Set::Empty => Some(false),
            Set::Not(set) => Some(!set.accepts(us, piece)?),
            Set::Named(_, set) => set.accepts(us, piece),
            Set::All(sets) => {
                let mut sets = sets.iter().map(|set| set.accepts(us, piece));
                sets.try_fold(true, |all, accepts| Some(accepts? && all))
            }
            Set::Any(sets) => {
                let mut sets = sets.iter().map(|set| set.accepts(us, piece));
                sets.try_fold(false, |any, accepts| Some(accepts? || any))
            }
            Set::Itself(_)
            | Set::Unmoved
            | Set::Stuck
            | Set::Trapped
            | Set::Frozen
            | Set::Part(_)
            | Set::It
            | Set::Chosen(_)
            | Set::Marked(_)
            | Set::Last(_)
            | Set::Zone(_)
            | Set::Screen(_)
            | Set::With(_)
            | Set::Related(..)
            | Set::Enclosed(_)
            | Set::Edge => None,
        }
    }

    /// Whether a set in normal form may have a piece with a property, judged by kinds and sides.
    pub(crate) fn may_have(&self, is_such: impl Fn(Piece) -> bool) -> bool {
        let mut filters = self.factors().iter().filter_map(|set| match set {
            Set::Filter(filter) => Some(filter),
            _ => None,
        });
        filters.all(|filter| filter.pieces().any(&is_such))
    }

    fn has_relations(&self) -> bool {
        self.has_set(&|set| matches!(set, Set::Screen(_) | Set::Related(..) | Set::Enclosed(_)))
    }
}

impl Condition {
    /// Whether it is mate, alone or with conditions that do not depend on mate.
    pub(crate) fn is_of_mates(&self) -> bool {
        let is_mate = |one: &Condition| matches!(one, Condition::Event(Event::Mate));
        match self {
            Condition::All(all) => {
                all.iter().any(is_mate)
                    && all.iter().all(|one| is_mate(one) || !one.asks_for_mate())
            }
            one => is_mate(one),
        }
    }
}

impl EndClause {
    /// Removes mate from the condition of a clause about mates, which then decides the result of
    /// the mates that match the rest.
    pub(crate) fn of_mate(self) -> EndClause {
        if self.asked != EvaluationTime::Mates {
            return self;
        }
        let mut rest = match self.condition {
            Condition::All(all) => all,
            _ => Vec::new(),
        };
        rest.retain(|one| !one.asks_for_mate());
        EndClause {
            condition: Condition::All(rest),
            ..self
        }
    }
}
