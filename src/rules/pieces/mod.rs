//! Single pieces: their possible moves and captures, and their surroundings on a board.
//!
//! - `kinds`: kinds of pieces and imitators; neighborhoods, blasts, and kings that face each other;
//! - `precomputed_moves`: path programs, and plain moves from each square, which replace interpretation;
//! - `reach`: the squares on which a piece affects others;
//! - `capture_candidates`, `capture_methods`: captures on squares other than the target;
//! - `coverage`: the squares that a piece could ever reach or capture on.

mod capture_candidates;
mod capture_methods;
mod coverage;
mod kinds;
mod precomputed_moves;
mod reach;

pub(crate) use capture_candidates::{
    Surroundings, VictimsNear, captures_beside_its_way, takes_beside,
};
pub(crate) use capture_methods::{Captor, Victims};
pub(crate) use kinds::{acting_role, imitates, note_mover, of_kind, of_kinds, with_hand};
pub(crate) use kinds::{blasted, facing, facing_at, in_blast, shifted};
