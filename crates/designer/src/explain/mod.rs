//! Descriptions of movements in English, as for a page of rules.
//!
//! [`describe`] makes sentences from the structure of a [`Movement`], so that two spellings of a piece read
//! the same; [`names`] looks up its usual names.
//!
//! ```
//! use ferz_designer::explain;
//! use ferz::movement::Movement;
//!
//! let griffon = Movement::new("FyafsF").unwrap();
//! assert_eq!(
//!     explain::text(&griffon),
//!     "Steps one square diagonally, and may then slide any number of squares orthogonally outwards."
//! );
//! assert_eq!(explain::names(&griffon)[0], "Griffon");
//! ```

mod direction;
mod examples;
mod hop;
mod legs;
mod names;
mod paths;
mod phrase;
mod sentence;
mod special;
mod strand;
mod targets;

pub use examples::{Example, ExampleKind, example};
pub use names::{names, nearest_name, spellings};

use std::fmt;

use ferz::geometry::Headings;
use ferz::movement::Movement;

/// A sentence, with its full stop.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sentence(String);

impl Sentence {
    /// The sentence as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Adds a capital at the beginning and a full stop at the end.
    fn of(text: &str) -> Sentence {
        let mut signs = text.chars();
        let first: String = signs
            .next()
            .map(|sign| sign.to_uppercase().collect())
            .unwrap_or_default();
        Sentence(format!("{first}{}.", signs.as_str()))
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The movement in sentences: usual moves and captures first, special moves last.
pub fn describe(movement: &Movement) -> Vec<Sentence> {
    sentence::sentences(&strand::Anatomy::of(movement))
        .iter()
        .map(|text| Sentence::of(text))
        .collect()
}

/// [`describe`] as a paragraph.
pub fn text(movement: &Movement) -> String {
    let sentences = describe(movement);
    let words: Vec<&str> = sentences.iter().map(Sentence::as_str).collect();
    words.join(" ")
}

/// A number as a word up to twelve, as digits beyond.
pub(crate) fn number(n: usize) -> String {
    direction::number(n)
}

/// The directions of radial steps of this many squares: `orthogonally`, `diagonally forwards`.
pub(crate) fn directions(squares: usize, headings: Headings) -> String {
    if squares == 1 {
        direction::radial(headings)
    } else {
        direction::leap_directions(headings)
    }
}
