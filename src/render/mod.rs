//! Pictures of positions, and movements in words.

mod legs;
mod text;

pub use legs::legs_text;
pub use text::{BoardStyle, board_text, position_text};
