//! What hooks say about a position, without making moves: victims, freezes, bare kings.

mod bare;
mod capture;
mod freeze;
mod ground;
mod imitate;
mod jumps;
mod memory;
mod pocket;
mod points;

pub(crate) use bare::{both_bare, claim, is_excused, notice_bare};
pub(crate) use capture::{Borrowed, Captor, borrowed, could_take};
pub(crate) use freeze::{frozen, is_burned, is_frozen, is_protected};
pub(crate) use ground::{after_placing, crowds_palace, fills_palace, over, places, placing};
pub(crate) use imitate::{acting_role, imitates, note_move, note_mover, plain_moves};
pub(crate) use jumps::{Hop, Jumps};
pub(crate) use memory::{OWN_FIELDS, is_lost, read_own, write_own};
pub(crate) use pocket::{empty_pocket, gates};
pub(crate) use points::ahead;
