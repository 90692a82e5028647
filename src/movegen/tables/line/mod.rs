//! Positions of a line of play, without setups.
//!
//! - `incremental_hash`: the data that moves change, the root of the line, and Zobrist hashes;
//! - `line_play`: making moves, and setups;
//! - `table_position`: table positions of any width.

mod incremental_hash;
mod line_play;
mod table_position;

pub(crate) use table_position::Layout;

pub(super) use incremental_hash::{LinePosition, LineRoot};
pub(super) use table_position::keep;
