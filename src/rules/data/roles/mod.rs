//! Rules of single kinds of pieces, with tables that are filled on first use.
//!
//! - `programs`: path programs of a pattern;
//! - `role_move`: a pattern with its squares;
//! - `reach_tables`, `jumps`, `borrowed`: abilities;
//! - `caches`: squares that a piece could reach or capture on;
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
pub(crate) use caches::{By, Coverage, Scope};
pub(crate) use jumps::{Hop, Jumps};
pub(crate) use programs::{Programs, Sight, sights};
pub(crate) use reach_tables::{PathTable, ReachPattern, ReachTable, Way, Ways};
pub(crate) use role::{RoleChoice, RolePromotion, RoleRules};
pub(crate) use role_move::{PATHS, RoleMove};
pub use rule_movement::RuleMovement;
pub use rule_reach::RuleReach;
