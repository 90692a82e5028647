//! A board and its pieces as separate pictures, for interactive programs.
//!
//! ```
//! use ferz::game::Variant;
//! use ferz_designer::render::{Stage, Theme, piece_svg};
//! use ferz::state::Color;
//!
//! let chess = Variant::builtin("chess").unwrap();
//! let stage = Stage::new(chess.shape(), Color::Black, &Theme::light());
//! assert!(stage.svg.starts_with("<svg "));
//! // Seen by Black, h1 is the upper left corner of the board.
//! let (h1, a8) = (chess.square("h1").unwrap(), chess.square("a8").unwrap());
//! assert!(stage.corner(h1).0 < stage.corner(a8).0 && stage.corner(h1).1 < stage.corner(a8).1);
//!
//! let knight = chess.start().piece_on(chess.square("b1").unwrap()).unwrap();
//! assert!(piece_svg(&chess, knight, &Theme::light()).contains("white knight"));
//! ```

use super::canvas::Canvas;
use super::figures::{Figure, Figures};
use super::marks::Marks;
use super::svg::{SQUARE, View, draw_board, draw_marks, draw_names};
use super::theme::Theme;
use ferz::game::Variant;
use ferz::geometry::{BoardShape, Square};
use ferz::state::{Color, Piece};

/// The room for rank names on the left of the board, and for file names below it.
const NAMES: f64 = 26.0;
/// The room for the frame above the board and on its right.
const RIM: f64 = 2.0;
/// The side of the picture of a piece.
const FIGURE: f64 = 48.0;

/// The picture of an empty board, with the places of its squares.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// The board with the names of its files and ranks.
    pub svg: String,
    /// The width of the picture.
    pub width: f64,
    /// The height of the picture.
    pub height: f64,
    /// The side of a square.
    pub side: f64,
    shape: BoardShape,
    below: Color,
}

impl Stage {
    /// A board with the side `below` at the bottom.
    pub fn new(shape: &BoardShape, below: Color, theme: &Theme) -> Stage {
        let mut stage = Stage {
            svg: String::new(),
            width: NAMES + shape.files() as f64 * SQUARE + RIM,
            height: RIM + shape.ranks() as f64 * SQUARE + NAMES,
            side: SQUARE,
            shape: shape.clone(),
            below,
        };
        let mut canvas = Canvas::new(theme);
        let view = stage.view();
        draw_board(&mut canvas, &view, None);
        draw_names(&mut canvas, &view);
        stage.svg = canvas.finish_clear(stage.width, stage.height, "board");
        stage
    }

    /// The upper left corner of a square.
    pub fn corner(&self, square: Square) -> (f64, f64) {
        self.view().corner(square)
    }

    /// The marks of a piece without a background, as an overlay for the board. Marks on an occupied square
    /// are drawn in its corner.
    pub fn marks_svg(
        &self,
        marks: &Marks,
        is_occupied: impl Fn(Square) -> bool,
        theme: &Theme,
    ) -> String {
        let mut canvas = Canvas::new(theme);
        draw_marks(&mut canvas, &self.view(), marks, is_occupied);
        canvas.finish_clear(self.width, self.height, "moves")
    }

    fn view(&self) -> View<'_> {
        View {
            shape: &self.shape,
            x: NAMES,
            y: RIM,
            side: SQUARE,
            below: self.below,
        }
    }
}

/// The picture of a piece of a variant, without a background.
pub fn piece_svg(variant: &Variant, piece: Piece, theme: &Theme) -> String {
    let color = match piece.color {
        Color::White => "white",
        Color::Black => "black",
    };
    let title = format!("{color} {}", variant.role_name(piece.role));
    figure_svg(&Figures::of(variant).figure(piece), &title, theme)
}

/// A figure without a background.
pub fn figure_svg(figure: &Figure, title: &str, theme: &Theme) -> String {
    let mut canvas = Canvas::new(theme);
    canvas.figure(figure, FIGURE / 2.0, FIGURE / 2.0, FIGURE * 0.94);
    canvas.finish_clear(FIGURE, FIGURE, title)
}
