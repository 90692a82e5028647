//! Warnings about clauses that have no effect, or another one than intended.

use super::{Clauses, Written, is_royal};
use crate::definition::VariantDef;
use crate::definition::clause::is_word;
use crate::rules::clauses::{Condition, EffectClause};
use crate::rules::data::RuleFinding;

impl Clauses {
    /// The warnings, each at its clause.
    pub(super) fn doubts(&self, def: &VariantDef) -> Vec<RuleFinding> {
        let [forbid, effects, moves, ends, required] = &self.written;
        let found = |written: &Written, doubt: Option<RuleFinding>, is_about_drops: bool| {
            let idle = || {
                let clause = &written.clause;
                let message = format!("`{clause}` depends on drops, but the variant has no drops");
                (is_about_drops && !self.may_drop).then(|| RuleFinding::new(message))
            };
            Some(doubt.or_else(idle)?.about(written.place.clone()))
        };
        let of_condition = |(one, written): (&Condition, &Written)| {
            found(written, one.doubt(&written.clause), one.is_about_drops())
        };
        let comes_back = self.effects.iter().any(EffectClause::brings_back);
        let forbidden = self.forbidden.iter().map(|clause| &clause.condition);
        let forbid = forbidden.zip(forbid).filter_map(of_condition);
        let effects = self.effects.iter().zip(effects);
        let effects = effects.filter_map(|(one, written)| {
            let doubt = one.doubt(&written.clause, true, comes_back, |piece| {
                is_royal(def, piece)
            });
            let doubt = doubt.or_else(|| one.fills_hand(&written.clause, self.uses_hands));
            found(written, doubt, one.is_about_drops())
        });
        let moves = self.moves.iter().zip(moves);
        let moves = moves.filter_map(|(one, written)| {
            let doubt = one.doubt(&written.clause, |piece| is_royal(def, piece));
            let fills = || {
                let effect = one.effect.as_ref()?;
                effect.fills_hand(&written.clause, self.uses_hands)
            };
            found(written, doubt.or_else(fills), false)
        });
        let ends = self.ends.iter().zip(ends);
        let ends = ends.filter_map(|(one, written)| {
            let is_about_drops = one.condition.is_about_drops();
            found(written, one.doubt(&written.clause), is_about_drops)
        });
        let required = self.required.iter().zip(required).filter_map(of_condition);
        let all = forbid.chain(effects).chain(moves).chain(ends);
        let shadowed = self.written.iter().flatten();
        let shadowed = shadowed.flat_map(|written| shadowed_pieces(def, written));
        all.chain(required).chain(shadowed).collect()
    }
}

/// The warnings about words of a clause that are also names of pieces.
fn shadowed_pieces(def: &VariantDef, written: &Written) -> Vec<RuleFinding> {
    let clause = &written.clause;
    let words = clause.split(|sign: char| !sign.is_ascii_alphanumeric() && sign != '-');
    let mut names: Vec<&str> = words
        .filter(|word| def.pieces.contains_key(*word) && is_word(word))
        .collect();
    names.dedup();
    let finding = |name: &str| {
        let message =
            format!("`{name}` in `{clause}` is a word of clauses, and not the piece `{name}`");
        let finding = RuleFinding::new(message).about(written.place.clone());
        finding.with_help("give the piece another name")
    };
    names.into_iter().map(finding).collect()
}
