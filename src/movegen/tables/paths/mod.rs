//! Path lists: the input of all lookups.
//!
//! - `declined`: the reason why a variant has no tables;
//! - `path_lists`: the paths from each square of an unknown board;
//! - `raw_atoms`: path lists with the same effects on the target;
//! - `path_cache`: paths and lists that several roles share;
//! - `atoms`: the raw atoms of a role, by the reference interpreter.

mod atoms;
mod declined;
mod path_cache;
mod path_lists;
mod raw_atoms;

pub(super) use atoms::role_atoms;
pub(super) use declined::{Declined, declined};
pub(super) use path_cache::PathCache;
pub(super) use path_lists::{
    Lists, RawPath, Wide, depends_on_nothing, is_free, open_lines, reversed,
};
pub(super) use raw_atoms::{Mark, Mode, RawAtom, RoleAtoms};
