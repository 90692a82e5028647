//! Compiled clauses as data: sets of pieces, trees, queries and properties of trees, errors, and marks of squares.

mod clause;
mod inspect;
mod marks;

pub(crate) use clause::{
    Act, Become, Condition, EffectClause, Enclosure, EndClause, EvaluationTime, Filter, Goal,
    Likeness, Measure, Model, MoveClause, MovePart, Relation, RelationKind, ResolveError, Screen,
    Set, Side, Verb,
};
pub(crate) use inspect::Inspect;
pub(crate) use marks::{Marks, declared, mark_name, marked, may_expire, may_mark};
