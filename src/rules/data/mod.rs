//! Compiled rules as data, and the trait of rules.
//!
//! - `answers`: the types that rules return;
//! - `roles`: rules of single kinds of pieces;
//! - `parts`: material, the record of a game, and squares that may be entered only for captures;
//! - `rule`: the trait of rules, and the types that refer to it;
//! - `compiled_rules`, `rule_facts`: properties of compiled rules.

mod answers;
mod compiled_rules;
mod parts;
mod roles;
mod rule;
mod rule_facts;

pub use answers::{
    AdjudicationWords, AllRules, Attack, Chasing, Counting, Decision, Drops, EndWords, Goal,
    Halfway, Lack, LastRoyal, LegalMoves, Moves, NextTurn, Passing, Phases, Replacement, RuleEnd,
    RuleError, RuleFact, RuleFacts, RuleFinding, SettingPlace, Stock, Threat, Walls, WhoLacks,
};
pub(crate) use answers::{Part, held, numbers, read_letters, read_numbers, write_letters};
pub(crate) use parts::{CaptureOnly, InsufficientMaterialCache, Material, PlacedPiece, Record};
pub(crate) use roles::{
    By, Coverage, Hop, Jumps, LazyBySquare, PATHS, PathTable, ReachPattern, ReachTable, RoleMove,
    RoleRules, Scope, Sight, Way, Ways, borrowed, is_borrowed, sights,
};
pub use roles::{RuleMovement, RuleReach};
pub(crate) use rule::MoveFinder;
pub use rule::{After, CompiledRules, Imagined, NamedRule, Past, Rule, RuleContext};
pub(crate) use rule_facts::{KindToKeep, rest_of_point};
