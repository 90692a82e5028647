//! What hooks say about a position, without making moves: victims and freezes.

mod capture;
mod freeze;
mod ground;
mod memory;

pub(crate) use capture::{direction, induced, offset, victims};
pub(crate) use freeze::is_frozen;
pub(crate) use ground::{after_placing, crowds_palace, fills_palace, over, places, placing};
pub(crate) use memory::{read_own, write_own};
