//! Lookups that are compiled from path lists.
//!
//! - `bits`: sets of squares of fixed width;
//! - `targets`: the interface of all lookups, and set-wise moves;
//! - `wide_lookup`, `kernel`: lookups of targets by the occupancy;
//! - `attacks`: reverse attack tables;
//! - `pool`: one compiled lookup for all equal lists.

mod attacks;
mod bits;
mod kernel;
mod pool;
mod targets;
mod wide_lookup;

pub(super) use attacks::{Attack, Attacks, Needs, looks_at_all};
pub(super) use bits::{Bits, Delta};
pub(super) use kernel::{GATHER_FROM, Kernel, Lookups};
pub(super) use pool::Pool;
pub(super) use targets::{BySquare, Shift, Targets, are_worth_it, by_square, shifts_of};
