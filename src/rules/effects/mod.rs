//! Effects of moves.
//!
//! - `clock`: the halfmove clock, and the counting rules of Makruk;
//! - `apply`: the board after a move;
//! - `freeze`: freezing, burning and protecting.

mod apply;
mod clock;
mod freeze;

pub(crate) use apply::{follow, perform_effects, relocate};
pub(crate) use clock::{is_irreversible, is_restored, restarts_clock};
pub(crate) use freeze::{frozen, is_burned, is_frozen, is_protected};
