//! Pictures of positions.

mod text;

pub use text::{BoardStyle, board_text, position_text};
