//! Pieces as drawings: silhouettes for the orthodox ones, letters on discs for all others.
//!
//! A figure fills a square of 45 by 45. The drawings are our own.

use crate::state::Color;

/// What a piece looks like.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Figure {
    pub(super) color: Color,
    pub(super) face: Face,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Face {
    /// One of the orthodox pieces.
    Man(Man),
    /// Letters on a disc.
    Letters(String),
    /// A disc with a smaller one: a piece without a name.
    Blank,
}

/// The orthodox pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Man {
    King,
    Queen,
    Rook,
    Bishop,
    Knight,
    Pawn,
}

impl Figure {
    /// The figure of a piece: a silhouette if it has the name of an orthodox piece, otherwise its
    /// letter.
    pub fn named(name: &str, letter: &str, color: Color) -> Figure {
        let face = match name.to_ascii_lowercase().as_str() {
            "king" => Face::Man(Man::King),
            "queen" => Face::Man(Man::Queen),
            "rook" => Face::Man(Man::Rook),
            "bishop" => Face::Man(Man::Bishop),
            "knight" => Face::Man(Man::Knight),
            "pawn" => Face::Man(Man::Pawn),
            _ if letter.is_empty() => Face::Blank,
            _ => Face::Letters(letter.to_owned()),
        };
        Figure { color, face }
    }

    /// A piece that has neither name nor letter.
    pub fn blank(color: Color) -> Figure {
        Figure {
            color,
            face: Face::Blank,
        }
    }
}

impl Man {
    /// Name of the drawing.
    pub(super) const fn id(self) -> &'static str {
        match self {
            Man::King => "king",
            Man::Queen => "queen",
            Man::Rook => "rook",
            Man::Bishop => "bishop",
            Man::Knight => "knight",
            Man::Pawn => "pawn",
        }
    }

    /// The outline, which is filled.
    pub(super) const fn outline(self) -> &'static str {
        match self {
            Man::King => {
                "M22.5 24.5C22.5 19 25.5 14.6 30 14.6C34 14.6 37 17.4 37 21.2C37 25.4 33.4 27.6 \
                 32.2 31.2C33.2 32.6 33.6 34.4 33.6 37H11.4C11.4 34.4 11.8 32.6 12.8 31.2C11.6 \
                 27.6 8 25.4 8 21.2C8 17.4 11 14.6 15 14.6C19.5 14.6 22.5 19 22.5 24.5ZM22.5 \
                 24.5C21.8 20.4 19 18.6 19 15.4C19 13.4 20.5 11.8 22.5 11.8C24.5 11.8 26 13.4 26 \
                 15.4C26 18.6 23.2 20.4 22.5 24.5ZM22.5 5.2V11.6M19.6 7.8H25.4"
            }
            Man::Queen => {
                "M8 13.6L13.6 25.4L14.6 10.6L19.8 24.4L22.5 9L25.2 24.4L30.4 10.6L31.4 25.4L37 \
                 13.6L32.6 31.2C33.5 32.6 33.8 34.4 33.8 37H11.2C11.2 34.4 11.5 32.6 12.4 \
                 31.2ZM8 13.6m-1.9 0a1.9 1.9 0 1 0 3.8 0a1.9 1.9 0 1 0 -3.8 0M14.6 9.8m-1.9 0a1.9 \
                 1.9 0 1 0 3.8 0a1.9 1.9 0 1 0 -3.8 0M22.5 8m-1.9 0a1.9 1.9 0 1 0 3.8 0a1.9 1.9 0 \
                 1 0 -3.8 0M30.4 9.8m-1.9 0a1.9 1.9 0 1 0 3.8 0a1.9 1.9 0 1 0 -3.8 0M37 \
                 13.6m-1.9 0a1.9 1.9 0 1 0 3.8 0a1.9 1.9 0 1 0 -3.8 0"
            }
            Man::Rook => {
                "M10.5 37V33.6L14 31L15.4 19L12.5 16.2V9H16.6V11.8H20.5V9H24.5V11.8H28.4V9H32.5V\
                 16.2L29.6 19L31 31L34.5 33.6V37Z"
            }
            Man::Bishop => {
                "M22.5 10.4C27.1 13.6 29.8 17.4 29.8 21.6C29.8 24.4 28.5 26.6 26.3 28.2L27.6 \
                 31.4C31.2 31.8 34 33.2 34 37H11C11 33.2 13.8 31.8 17.4 31.4L18.7 28.2C16.5 26.6 \
                 15.2 24.4 15.2 21.6C15.2 17.4 17.9 13.6 22.5 10.4ZM22.5 8.2m-2.2 0a2.2 2.2 0 1 0 \
                 4.4 0a2.2 2.2 0 1 0 -4.4 0"
            }
            Man::Knight => {
                "M20.6 10.2L21.4 6.6L25 9.6C32.6 11.4 36 19.6 35 37H14.6C14.4 30.6 20.6 28.4 21.8 \
                 22.4C19.4 23.6 17.4 23.6 15.6 25.4C14.6 26.4 14.2 27.8 13 28.2C11 28.8 9.2 27 9 \
                 25C8.8 23 10.8 20.4 11.8 18.2C13 15.4 15 12 20.6 10.2Z"
            }
            Man::Pawn => {
                "M22.5 9.4A5.2 5.2 0 0 1 26.1 18.3C29.3 19.8 29.4 21.4 26.5 22.1C26.6 27 28.8 30 \
                 32 32.4C33.3 33.4 34 34.7 34 37H11C11 34.7 11.7 33.4 13 32.4C16.2 30 18.4 27 \
                 18.5 22.1C15.6 21.4 15.7 19.8 18.9 18.3A5.2 5.2 0 0 1 22.5 9.4Z"
            }
        }
    }

    /// Lines upon the filling, if there are any.
    pub(super) const fn details(self) -> &'static str {
        match self {
            Man::King | Man::Queen => "M13 31.4C19 30 26 30 32 31.4",
            Man::Rook => "M15.4 19H29.6M14 31H31",
            Man::Bishop => "M22.5 16.4V23.4M19.2 19.6H25.8M18 31.4H27",
            Man::Knight => "M17.4 16.4V16.5M25.4 13.4C30 17 31.4 24 31 33",
            Man::Pawn => "",
        }
    }
}
