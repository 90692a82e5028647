//! Path lists: the input of all lookups.
//!
//! - `path_lists`: path lists: the paths from each square of an unknown board, with their cache;
//! - `atoms`: atoms: path lists by square with the same effects on the target; equal lists are shared;

mod atoms;
mod path_lists;

pub(super) use atoms::{Mark, Mode, RawAtom, RoleAtoms, role_atoms};
pub(super) use path_lists::{
    Declined, Lists, PathCache, RawPath, Wide, declined, depends_on_nothing, has, is_free, meets,
    open_lines, reversed, union, wide,
};
