//! The rules of one variant with every name resolved, and what each rule says.
//!
//! What is public of it is for those who [write rules](CustomRule) of their own. All other rules are
//! data of a definition.

mod apply;
mod castling;
mod coverage;
pub(crate) mod custom;
mod dead;
mod fen;
pub(crate) mod hooks;
mod imitation;
mod placement;
mod programs;
mod promotion;
mod reach;
mod rights;
mod role;
mod rulebook;
pub(crate) mod special;
mod standing;

pub(crate) use apply::{follow, relocate};
pub(crate) use castling::castlings_of;
pub(crate) use coverage::By;
pub use custom::{
    After, Attack, CustomRule, LegalMoves, Moves, RegisterError, RuleContext, RuleEnd, RuleError,
    RuleFinding, RuleRegistry, RuleSettings,
};
pub(crate) use dead::is_dead;
pub(crate) use placement::placements;
pub(crate) use programs::Programs;
pub(crate) use promotion::{Ending, endings};
pub(crate) use reach::ReachTable;
pub(crate) use rights::{first_moves, write_rights};
pub(crate) use role::{RoleMove, RoleRules};
pub use rulebook::CompileError;
pub(crate) use rulebook::Rulebook;
