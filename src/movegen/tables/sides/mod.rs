//! The tables of one color.
//!
//! - `promotion`: promotions by squares with the same choices;
//! - `atom`: compiled atoms; `atoms_by_kernel`: atoms sorted by kind of kernel;
//! - `shared`: atoms shared by several roles, before they are compiled;
//! - `side`: all tables of a color.

mod atom;
mod atoms_by_kernel;
mod promotion;
mod shared;
mod side;

pub(super) use atom::{Aim, Atom, EnPassantAtom, aim};
pub(super) use promotion::{Choice, Only, Promotion, limit_of, pair};
pub(super) use shared::{Shared, fuse};
pub(super) use side::{Side, side};
