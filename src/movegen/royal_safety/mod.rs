//! Royal safety: whether a move leaves the own royal pieces in check.

mod guard;
mod watched_squares;

pub(crate) use guard::kings_attacked;
pub(super) use guard::{are_guarded, are_safe, captures_own_royal, is_safe};
pub(super) use watched_squares::RoyalSafety;
