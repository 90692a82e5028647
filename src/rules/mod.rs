//! Rules written in Rust: the trait of rules, and the types that a rule receives and returns.
//!
//! A program implements [`Rule`], registers it in a [`RuleRegistry`] and compiles a definition that names it. All other
//! rules are data of a definition.

// The modules:
//
// - `data`: compiled rules, and the trait of rules;
// - `pieces`: possible moves and captures of single pieces;
// - `special_moves`, `rights`, `effects`, `ends`: moves by rules of the game, their effects, and ends of the game;
// - `fen`: the FEN of a variant;
// - `queries`: queries of rules about positions;
// - `settings`, `wording`: the settings of rules, and words for the rules page;
// - the folder for clauses: rules that consist of clauses, compiled and evaluated;
// - `builtin`: the built-in rules;
// - `compilation`: compilation of a definition.

mod builtin;
mod clauses;
pub(crate) mod compilation;
mod data;
mod effects;
mod ends;
mod fen;
mod pieces;
mod queries;
mod rights;
mod settings;
mod special_moves;
mod wording;

#[cfg(feature = "schema")]
#[doc(hidden)]
pub use builtin::made_schema;
pub(crate) use builtin::zones_of_rules;
pub(crate) use clauses::{mark_name, marked};
#[doc(hidden)]
pub use compilation::CompileError;
pub use compilation::{RegisterError, RuleRegistry};
#[doc(hidden)]
pub use data::{
    AdjudicationWords, AllRules, Chasing, CompiledRules, Counting, Decision, Drops, EndWords, Goal,
    Halfway, Imagined, Lack, LastRoyal, NamedRule, NextTurn, Passing, Past, Replacement, RuleFact,
    RuleFacts, RuleFinding, RuleMovement, RuleReach, SettingPlace, Stock, Threat, Walls, WhoLacks,
};
pub use data::{After, Attack, LegalMoves, Moves, Phases, Rule, RuleContext, RuleEnd, RuleError};
pub(crate) use data::{
    By, CaptureOnly, Hop, Jumps, MoveFinder, PATHS, ReachTable, Record, RoleMove, RoleRules, Sight,
    rest_of_point,
};
pub(crate) use effects::{
    follow, frozen, is_burned, is_frozen, is_irreversible, is_protected, is_restored,
    perform_effects, relocate, restarts_clock,
};
#[doc(hidden)]
pub use ends::Helpless;
pub(crate) use ends::{AliveFastPath, ended_at_home, is_dead, is_harmless, is_over};
pub(crate) use fen::{kept_field, value, write_own};
pub(crate) use pieces::{
    Captor, Surroundings, Victims, VictimsNear, acting_role, captures_beside_its_way, facing,
    facing_at, imitates, in_blast, note_mover, of_kinds, takes_beside,
};
pub(crate) use queries::{why_impossible, why_impossible_effect};
pub(crate) use rights::{
    castling_pairs, first_moves, rights_follow_from_unmoved, unmoved_castlers, write_file_rights,
    write_rights,
};
pub use settings::RuleSettings;
pub(crate) use special_moves::{
    PromotionOutcome, castlings, castlings_of, castlings_that_begin, drops, first_leaps,
    has_paired_promotion, landing, must_promote, opposite_colors_kept, paired_promotions,
    placements, promotion_outcomes, replaced, replacements, with_gates, with_walls,
};
