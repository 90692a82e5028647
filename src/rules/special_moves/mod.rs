//! Moves by rules of the game, in addition to the movement of pieces.
//!
//! - `castling`: castling, first leaps, and replacement;
//! - `drops`: drops from the hand;
//! - `promotion`: promotion on arrival, and at the end of a move by fixed pairs;
//! - `walls`: gating and walls.

mod castling;
mod drops;
mod promotion;
mod walls;

pub(crate) use castling::{
    Castling, aim_at_king, castling_rank, castlings, castlings_of, castlings_that_begin,
    first_leaps, landing, replaced, replacements,
};
pub(crate) use drops::{drops, opposite_colors_kept, placements};
pub(crate) use promotion::{
    PromotionOutcome, has_paired_promotion, must_promote, paired_promotions, promotion_outcomes,
};
pub(crate) use walls::{with_gates, with_walls};
