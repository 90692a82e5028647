//! Evaluation of conditions and sets.
//!
//! - `context`: the position under evaluation, the position after a move, mate, and the facts of the move;
//! - `last`: the previous move;
//! - `lines`: enclosed lines, and relations to other pieces;
//! - `evaluate`: conditions and sets.

mod context;
mod evaluate;
mod last;
mod lines;

pub(crate) use context::{ClauseContext, Element, Later, MoveFacts, is_asked};
pub(crate) use last::{kinds, latest, mirrored, read, write};
