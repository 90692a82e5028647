//! Sides of pieces relative to one piece.

use crate::rules::{RuleError, RuleSettings};
use crate::state::Color;

/// Own pieces, enemy pieces or both.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Sides {
    Friends,
    Enemies,
    Both,
}

impl Sides {
    /// The words of the values.
    pub(super) const NAMES: [&str; 3] = ["friends", "enemies", "both"];

    /// Reads one of the words.
    pub(super) fn read(settings: &RuleSettings<'_>, key: &str) -> Result<Option<Sides>, RuleError> {
        let sides = [Sides::Friends, Sides::Enemies, Sides::Both];
        Ok(settings.word(key, &Sides::NAMES)?.map(|word| sides[word]))
    }

    /// Whether the pieces of a side are included, relative to a piece of `own`.
    pub(super) fn contain(self, own: Color, other: Color) -> bool {
        match self {
            Sides::Friends => own == other,
            Sides::Enemies => own != other,
            Sides::Both => true,
        }
    }

    /// The phrase `of its own side`, or of the other ones.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Sides::Friends => "of its own side",
            Sides::Enemies => "of the other side",
            Sides::Both => "of either side",
        }
    }
}
