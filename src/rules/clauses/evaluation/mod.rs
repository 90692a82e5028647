//! Evaluation of conditions and sets.
//!
//! - `later`: the position after a move;
//! - `mate`, `move_facts`: facts of the move;
//! - `context`: the position under evaluation;
//! - `last`: the previous move;
//! - `evaluate`, `lines`, `screen`: conditions, sets and relations.

mod context;
mod evaluate;
mod last;
mod later;
mod lines;
mod mate;
mod move_facts;
mod screen;

pub(crate) use context::{ClauseContext, Element};
pub(crate) use last::{kinds, latest, mirrored, read, write};
pub(crate) use later::Later;
pub(crate) use mate::is_asked;
pub(crate) use move_facts::MoveFacts;
