//! Rules that end games.

pub(super) mod bare_king;
pub(super) mod capture_points;
pub(super) mod chasing;
pub(super) mod connection;
pub(super) mod counting;
pub(super) mod extinction;
pub(super) mod goal;
pub(super) mod mate_needs;
pub(super) mod material;
pub(super) mod perpetual_check;
pub(super) mod point_count;
pub(super) mod scores;
