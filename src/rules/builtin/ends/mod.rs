//! Rules that end games.

pub(super) mod adjudication;
pub(super) mod capture_points;
pub(super) mod few_pieces;
pub(super) mod goals;
pub(super) mod repetition;
