//! Figures of pieces, drawn from their moves, so that no two pieces of a variant look the same.
//!
//! A figure fits a square of 45 by 45. The main part of the movement determines the shape, and badges show
//! the rest; [`Shape`](ferz::definition::Shape) lists the shapes.

mod compass;
mod counters;
mod drawings;
mod emblems;
mod gallery;
mod look;
mod markup;
mod parts;
mod repertoire;
mod signs;

use ferz::definition::{Picture, Shape};
use ferz::movement::Movement;
use ferz::state::Color;

pub(super) use counters::{counter, counter_id};
pub(super) use drawings::{details, outline};
pub(super) use look::Look;
pub(super) use markup::{Paint, characters_of, drawing_of, figure_id, shapes_of};

pub use gallery::Figures;

use look::man_named;
use repertoire::Repertoire;

/// The look and color of a piece.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Figure {
    pub(super) color: Color,
    pub(super) face: Face,
    /// Whether the owner is at the top of the picture.
    pub(super) is_turned: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Face {
    /// A shape with badges and marks.
    Drawn(Look),
    /// Letters on a disc.
    Letters(String),
    /// A sign or letters on a tile.
    Tile { text: String, is_promoted: bool },
    /// A sign or letters on a disc of xiangqi.
    Disc(String),
    /// A diagram of moves.
    Moves(Glance),
    /// A disc within a disc, for a piece without a name.
    Blank,
}

/// The moves of a piece near its square, in hundredths of a cell.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Glance {
    /// The distance from the center to the edge, in cells.
    pub(super) reach: u8,
    /// Targets with `b` for moves and captures, `m` for moves, `c` for captures.
    pub(super) dots: Vec<(i16, i16, u8)>,
    /// The directions of lines that go on beyond the edge.
    pub(super) rays: Vec<(i16, i16)>,
}

impl Figure {
    /// The figure of a piece from its name alone: the shape of the orthodox piece with this name, otherwise
    /// the letter.
    pub fn named(name: &str, letter: &str, color: Color) -> Figure {
        let face = match man_named(name) {
            Some(man) => Face::Drawn(Look::plain(man)),
            None if letter.is_empty() => Face::Blank,
            None => Face::Letters(letter.to_owned()),
        };
        Figure {
            color,
            face,
            is_turned: false,
        }
    }

    /// The figure of a piece with this movement. The name matters if it is that of an orthodox piece.
    ///
    /// ```
    /// use ferz::movement::Movement;
    /// use ferz_designer::render::Figure;
    /// use ferz::state::Color;
    ///
    /// let rook = Movement::new("R").unwrap();
    /// let figure = Figure::of_movement(&rook, "", Color::White);
    /// assert_eq!(figure, Figure::named("rook", "", Color::White));
    /// ```
    pub fn of_movement(movement: &Movement, name: &str, color: Color) -> Figure {
        let repertoire = Repertoire::of_movement(movement);
        Figure {
            color,
            face: Face::Drawn(Look::of_moves(&repertoire, name)),
            is_turned: false,
        }
    }

    /// A shape without badges.
    pub fn of_shape(shape: Shape, color: Color) -> Figure {
        Figure {
            color,
            face: Face::Drawn(Look::plain(shape)),
            is_turned: false,
        }
    }

    /// A shape with its badges.
    ///
    /// ```
    /// use ferz_designer::render::Figure;
    /// use ferz::state::Color;
    ///
    /// let marshal = Figure::of_picture(&"rook+knight".parse().unwrap(), Color::White);
    /// assert_ne!(marshal, Figure::of_picture(&"rook".parse().unwrap(), Color::White));
    /// ```
    pub fn of_picture(picture: &Picture, color: Color) -> Figure {
        let mut look = Look::plain(picture.shape);
        for badge in &picture.badges {
            look.hang_shape(*badge);
        }
        Figure {
            color,
            face: Face::Drawn(look),
            is_turned: false,
        }
    }

    /// A piece with neither name nor letter.
    pub fn blank(color: Color) -> Figure {
        Figure {
            color,
            face: Face::Blank,
            is_turned: false,
        }
    }
}
