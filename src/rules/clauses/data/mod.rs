//! Compiled clauses as data: conditions and sets, queries over their trees, errors, and marks on squares.

mod clause;
mod inspect;

pub(crate) use clause::{
    Act, Become, Condition, EffectClause, Enclosure, EndClause, EvaluationTime, Filter, Goal,
    Likeness, Measure, Model, MoveClause, MovePart, Relation, RelationKind, ResolveError, Screen,
    Set, Side, Verb,
};
pub(crate) use inspect::Inspect;
pub(crate) use inspect::{Marks, declared, mark_name, marked, may_expire, may_mark};
