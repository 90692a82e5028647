//! Types that rules return: facts, decisions, ends, findings, and lists of moves.
//!
//! - `facts`: static facts, which the engines use without calling the rules;
//! - `piece_ends`: facts about ends by the pieces on the board;
//! - `decisions`: decisions about positions, ends, moves, the phases of a turn, and states;
//! - `findings`: warnings about a definition, and errors in settings.

mod decisions;
mod facts;
mod findings;
mod piece_ends;

pub use decisions::{
    AdjudicationWords, Attack, Decision, Drops, EndWords, Halfway, LegalMoves, Moves, NextTurn,
    Phases, RuleEnd, Stock, Threat,
};
pub(crate) use decisions::{held, numbers, read_letters, read_numbers, write_letters};
pub use facts::{AllRules, Chasing, Counting, Passing, Replacement, RuleFact, RuleFacts, Walls};
pub(crate) use findings::Part;
pub use findings::{RuleError, RuleFinding, SettingPlace};
pub use piece_ends::{Goal, Lack, LastRoyal, WhoLacks};
