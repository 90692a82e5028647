//! Differences in meaning between the rules of two games.

use super::renumber::{NewIds, renumbered};
use crate::definition::variant::VariantDef;

/// Rules that are compared by meaning and not by text.
pub(super) const BY_MEANING: [&str; 6] = [
    "royal",
    "paired-promotion",
    "castling",
    "drops",
    "gating",
    "first-leaps",
];

impl VariantDef {
    /// The rules that differ in meaning in `other`, as places with messages. `new` contains the
    /// numbers of its pieces in this definition.
    pub(super) fn saying_otherwise(
        &self,
        other: &VariantDef,
        new: &NewIds,
    ) -> impl Iterator<Item = (&'static str, &'static str)> {
        let pairs = self.paired_promotion() != renumbered(&other.paired_promotion(), new);
        let promotion = pairs || self.forms != renumbered(&other.forms, new);
        let castling = self.castling() != renumbered(&other.castling(), new);
        let drops = self.drops() != renumbered(&other.drops(), new);
        let gating = self.gating() != renumbered(&other.gating(), new);
        let rules = [
            (
                promotion,
                "rules.promotion",
                "promotion by rules of the variant is different",
            ),
            (
                castling,
                "rules.castling",
                "castling to fixed files is different",
            ),
            (drops, "rules.drops", "drops from the hand are different"),
            (gating, "rules.gating", "gating from the hand is different"),
        ];
        let different = rules.into_iter().filter(|(differs, ..)| *differs);
        different.map(|(_, place, message)| (place, message))
    }
}
