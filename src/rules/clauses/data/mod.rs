//! Compiled clauses as data: sets of pieces, trees, queries and properties of trees, errors, and marks of squares.

mod clause;
mod error;
mod filter;
mod inspect;
mod marks;
mod properties;

pub(crate) use clause::{
    Act, Become, Condition, EffectClause, Enclosure, EndClause, EvaluationTime, Goal, Likeness,
    Measure, Model, MoveClause, MovePart, Relation, RelationKind, Screen, Set, Side, Verb,
};
pub(crate) use error::ResolveError;
pub(crate) use filter::Filter;
pub(crate) use inspect::Inspect;
pub(crate) use marks::{Marks, declared, mark_name, marked, may_expire, may_mark};
