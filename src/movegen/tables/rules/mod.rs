//! Rules that few variants have, compiled.
//!
//! - `walls`: walls that players place after each move, and slots of hands;
//! - `ends`: ends of the game by the number of pieces, passes, facing kings and forbidden checks;
//! - `special_pieces`: imitators, and hoppers with own-kind screens;
//! - `rule_tables`: the special rules of a variant;
//! - `support`: the supported rules; variants with others are declined.

mod ends;
mod rule_tables;
mod special_pieces;
mod support;
mod walls;

pub(super) use ends::{LackTable, LastPieces, More, Passing, PostMoveChecks, guards_commoners};
pub(super) use rule_tables::{BlastTable, Flag, Gate, RuleTables, wanted_groups};
pub(super) use special_pieces::{Imitation, OwnKindScreens, imitators, screened_role};
pub(super) use support::{check_support, last_king};
pub(super) use walls::{NOWHERE, SLOTS, WallTable, check_mounts};
