//! Ends of the game by the board.
//!
//! - `lost_kings`, `board_ends`: ends by captured kings and other rules;
//! - `insufficient_material`, `alive_fast_path`: dead positions.

mod alive_fast_path;
mod board_ends;
mod insufficient_material;
mod lost_kings;

pub(crate) use alive_fast_path::AliveFastPath;
pub(crate) use board_ends::is_over;
pub use insufficient_material::Helpless;
pub(crate) use insufficient_material::{is_dead, is_harmless};
pub(crate) use lost_kings::ended_at_home;
