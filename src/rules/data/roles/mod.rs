//! Rules of single kinds of pieces, with tables that are filled on first use.
//!
//! - `caches`: tables that are filled on first use, borrowed moves, and the contents of squares for path programs;
//! - `role_move`: a pattern with its squares, and movements in the settings of a rule;
//! - `reach_tables`, `jumps`: abilities, and reaches in the settings of a rule;
//! - `role`: all rules of one kind.

mod caches;
mod jumps;
mod reach_tables;
mod role;
mod role_move;

pub(crate) use caches::{Borrowed, borrowed, is_borrowed};
pub(crate) use caches::{By, Coverage, LazyBySquare, Scope};
pub(crate) use caches::{Sight, sights};
pub(crate) use jumps::{Hop, Jumps};
pub use reach_tables::RuleReach;
pub(crate) use reach_tables::{PathTable, ReachPattern, ReachTable, Way, Ways};
pub(crate) use role::RoleRules;
pub use role_move::RuleMovement;
pub(crate) use role_move::{PATHS, RoleMove};
