//! Rules of single kinds of pieces, with tables that are filled on first use.
//!
//! - `programs`: the contents of squares, as path programs read them;
//! - `role_move`: a pattern with its squares;
//! - `reach_tables`, `jumps`, `borrowed`: abilities;
//! - `caches`: tables that are filled on first use;
//! - `role`: all rules of one kind;
//! - `rule_movement`, `rule_reach`: movements and reaches in the settings of a rule.

mod borrowed;
mod caches;
mod jumps;
mod programs;
mod reach_tables;
mod role;
mod role_move;
mod rule_movement;
mod rule_reach;

pub(crate) use borrowed::{Borrowed, borrowed, is_borrowed};
pub(crate) use caches::{By, Coverage, LazyBySquare, Scope};
pub(crate) use jumps::{Hop, Jumps};
pub(crate) use programs::{Sight, sights};
pub(crate) use reach_tables::{PathTable, ReachPattern, ReachTable, Way, Ways};
pub(crate) use role::RoleRules;
pub(crate) use role_move::{PATHS, RoleMove};
pub use rule_movement::RuleMovement;
pub use rule_reach::RuleReach;
