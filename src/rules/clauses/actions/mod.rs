//! Actions of clauses: effects of moves, additional captures, and captures without moving.
//!
//! - `homes`, `acts`, `marking`: home squares, properties of actions, and marks;
//! - `captures`, `afar`: additional captures, and captures without moving;
//! - `effects`: all effects of a move.

mod acts;
mod afar;
mod captures;
mod effects;
mod homes;
mod marking;

pub(crate) use afar::capture_from_afar;
pub(crate) use captures::{captured_besides, captures_besides};
pub(crate) use effects::{added_effects, following_effects, lets_capture};
pub(crate) use marking::only_mark;
