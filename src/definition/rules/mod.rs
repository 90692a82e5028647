//! Rules of a variant that do not belong to single pieces, by name with their settings; some also have types with the
//! meaning of their settings for the pieces of the variant.
//!
//! Settings name pieces; the types contain their numbers in [`VariantDef::pieces`](super::VariantDef::pieces). Pairs
//! have White's value first. No rule depends on the presence of another, so all combinations are possible.

mod captured_to;
mod captures;
mod castling;
mod checks;
mod clauses;
mod counting;
mod drops;
mod en_passant;
mod entries;
mod gating;
mod guard;
mod move_limit;
mod no_moves;
mod paired_promotion;
mod piece_set;
mod repetition;
mod royal;
mod verdict;
mod walls;
mod words;

pub use captured_to::CapturedTo;
pub(crate) use captures::CAPTURES_KEYS;
pub use captures::{Blast, CaptureRules};
pub use castling::CastlingRules;
pub(crate) use castling::{CASTLING_WAYS, NO_FILE, file_of};
pub use checks::{CheckRules, ChecksAllowed};
pub use counting::CountingRule;
pub use drops::{DropRules, Enclosing};
pub use en_passant::EnPassantRules;
pub use gating::{FirstLeaps, GatingRules};
pub use guard::RoyalGuard;
pub(crate) use paired_promotion::PROMOTING_MOVES;
pub use paired_promotion::{PairedPromotion, PromotingMoves};
pub use piece_set::PieceSet;
pub use repetition::RepetitionRules;
pub use royal::RoyalRule;
pub use verdict::Verdict;
pub use walls::Walling;

use indexmap::IndexMap;

use super::VariantDef;
use super::clause::RuleEntry;
use super::custom::{CustomRules, ONLY_SETTING, RuleTable, RuleValue};
use super::rule_names::BUILTIN_RULES;

/// The rules that do not belong to single pieces.
#[derive(Clone, Debug, PartialEq, Default)]
#[non_exhaustive]
pub struct RulesDef {
    /// The built-in rules by name, in the order in which they apply.
    pub builtin: CustomRules,
    /// The custom rules by name. They apply after the built-in ones.
    pub custom: CustomRules,
    /// The rules in `rules.use` that are not in the built-in library.
    pub library: IndexMap<String, RuleEntry>,
}

impl RulesDef {
    /// Adds a built-in rule by name, in the order in which rules apply.
    pub fn put(&mut self, name: &str, settings: RuleTable) {
        self.builtin.insert(name.to_owned(), settings);
        let place = |name: &String| BUILTIN_RULES.iter().position(|known| known == name);
        self.builtin.sort_by_cached_key(|name, _| place(name));
    }

    /// Removes a built-in rule.
    fn take(&mut self, name: &str) {
        self.builtin.shift_remove(name);
    }

    /// The value of a rule that is one word.
    pub(crate) fn word(&self, name: &str) -> Option<&str> {
        self.builtin.get(name)?.get(ONLY_SETTING)?.text()
    }

    /// Sets a rule that is one word; removes it if the word is the default.
    fn put_word(&mut self, name: &str, word: &str, usual: &str) {
        if word == usual {
            self.take(name);
        } else {
            self.put(name, RuleValue::Text(word.to_owned()).alone());
        }
    }

    /// Whether the last pieces of some kinds are royal.
    #[doc(hidden)]
    pub fn last_are_royal(&self) -> bool {
        let rule = self.builtin.get("extinction");
        let royal = rule.and_then(|rule| rule.get("royal"));
        royal.is_some_and(|royal| *royal != RuleValue::Flag(false))
    }
}

impl RulesDef {
    /// Brings a valid rule into normal form, and removes it if it has the default.
    fn put_in_order<R>(&mut self, read: fn(&Self) -> Option<(R, bool)>, set: fn(&mut Self, R)) {
        if let Some((rule, true)) = read(self) {
            set(self, rule);
        }
    }
}

impl VariantDef {
    /// Brings rules into normal form. An invalid rule remains as written; the rule reports the error when the variant
    /// is compiled.
    pub(crate) fn put_rules_in_order(&mut self) {
        self.rules.put_entries_in_order();
        let rules = &mut self.rules;
        rules.put_in_order(RulesDef::read_royal, RulesDef::set_royal);
        rules.put_in_order(RulesDef::read_repetition, RulesDef::set_repetition);
        rules.put_in_order(RulesDef::read_checks, RulesDef::set_checks);
        self.put_captures_in_order();
        self.put_paired_promotion_in_order();
        self.put_first_leaps_in_order();
        // A piece is dropped where its moves could end. Castling does not count, but normalization may turn it into a
        // move.
        let drops = self.understood_drops();
        self.put_castling_in_order();
        self.put_en_passant_in_order();
        if drops.is_some() {
            self.set_drops(drops.as_ref());
        }
    }
}
