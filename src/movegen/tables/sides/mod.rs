//! The tables of one color.
//!
//! - `promotion`: promotions by squares with the same choices;
//! - `atoms`: parts of the moves of all roles of a group, merged and sorted by kind of kernel;
//! - `side`: all tables of a color.

mod atoms;
mod promotion;
mod side;

pub(super) use atoms::{Aim, Atom, EnPassantAtom, Shared, fuse, kernels};
pub(super) use promotion::{Choice, Only, Promotion, limit_of, pair};
pub(super) use side::{Side, side};
