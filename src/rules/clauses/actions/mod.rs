//! Actions of clauses: effects of moves, additional captures, and captures without moving.
//!
//! - `acts`: properties of actions, home squares, and marks that clauses set;
//! - `captures`: additional captures by clauses, and captures without moving;
//! - `effects`: all effects of a move.

mod acts;
mod captures;
mod effects;

pub(crate) use acts::only_mark;
pub(crate) use captures::{capture_from_afar, captured_besides, captures_besides};
pub(crate) use effects::{added_effects, following_effects, lets_capture};
