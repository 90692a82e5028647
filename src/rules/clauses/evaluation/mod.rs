//! Evaluation of conditions and sets.
//!
//! - `later`: the position after a move;
//! - `mate`, `move_facts`: facts of the move;
//! - `scene`: the position under evaluation;
//! - `last`: the previous move;
//! - `evaluate`, `lines`, `screen`: conditions, sets and relations.

mod evaluate;
mod last;
mod later;
mod lines;
mod mate;
mod move_facts;
mod scene;
mod screen;

pub(crate) use last::{kinds, latest, mirrored, read, write};
pub(crate) use later::Later;
pub(crate) use mate::is_asked;
pub(crate) use move_facts::MoveFacts;
pub(crate) use scene::{Element, Scene};
