//! Single pieces: their possible moves and captures, and their surroundings on a board.
//!
//! - `around`, `kinds`, `facing`: neighbors, pieces of a kind, and kings that face each other;
//! - `imitators`, `imitation`: pieces that move as another;
//! - `path_programs`, `plain_moves`, `reach`, `threat_reach`: moves and reaches, computed once;
//! - `capture_geometry`, `capture_methods`, `capture_candidates`: captures on squares other than
//!   the target;
//! - `coverage`: the squares on which a piece could ever capture.

mod around;
mod capture_candidates;
mod capture_geometry;
mod capture_methods;
mod coverage;
mod facing;
mod imitation;
mod imitators;
mod kinds;
mod path_programs;
mod plain_moves;
mod reach;
mod threat_reach;

pub(crate) use around::{AROUND, blasted, in_blast, neighbors, shifted};
pub(crate) use capture_candidates::{Surroundings, VictimsNear, captures_beside_its_way};
pub(crate) use capture_geometry::takes_beside;
pub(crate) use capture_methods::{Captor, Victims};
pub(crate) use facing::{facing, facing_at};
pub(crate) use imitators::{acting_role, imitates, note_castling_king, note_move};
pub(crate) use kinds::{of_kind, of_kinds, with_hand};
