//! Ends of the game by the board.
//!
//! - `board_ends`: ends by rules of the board and by the capture of royal pieces, and signs that nobody has lost yet;
//! - `insufficient_material`: dead positions.

mod board_ends;
mod insufficient_material;

pub(crate) use board_ends::AliveFastPath;
pub(crate) use board_ends::{ended_at_home, is_over};
pub use insufficient_material::Helpless;
pub(crate) use insufficient_material::{is_dead, is_harmless};
