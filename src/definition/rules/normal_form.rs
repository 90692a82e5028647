//! Normal form of rules.

use crate::definition::variant::{RulesDef, VariantDef};

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
