//! Positions of a line of play, without setups.
//!
//! - `line_position`: the data that moves change, and the root of the line;
//! - `incremental_hash`: Zobrist hashes; `reconstruction`: setups;
//! - `line_play`: making moves;
//! - `table_position`: table positions of any width.

mod incremental_hash;
mod line_play;
mod line_position;
mod reconstruction;
mod table_position;

pub(crate) use table_position::Layout;

pub(super) use line_position::{LinePosition, LineRoot};
pub(super) use table_position::keep;
