//! Sides of pieces relative to one piece.

use crate::rules::data::RuleError;
use crate::rules::settings::RuleSettings;
use crate::state::Color;

/// Own pieces, enemy pieces or all.
#[derive(Clone, Copy, PartialEq)]
pub(in crate::rules::builtin) enum Sides {
    Own,
    Enemy,
    Any,
}

impl Sides {
    /// The words of the values.
    pub(in crate::rules::builtin) const NAMES: [&str; 3] = ["own", "enemy", "any"];

    /// Reads one of the words.
    pub(in crate::rules::builtin) fn read(
        settings: &RuleSettings<'_>,
        key: &str,
    ) -> Result<Option<Sides>, RuleError> {
        let sides = [Sides::Own, Sides::Enemy, Sides::Any];
        Ok(settings.word(key, &Sides::NAMES)?.map(|word| sides[word]))
    }

    /// Whether the pieces of a side are included, relative to a piece of `own`.
    pub(in crate::rules::builtin) fn contain(self, own: Color, other: Color) -> bool {
        match self {
            Sides::Own => own == other,
            Sides::Enemy => own != other,
            Sides::Any => true,
        }
    }

    /// The phrase `of its own side`, or of the other ones.
    pub(in crate::rules::builtin) const fn words(self) -> &'static str {
        match self {
            Sides::Own => "of its own side",
            Sides::Enemy => "of the other side",
            Sides::Any => "of either side",
        }
    }
}
