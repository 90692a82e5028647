//! Compiled clauses: the sets and conditions of the [language of rules](crate::definition::clause)
//! with their pieces, squares and movements resolved.
//!
//! A clause is compiled once, with the variant. Sets are evaluated for one square at a time: within
//! the operand of a relation, `itself` and the words of comparison refer to that square.
//!
//! - `data`: clauses, conditions and sets;
//! - `resolution`: their compilation;
//! - `evaluation`: conditions and sets in a position;
//! - `actions`, `moves`, `ends`: actions, additional moves and ends of the game;
//! - `facts`: clauses that the tables evaluate; `idle`: warnings about clauses;
//! - `words`, `set_words`: sentences on the rules page.

mod actions;
mod data;
mod ends;
mod evaluation;
mod facts;
mod idle;
mod moves;
mod resolution;
mod set_words;
mod words;

pub(super) use actions::{
    added_effects, capture_from_afar, captured_besides, captures_besides, following_effects,
    lets_capture,
};
pub(super) use data::{
    Condition, EffectClause, EndClause, Inspect, Marks, Model, MoveClause, ResolveError, Set,
    may_expire,
};
pub(crate) use data::{mark_name, marked};
pub(super) use ends::Ends;
pub(super) use evaluation::{Later, MoveFacts, is_asked, kinds, latest, mirrored, read, write};
pub(super) use moves::{attack, attack_by_enemies, is_lost, offer};
pub(super) use resolution::{Resolver, named_sets};
pub(super) use set_words::Words;
pub(super) use words::sentence;
