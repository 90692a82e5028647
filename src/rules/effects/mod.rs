//! Effects of moves.
//!
//! - `clock`, `remember`: clocks, counts and other states;
//! - `apply`: the board after a move;
//! - `freeze`: freezing, burning and protecting.

mod apply;
mod clock;
mod freeze;
mod remember;

pub(crate) use apply::{follow, perform_effects, relocate};
pub(crate) use clock::{is_irreversible, is_restored, restarts_clock};
pub(crate) use freeze::{frozen, is_burned, is_frozen, is_protected};
pub(crate) use remember::remember;
