//! Lookups that are compiled from path lists.
//!
//! - `bits`: sets of squares of fixed width;
//! - `targets`: the interface of all lookups;
//! - `wide_lookup`, `kernel`: lookups of targets by the occupancy;
//! - `shifts`: set-wise moves;
//! - `attacks`: reverse attack tables;
//! - `pool`: each list is compiled once.

mod attacks;
mod bits;
mod kernel;
mod pool;
mod shifts;
mod targets;
mod wide_lookup;

pub(super) use attacks::{Attack, Attacks, Needs, looks_at_all};
pub(super) use bits::{Bits, Delta};
pub(super) use kernel::{GATHER_FROM, Kernel, Lookups};
pub(super) use pool::Pool;
pub(super) use shifts::{Shift, are_worth_it, shifts_of};
pub(super) use targets::{BySquare, Targets, by_square};
