//! Which rules of two games are different.

use super::renumber::{NewIds, renumbered};
use super::rules::RulesDef;
use super::variant::VariantDef;

/// Fields of the rules, the key of the definition format that they are about, and what is said where one of
/// them is different.
macro_rules! differing {
    ($($($field:ident)*: $key:literal, $message:literal;)*) => {
        impl RulesDef {
            /// Where `other` is different, as keys of the definition format with a message each.
            pub(super) fn differing(&self, other: &RulesDef) -> Vec<(&'static str, &'static str)> {
                let groups = [$(([$(self.$field != other.$field),*].contains(&true), $key, $message)),*];
                let different = groups.into_iter().filter(|(differs, ..)| *differs);
                different.map(|(_, key, message)| (key, message)).collect()
            }
        }
    };
}

differing! {
    forms promotion: "rules.promotion", "promotion by rules of the variant is different";
    drops: "rules.drops", "drops from the hand are different";
}

/// The order in which such places are told.
pub(super) const ORDER: [&str; 4] = [
    "rules.promotion",
    "rules.castling",
    "rules.drops",
    "rules.gating",
];

/// Rules that are compared by what they say and not as they are written.
pub(super) const BY_MEANING: [&str; 3] = ["castling", "gating", "first-leaps"];

impl VariantDef {
    /// Where such rules say something else in `other`, with a message each. `new` has the numbers of its pieces in
    /// terms of this definition.
    pub(super) fn saying_otherwise(
        &self,
        other: &VariantDef,
        new: &NewIds,
    ) -> impl Iterator<Item = (&'static str, &'static str)> {
        let castling = self.castling() != renumbered(&other.castling(), new);
        let gating = self.gating() != renumbered(&other.gating(), new);
        let rules = [
            (
                castling,
                "rules.castling",
                "castling to fixed files is different",
            ),
            (gating, "rules.gating", "gating from the hand is different"),
        ];
        let different = rules.into_iter().filter(|(differs, ..)| *differs);
        different.map(|(_, place, message)| (place, message))
    }
}
