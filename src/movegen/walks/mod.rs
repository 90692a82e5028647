//! Walks of pieces: by the reference interpreter, or by path programs compiled from it.

mod finder;
mod hits;
mod moves;

pub(super) use finder::{
    add_line_targets, add_run_targets, any_walk, any_walk_beside_lines, legs_of, walk_begins,
};
pub(super) use hits::{Dependence, walks_hit, walks_miss, walks_read};
pub(super) use moves::{
    Distinct, add_found, add_new, castle, is_en_passant, merge_equal_moves, push_with_promotions,
    walks, walks_by,
};
