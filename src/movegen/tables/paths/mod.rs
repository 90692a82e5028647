//! Path lists: the input of all lookups.
//!
//! - `path_lists`: the paths from each square of an unknown board, by their effects on the target;
//! - `path_cache`: paths and lists that several roles share;
//! - `atoms`: the raw atoms of a role, by the reference interpreter.

mod atoms;
mod path_cache;
mod path_lists;

pub(super) use atoms::role_atoms;
pub(super) use path_cache::PathCache;
pub(super) use path_lists::{Declined, declined};
pub(super) use path_lists::{
    Lists, RawPath, Wide, depends_on_nothing, is_free, open_lines, reversed,
};
pub(super) use path_lists::{Mark, Mode, RawAtom, RoleAtoms};
