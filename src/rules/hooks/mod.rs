//! What hooks say about a position, without making moves: victims and freezes.

mod capture;
mod freeze;
mod memory;

pub(crate) use capture::{offset, victims};
pub(crate) use freeze::is_frozen;
pub(crate) use memory::{read_own, write_own};
