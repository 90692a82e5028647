//! Reach: the squares around a piece that one of its effects reaches.
//!
//! Freezing, burning, protecting, pushing and similar effects share one type: the adjacent squares, the eight lines,
//! the squares of the piece's captures, or those of a movement.
//!
//! ```
//! use ferz::definition::Reach;
//! use ferz::movement::Dialect;
//!
//! let knightly = Reach::read("N", Dialect::XBetza).value;
//! assert_ne!(knightly, Reach::Around);
//! ```

use crate::movement::{Dialect, Movement};
use crate::source::Parse;

/// The squares that a rule reaches from the square of a piece, from the owner's point of view.
///
/// The contents of a square within reach do not matter; pieces on the way to it do, if the movement depends on them.
#[derive(Clone, Debug, PartialEq, Default)]
pub enum Reach {
    /// The adjacent squares, without wrapping.
    #[default]
    Around,
    /// The squares of the eight lines up to and including the first piece.
    Lines,
    /// The squares on which the piece could capture with its own moves.
    Own,
    /// The squares that a movement reaches.
    Movement(ReachText),
}

/// A movement that defines squares, with its text. Two are equal if they have the same meaning.
#[derive(Clone, Debug)]
pub struct ReachText {
    /// The text.
    pub betza: String,
    /// The dialect it was read in.
    pub dialect: Dialect,
    /// The meaning of the text.
    pub movement: Movement,
}

impl PartialEq for ReachText {
    fn eq(&self, other: &ReachText) -> bool {
        self.movement == other.movement
    }
}

impl Reach {
    /// Reads a reach: `own`, or a movement.
    pub fn read(text: &str, dialect: Dialect) -> Parse<Reach> {
        if text == OWN {
            return Parse {
                value: Reach::Own,
                diagnostics: Vec::new(),
            };
        }
        let read = Movement::read(text, dialect);
        Parse {
            value: Reach::of(text, dialect, read.value),
            diagnostics: read.diagnostics,
        }
    }

    /// The reach of a movement and its text.
    pub(crate) fn of(text: &str, dialect: Dialect, movement: Movement) -> Reach {
        Reach::Movement(ReachText {
            betza: text.to_owned(),
            dialect,
            movement,
        })
    }

    /// Its text in the dialect of a TOML file. Text that cannot be written is found when the file is read again.
    pub(crate) fn text(&self) -> String {
        match self {
            Reach::Around => "K".to_owned(),
            Reach::Lines => "Q".to_owned(),
            Reach::Own => OWN.to_owned(),
            Reach::Movement(text) => {
                let read = Movement::read(&text.betza, Dialect::XBetza);
                if read.diagnostics.is_empty() && read.value == text.movement {
                    return text.betza.clone();
                }
                let written = text.movement.to_betza(Dialect::XBetza);
                written.unwrap_or_else(|_| text.betza.clone())
            }
        }
    }
}

/// The keyword for the squares of the piece's captures.
pub(crate) const OWN: &str = "own";
