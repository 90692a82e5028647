//! Pictures of positions and of moves, and movements in words.

mod legs;
mod marks;
mod reach;
mod text;

pub use legs::{PatternWords, legs_list, legs_text};
pub use marks::{Demand, Mark, Marks, Ray, Sign};
pub use reach::{reach_text, reach_text_in};
pub use text::{BoardStyle, board_text, position_text};
