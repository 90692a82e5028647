//! Positions of a line of play, without setups.
//!
//! - `line_play`: moves on positions of a line of play, and the setups of these positions;
//! - `incremental_hash`: Zobrist hashes; `reconstruction`: setups;
//! - `table_position`: table positions of any width.

mod incremental_hash;
mod line_play;
mod table_position;

pub(super) use line_play::{LinePosition, LineRoot};
pub(super) use table_position::Keep;
pub(crate) use table_position::Layout;
