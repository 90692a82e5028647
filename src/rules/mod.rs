//! Compiled rules of one variant, and the trait of rules.
//!
//! The public items are for programs with [rules of their own](Rule). All other rules are data of a definition.

mod alive_fast_path;
mod apply;
mod around;
mod board_ends;
mod builtin;
mod capture_candidates;
mod capture_methods;
mod capture_only;
mod castling;
mod castling_by_files;
mod clauses;
mod clock;
mod compile_error;
mod compiled_rules;
mod coverage;
pub(crate) mod custom;
mod drop_atoms;
mod drops;
mod facing;
mod fen;
mod fen_extensions;
mod file_rights;
mod first_leaps;
mod flags;
mod freeze;
mod imitation;
mod imitators;
mod insufficient_material;
mod insufficient_material_cache;
mod jumps;
mod kinds;
mod lost_kings;
mod paired_promotion;
mod plain_moves;
mod programs;
mod promotion;
mod reach;
mod reachable_squares;
mod remember;
mod replacement;
mod rights;
mod role;
mod threat_reach;
mod walls;

pub(crate) use alive_fast_path::AliveFastPath;
pub(crate) use apply::{follow, perform_effects, relocate};
pub(crate) use around::{blasted, in_blast, neighbors};
pub(crate) use board_ends::is_over;
#[cfg(feature = "schema")]
#[doc(hidden)]
pub use builtin::made_schema;
pub(crate) use capture_candidates::{Surroundings, VictimsNear, captures_beside_its_way};
pub(crate) use capture_methods::{Borrowed, Captor, Victims, borrowed, could_take, takes_beside};
pub(crate) use capture_only::CaptureOnly;
pub(crate) use castling::{castlings_of, castlings_that_begin};
pub(crate) use castling_by_files::{castle_with_dropped, castlings, landing};
pub(crate) use clauses::{mark_name, marked};
pub(crate) use clock::{count, is_irreversible, is_restored, restarts, restarts_clock};
pub use compile_error::CompileError;
#[doc(hidden)]
pub use compiled_rules::CompiledRules;
pub(crate) use coverage::By;
pub(crate) use custom::rest_of_point;
pub use custom::{
    Adjudication, AdjudicationWords, After, AllRules, Attack, Chasing, Counting, Decision, Drops,
    EndWords, Goal, Halfway, Imagined, Lack, LastRoyal, LegalMoves, Moves, NextTurn, Passing, Past,
    Phases, RegisterError, Replacement, Rule, RuleContext, RuleEnd, RuleError, RuleFinding,
    RuleMovement, RuleReach, RuleRegistry, RuleSettings, Stock, Threat, Walls, WhoLacks,
};
#[doc(hidden)]
pub use custom::{NamedRule, SettingPlace};
pub(crate) use drop_atoms::placements;
pub(crate) use drops::{drops, opposite_colors_kept};
pub(crate) use facing::{facing, facing_at};
pub(crate) use fen_extensions::{OWN_FIELDS, is_lost, kept_field, read_own, write_own};
pub(crate) use file_rights::{forget_gates, read_checks, read_file_rights, write_file_rights};
pub(crate) use first_leaps::{aim_at_king, first_leaps};
pub(crate) use freeze::{frozen, is_burned, is_frozen, is_protected};
pub(crate) use imitators::{acting_role, imitates, note_castling_king, note_move, plain_moves};
#[doc(hidden)]
pub use insufficient_material::Helpless;
pub(crate) use insufficient_material::{is_dead, is_harmless};
pub(crate) use jumps::{Hop, Jumps};
use kinds::with_hand;
pub(crate) use kinds::{of_kind, of_kinds};
pub(crate) use lost_kings::ended_at_home;
pub(crate) use paired_promotion::{has_paired_promotion, paired_promotions};
pub(crate) use programs::{Programs, Sight};
pub(crate) use promotion::{PromotionOutcome, must_promote, promotion_outcomes};
pub(crate) use reach::ReachTable;
pub(crate) use remember::remember;
pub(crate) use replacement::{replaced, replacements};
pub(crate) use rights::{
    castling_pairs, first_moves, kept_first_moves, rights_follow_from_unmoved, unmoved_castlers,
    write_rights,
};
pub(crate) use role::{RoleMove, RoleRules};
pub(crate) use walls::{with_gates, with_walls};

/// The limit on enumerated paths of one piece from one square.
pub(crate) const PATHS: usize = 1 << 12;
