//! Rules that few variants have, compiled.
//!
//! - `hand_slots`: slots of hands;
//! - `imitation`, `own_kind_screens`, `passing`, `walls`, `post_move_checks`, `lacks`: one rule each;
//! - `rule_tables`: the special rules of a variant;
//! - `support`: declines rules that the tables do not support.

mod hand_slots;
mod imitation;
mod lacks;
mod own_kind_screens;
mod passing;
mod post_move_checks;
mod rule_tables;
mod support;
mod walls;

pub(super) use hand_slots::{NOWHERE, SLOTS};
pub(super) use imitation::{Imitation, imitators};
pub(super) use lacks::{LackTable, More};
pub(super) use own_kind_screens::{OwnKindScreens, screened_role};
pub(super) use passing::{BOTH_PASSED, FACING, PASSED, Passing, packed_last, unpacked_last};
pub(super) use post_move_checks::{LastPieces, PostMoveChecks, guards_commoners};
pub(super) use rule_tables::{BlastTable, Flag, Gate, RuleTables, wanted_groups};
pub(super) use support::{check_support, last_king};
pub(super) use walls::{WallTable, check_mounts};
