//! What the move texts of one piece say: all of it by the reference interpreter, or looked up in what
//! that has listed.

mod finder;
mod hits;
mod moves;

pub(super) use finder::{Seeker, legs_of, sweep};
pub(super) use hits::{walks_hit, walks_read};
pub(super) use moves::{castle, finish, unite, walks, walks_by};
