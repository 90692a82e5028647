//! Rules that add, change or restrict moves.

pub(super) mod castling;
pub(super) mod circuit;
pub(super) mod intersections;
pub(super) mod promotion;
pub(super) mod push_pull;
pub(super) mod second_parts;
pub(super) mod shifts;
pub(super) mod shoves;
pub(super) mod ways;
