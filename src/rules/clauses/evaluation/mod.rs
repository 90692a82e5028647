//! Evaluation of conditions and sets.
//!
//! - `context`: the position under evaluation, the position after a move, and the facts of the move;
//! - `last`: the previous move;
//! - `evaluate`: conditions, sets and relations.
//! - `lines`: lines of pieces: enclosed lines, and relations to pieces of given sides and kinds;

mod context;
mod evaluate;
mod last;
mod lines;

pub(crate) use context::{ClauseContext, Element, Later, MoveFacts, is_asked};
pub(crate) use last::{kinds, latest, mirrored, read, write};
