//! Which rules of two games are different.

use super::rules::RulesDef;

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
    castling: "rules.castling", "castling to fixed files is different";
    drops: "rules.drops", "drops from the hand are different";
}
