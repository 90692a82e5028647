//! Pictures of pieces in a definition: a shape with badges.
//!
//! ```
//! use ferz::definition::{Picture, Shape};
//!
//! let marshal: Picture = "rook+knight".parse().unwrap();
//! assert_eq!((marshal.shape, &marshal.badges[..]), (Shape::Rook, &[Shape::Knight][..]));
//! assert_eq!(marshal.to_string(), "rook+knight");
//! assert!("rook+nite".parse::<Picture>().is_err());
//! ```

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

macro_rules! shapes {
    ($($shape:ident $name:literal $what:literal,)*) => {
        /// A drawing of a piece. Exhaustive, so that each one is drawn.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Shape {
            $(#[doc = $what] $shape,)*
        }

        impl Shape {
            /// All shapes.
            pub const ALL: &[Shape] = &[$(Shape::$shape),*];

            /// The name of the shape in a definition.
            pub const fn name(self) -> &'static str {
                match self { $(Shape::$shape => $name,)* }
            }

            /// The pieces that have it by default.
            pub const fn meaning(self) -> &'static str {
                match self { $(Shape::$shape => $what,)* }
            }
        }
    };
}

shapes! {
    King "king" "Royal pieces that step.",
    Queen "queen" "Slides on all lines.",
    Rook "rook" "Slides on ranks and files.",
    Bishop "bishop" "Slides on diagonals.",
    Knight "knight" "Leaps of one square by two.",
    Pawn "pawn" "Steps ahead that capture in another way, and single steps ahead.",
    Ferz "ferz" "Diagonal steps.",
    Wazir "wazir" "Orthogonal steps.",
    Man "man" "Steps in all directions.",
    General "general" "Moves on lines that differ by direction; the tile shows them.",
    Lance "lance" "Slides straight ahead.",
    Elephant "elephant" "Diagonal leaps of two squares.",
    Dabbaba "dabbaba" "Orthogonal leaps of two squares.",
    Hare "hare" "Straight leaps of three squares and more.",
    Camel "camel" "Leaps of one square by three.",
    Zebra "zebra" "Leaps of two squares by three.",
    Giraffe "giraffe" "Longer oblique leaps.",
    Cannon "cannon" "Slides beyond a piece that it hops over.",
    Grasshopper "grasshopper" "Lands directly behind a piece that it hops over.",
    Griffon "griffon" "Slides that turn.",
    Snake "snake" "Slides in zigzag.",
    Rose "rose" "Slides in a circle.",
    Lion "lion" "Goes anywhere within some squares.",
    Draughtsman "draughtsman" "Captures what it jumps over.",
    Star "star" "Goes anywhere.",
    Joker "joker" "Moves as another piece does.",
    Stone "stone" "Does not move.",
    Pincer "pincer" "Captures what it has between itself and a friend.",
    Withdrawer "withdrawer" "Captures what it moves away from.",
    Advancer "advancer" "Captures what it moves up to.",
    Leaper "leaper" "Captures what it leaps over, from afar.",
    Coordinator "coordinator" "Captures on files and ranks that it shares with its king.",
    Chameleon "chameleon" "Captures each piece as that piece captures.",
    Immobilizer "immobilizer" "Keeps pieces beside it from moving.",
    Pusher "pusher" "Pushes other pieces.",
    Puller "puller" "Pulls other pieces.",
    Ankh "ankh" "Brings pieces back.",
    Archer "archer" "Captures from where it stands.",
    Swapper "swapper" "Changes places with another piece.",
    Bomb "bomb" "Explodes.",
    Flame "flame" "Captures or burns what is beside it.",
    Shield "shield" "Protects what is beside it.",
    Rider "rider" "As a badge: makes its leaps again and again.",
}

impl Shape {
    /// The shape of this name.
    pub fn named(name: &str) -> Option<Shape> {
        Shape::ALL
            .iter()
            .copied()
            .find(|shape| shape.name() == name)
    }
}

/// A picture of a piece: a shape with small shapes as badges.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Picture {
    /// The shape.
    pub shape: Shape,
    /// Small shapes in its upper corners, at most [`Picture::MOST_BADGES`].
    pub badges: Vec<Shape>,
}

impl Picture {
    /// The largest number of badges.
    pub const MOST_BADGES: usize = 2;
}

impl From<Shape> for Picture {
    fn from(shape: Shape) -> Picture {
        Picture {
            shape,
            badges: Vec::new(),
        }
    }
}

impl fmt::Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.shape.name())?;
        for badge in &self.badges {
            write!(f, "+{}", badge.name())?;
        }
        Ok(())
    }
}

/// The error for a text that names no picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PictureError {
    /// The word is no shape.
    NoShape {
        /// The word.
        word: String,
        /// Its byte range in the text.
        at: Range<usize>,
    },
    /// There are too many badges.
    TooManyBadges {
        /// The byte range of the first badge beyond the limit.
        at: Range<usize>,
    },
}

impl PictureError {
    /// The byte range of the error.
    pub fn at(&self) -> Range<usize> {
        match self {
            PictureError::NoShape { at, .. } | PictureError::TooManyBadges { at } => at.clone(),
        }
    }
}

impl fmt::Display for PictureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PictureError::NoShape { word, .. } => write!(f, "unknown shape `{word}`"),
            PictureError::TooManyBadges { .. } => write!(
                f,
                "a picture is a shape with at most {} badges",
                Picture::MOST_BADGES
            ),
        }
    }
}

impl std::error::Error for PictureError {}

impl FromStr for Picture {
    type Err = PictureError;

    fn from_str(text: &str) -> Result<Picture, PictureError> {
        let mut shapes = Vec::new();
        let mut from = 0;
        for part in text.split('+') {
            let word = part.trim();
            let start = from + (part.len() - part.trim_start().len());
            let at = start..start + word.len();
            from += part.len() + 1;
            let Some(shape) = Shape::named(word) else {
                let word = word.to_owned();
                return Err(PictureError::NoShape { word, at });
            };
            if shapes.len() > Picture::MOST_BADGES {
                return Err(PictureError::TooManyBadges { at });
            }
            shapes.push(shape);
        }
        let badges = shapes.split_off(1);
        Ok(Picture {
            shape: shapes[0],
            badges,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_is_found_by_its_name() {
        for shape in Shape::ALL {
            assert_eq!(Shape::named(shape.name()), Some(*shape));
            let text = format!("{0}+{0}", shape.name());
            let read: Picture = text.parse().expect("a picture");
            assert_eq!(read.to_string(), text);
        }
    }

    #[test]
    fn a_fault_has_its_place() {
        for (text, at) in [
            ("rok", 0..3),
            ("rook+nite", 5..9),
            ("rook + ", 7..7),
            ("", 0..0),
            ("+rook", 0..0),
            ("rook+knight+ferz+king", 17..21),
        ] {
            let error = text.parse::<Picture>().expect_err(text);
            assert_eq!(error.at(), at, "{text}: {error}");
        }
    }
}
