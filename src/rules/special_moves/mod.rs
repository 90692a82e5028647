//! Moves by rules of the game, in addition to the movement of pieces.
//!
//! - `castling`, `castling_by_files`: castling;
//! - `drops`, `drop_atoms`: drops;
//! - `first_leaps`, `replacement`: moves of unmoved pieces;
//! - `promotion`, `paired_promotion`: promotion;
//! - `walls`: gates and walls.

mod castling;
mod castling_by_files;
mod drop_atoms;
mod drops;
mod first_leaps;
mod paired_promotion;
mod promotion;
mod replacement;
mod walls;

pub(crate) use castling::{Castling, castlings_of, castlings_that_begin};
pub(crate) use castling_by_files::{castling_rank, castlings, landing};
pub(crate) use drop_atoms::placements;
pub(crate) use drops::{drops, opposite_colors_kept};
pub(crate) use first_leaps::{aim_at_king, first_leaps};
pub(crate) use paired_promotion::{has_paired_promotion, paired_promotions};
pub(crate) use promotion::{PromotionOutcome, must_promote, promotion_outcomes};
pub(crate) use replacement::{replaced, replacements};
pub(crate) use walls::{with_gates, with_walls};
