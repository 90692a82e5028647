//! What the rules of a definition ask beside the moves of its pieces.

use super::custom::Said;
use crate::definition::{CaptureRules, CheckRules, Forms, PiecePromotion, VariantDef};

/// Whether rules beside the pieces add, change or forbid moves, or end games by the board; those of
/// [`asks_beside_moves`] apart.
pub(super) fn has_move_rules(def: &VariantDef, said: &Said) -> bool {
    said.checks != CheckRules::default()
        || said.captures != CaptureRules::default()
        || def.forms != Forms::default()
        || said.turning != PiecePromotion::default()
        || said.castling.is_some()
        || said.en_passant.is_some()
        || said.drops.is_some()
        || said.gating.is_some()
}
