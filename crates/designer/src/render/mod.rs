//! Pictures of positions and moves, and movements in words.
//!
//! [`Marks`] are the contents of a picture of moves; [`reach_text`] draws them for the terminal,
//! [`marks_svg`] as SVG, and [`png`] renders any SVG of this module. [`game_svgs`] draws the positions of a game.

mod beside;
mod canvas;
mod figures;
mod layout;
mod legend;
mod legs;
mod lettering;
mod marks;
#[cfg(feature = "png")]
mod png;
mod position;
mod reach;
mod shape_sheet;
mod sheet;
mod sketch;
mod stage;
mod svg;
mod text;
mod theme;

pub use figures::{Figure, Figures};
pub(crate) use legs::walk_list;
pub use legs::{PatternWords, legs_list, legs_text};
pub use marks::{Mark, Marks, Ray, Requirements, Sign};
#[cfg(feature = "png")]
pub use png::{Pace, PngError, animated_png, png};
pub use position::{game_svgs, position_svg, touched};
pub use reach::{reach_text, reach_text_in};
pub use shape_sheet::shapes_svg;
pub use sheet::sheet_svg;
pub use stage::{Stage, figure_svg, piece_svg};
pub use svg::{Caption, marks_svg};
pub use text::{
    BoardStyle, BoardView, board_text, board_view_text, game_text, hands_text, position_text,
};
pub use theme::Theme;
