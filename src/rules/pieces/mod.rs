//! Single pieces: their possible moves and captures, and their surroundings on a board.
//!
//! - `surroundings`: surroundings of squares: neighborhoods, blasts, and kings that face each other;
//! - `kinds`: kinds of pieces, and pieces that move as others;
//! - `precomputed_moves`: precomputed moves, which replace interpretation: path programs, and plain moves from each square;
//! - `reach`: reach: the squares on which a piece affects others, on the present board;
//! - `capture_methods`: captures on squares other than
//! - `capture_candidates`: candidate targets for captures by methods: the squares around victims, found before moves are generated;
//!   the target;
//! - `coverage`: the squares on which a piece could ever capture.

mod capture_candidates;
mod capture_methods;
mod coverage;
mod kinds;
mod precomputed_moves;
mod reach;
mod surroundings;

pub(crate) use capture_candidates::{
    Surroundings, VictimsNear, captures_beside_its_way, takes_beside,
};
pub(crate) use capture_methods::{Captor, Victims};
pub(crate) use kinds::{
    acting_role, imitates, note_castling_king, note_move, of_kind, of_kinds, with_hand,
};
pub(crate) use surroundings::{AROUND, blasted, facing, facing_at, in_blast, neighbors, shifted};
