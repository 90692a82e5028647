//! Flags that summarize the rules of a definition.

use crate::definition::{CaptureRules, CheckRules, Forms, PairedPromotion, VariantDef};
use crate::rules::data::StaticFacts;

/// Whether rules of the game add, change or forbid moves, or end games by the board, in addition to
/// those of
/// [`asks_beside_moves`].
pub(crate) fn has_move_rules(def: &VariantDef, said: &StaticFacts) -> bool {
    said.checks != CheckRules::default()
        || said.captures != CaptureRules::default()
        || def.forms != Forms::default()
        || said.paired_promotion != PairedPromotion::default()
        || said.castling.is_some()
        || said.en_passant.is_some()
        || said.drops.is_some()
        || said.gating.is_some()
}
