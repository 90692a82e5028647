//! What pieces look like: drawn from what they do, so that no two of a game look the same.
//!
//! A figure fills a square of 45 by 45. A piece has the shape of what says most of it, and badges for
//! the rest; [`Shape`](crate::definition::Shape) lists the shapes.

mod compass;
mod drawings;
mod emblems;
mod gallery;
mod look;
mod markup;
mod parts;
mod repertoire;

use crate::definition::{Picture, Shape};
use crate::movement::Movement;
use crate::state::Color;

pub(super) use drawings::{details, outline};
pub(super) use look::Look;
pub(super) use markup::{Paint, characters_of, drawing_of, figure_id, shapes_of};

pub use gallery::Figures;

use look::man_named;
use repertoire::Repertoire;

/// What a piece looks like.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Figure {
    pub(super) color: Color,
    pub(super) face: Face,
    /// What stands on a disc where letters are wanted.
    pub(super) letter: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Face {
    /// A shape with what hangs on it.
    Drawn(Look),
    /// Letters on a disc.
    Letters(String),
    /// A disc with a smaller one: a piece of which nothing is known.
    Blank,
}

impl Figure {
    /// The figure of a piece of which only the name is known: a silhouette if it is that of an
    /// orthodox piece, otherwise its letter.
    pub fn named(name: &str, letter: &str, color: Color) -> Figure {
        let face = match man_named(name) {
            Some(man) => Face::Drawn(Look::plain(man)),
            None if letter.is_empty() => Face::Blank,
            None => Face::Letters(letter.to_owned()),
        };
        Figure {
            color,
            face,
            letter: None,
        }
    }

    /// The figure of a piece that moves so. Its name counts if it is that of an orthodox piece.
    ///
    /// ```
    /// use ferz::movement::Movement;
    /// use ferz::render::Figure;
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
            letter: None,
        }
    }

    /// A shape alone.
    pub fn of_shape(shape: Shape, color: Color) -> Figure {
        Figure {
            color,
            face: Face::Drawn(Look::plain(shape)),
            letter: None,
        }
    }

    /// A shape with its badges.
    ///
    /// ```
    /// use ferz::render::Figure;
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
            letter: None,
        }
    }

    /// A piece that has neither name nor letter.
    pub fn blank(color: Color) -> Figure {
        Figure {
            color,
            face: Face::Blank,
            letter: None,
        }
    }
}
