//! A board and its pieces as separate pictures, for interactive programs.
//!
//! ```
//! use ferz::game::Variant;
//! use ferz_designer::render::{Stage, Theme, piece_svg};
//! use ferz::state::Color;
//!
//! let chess = Variant::builtin("chess").unwrap();
//! let stage = Stage::new(&chess, Color::Black, &Theme::light());
//! assert!(stage.svg.starts_with("<svg "));
//! // Seen by Black, h1 is the upper left corner of the board.
//! let (h1, a8) = (chess.square("h1").unwrap(), chess.square("a8").unwrap());
//! assert!(stage.corner(h1).0 < stage.corner(a8).0 && stage.corner(h1).1 < stage.corner(a8).1);
//!
//! let knight = chess.start().piece_on(chess.square("b1").unwrap()).unwrap();
//! assert!(piece_svg(&chess, knight, &Theme::light()).contains("white knight"));
//! ```

use super::canvas::{Canvas, n};
use super::figures::{Figure, Figures};
use super::layout::Layout;
use super::marks::Marks;
use super::svg::{SQUARE, View, draw_board, draw_marks, draw_names};
use super::theme::Theme;
use ferz::definition::{Appearance, Cells};
use ferz::game::Variant;
use ferz::geometry::{BoardShape, Square};
use ferz::state::{Color, Piece};

/// The room for the names of ranks, and for those of files.
const NAMES: f64 = 26.0;
/// The room for the frame on sides without names.
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
    /// The side of the square in which a piece is drawn.
    pub side: f64,
    /// The form of the cells.
    pub cells: Cells,
    shape: BoardShape,
    layout: Layout,
}

impl Stage {
    /// The board of a variant with the side `below` at the bottom.
    pub fn new(variant: &Variant, below: Color, theme: &Theme) -> Stage {
        Stage::of_board(variant.shape(), &variant.def().appearance(), below, theme)
    }

    /// A board with the side `below` at the bottom.
    pub fn of_board(
        shape: &BoardShape,
        appearance: &Appearance,
        below: Color,
        theme: &Theme,
    ) -> Stage {
        let layout = Layout::new(shape, appearance, below);
        let rim = if layout.is_named_around { NAMES } else { RIM };
        let mut stage = Stage {
            svg: String::new(),
            width: NAMES + layout.width * SQUARE + rim,
            height: rim + layout.height * SQUARE + NAMES,
            side: SQUARE,
            cells: appearance.cells,
            shape: shape.clone(),
            layout,
        };
        let mut canvas = Canvas::new(theme);
        let view = stage.view();
        draw_board(&mut canvas, &view, &[]);
        draw_names(&mut canvas, &view);
        stage.svg = canvas.finish_clear(stage.width, stage.height, "board");
        stage
    }

    /// The corners of a cell, as an SVG list of points.
    pub fn outline(&self, square: Square) -> String {
        let view = self.view();
        let corners = self.layout.outline(square).iter();
        let corners = corners.map(|corner| {
            let (x, y) = view.place(*corner);
            format!("{},{}", n(x), n(y))
        });
        corners.collect::<Vec<_>>().join(" ")
    }

    /// The upper left corner of the square in which the piece on a square is drawn.
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
            layout: &self.layout,
            x: NAMES,
            y: if self.layout.is_named_around {
                NAMES
            } else {
                RIM
            },
            side: SQUARE,
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
    figure_svg(&Figures::of(variant, theme).figure(piece), &title, theme)
}

/// A figure without a background.
pub fn figure_svg(figure: &Figure, title: &str, theme: &Theme) -> String {
    let mut canvas = Canvas::new(theme);
    canvas.figure(figure, FIGURE / 2.0, FIGURE / 2.0, FIGURE * 0.94);
    canvas.finish_clear(FIGURE, FIGURE, title)
}
