//! Rules that add, change or restrict moves.

pub(super) mod brakes;
pub(super) mod castling;
pub(super) mod castling_by_squares;
pub(super) mod circuit;
pub(super) mod foreign_moves;
pub(super) mod in_place_promotion;
pub(super) mod intersections;
pub(super) mod paired_promotion;
pub(super) mod push_pull;
pub(super) mod replacement;
pub(super) mod safe_ways;
pub(super) mod shifts;
pub(super) mod shoves;
pub(super) mod transfer;
pub(super) mod transparency;
