//! Rulebook and position to moves.
//!
//! [`legality`] is the general engine: [`over`](over()) asks whether the game has ended, [`offer`] what may
//! be played, with [`generate`] for every pattern by the reference interpreter, [`safety`] makes every
//! move and tests it. [`fast`] does the same by tables for the variants that
//! fit them; it may decline, and must agree. Between the two, a rulebook that knows paths makes the
//! general engine look moves up instead of walking them, and try only those that a [`danger`] says
//! could matter.

mod chasing;
mod custom;
mod danger;
pub(crate) mod fast;
pub(crate) mod generate;
mod hooks;
pub(crate) mod legality;
mod offer;
mod over;
mod safety;
mod scene;
pub(crate) mod tally;
mod ways;

pub(crate) use chasing::chased;
pub(crate) use custom::{ended_by_rule, refused_moves};
pub(crate) use hooks::{abounds, walks_abound, walls_abound};
pub(crate) use over::over;
