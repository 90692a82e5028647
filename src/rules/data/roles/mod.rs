//! Rules of single kinds of pieces, with tables that are filled on first use.
//!
//! - `role`: compiled rules of one kind of piece: its patterns, the movements that it borrows or that rules give it, and its path programs;
//! - `jumps`: abilities;
//! - `reach_tables`: reaches with their precomputed tables, and caches of the squares that a piece could reach;

mod jumps;
mod reach_tables;
mod role;

pub(crate) use jumps::{Hop, Jumps};
pub use reach_tables::RuleReach;
pub(crate) use reach_tables::{
    By, Coverage, PathTable, ReachPattern, ReachTable, Scope, Way, Ways,
};
pub use role::RuleMovement;
pub(crate) use role::{
    Borrowed, PATHS, Programs, RoleChoice, RoleMove, RolePromotion, RoleRules, Sight, borrowed,
    is_borrowed, sights,
};
