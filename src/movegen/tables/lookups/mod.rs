//! Lookups that are compiled from path lists.
//!
//! - `targets`: the interface of all lookups, and set-wise moves;
//! - `wide_lookup`, `kernel`: lookups of targets by the occupancy;
//! - `attacks`: reverse attack tables;
//! - `pool`: one compiled lookup for all equal lists.

mod attacks;
mod kernel;
mod pool;
mod targets;
mod wide_lookup;

pub(super) use super::bits::{Bits, Delta};
pub(super) use attacks::{Attack, Attacks, looks_at_all};
pub(super) use kernel::{GATHER_FROM, Kernel, Lookups};
pub(super) use pool::Pool;
pub(super) use targets::{BySquare, Needs, Shift, Targets, are_worth_it, by_square, shifts_of};
