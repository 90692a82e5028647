//! Types that rules return: facts, decisions, ends, findings, and lists of moves.
//!
//! - `adjudication`, `goal`, `lack`, `passing`, `replacement`, `walls`: static facts of a rule;
//! - `facts`, `all_rules`: the facts of all rules of a variant;
//! - `phases`: the phases in which a rule is called;
//! - `decisions`, `ends`, `sink`: answers about a position;
//! - `stock`, `state_numbers`: states of rules;
//! - `findings`, `error`: warnings about a definition, and errors in settings.

mod adjudication;
mod all_rules;
mod decisions;
mod ends;
mod error;
mod facts;
mod findings;
mod goal;
mod lack;
mod passing;
mod phases;
mod replacement;
mod sink;
mod state_numbers;
mod stock;
mod walls;

pub use adjudication::{Adjudication, Chasing, Counting};
pub use all_rules::AllRules;
pub use decisions::{Attack, Decision, Halfway, NextTurn, Threat};
pub use ends::{AdjudicationWords, EndWords, RuleEnd};
pub use error::RuleError;
pub(crate) use facts::StaticFacts;
pub(crate) use findings::Part;
pub use findings::{RuleFinding, SettingPlace};
pub use goal::Goal;
pub use lack::{Lack, LastRoyal, WhoLacks};
pub use passing::Passing;
pub use phases::Phases;
pub use replacement::Replacement;
pub use sink::{Drops, LegalMoves, Moves};
pub(crate) use state_numbers::{numbers, read_numbers};
pub use stock::Stock;
pub(crate) use stock::held;
pub use walls::Walls;
