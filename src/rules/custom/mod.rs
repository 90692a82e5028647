//! Rules that a program has written itself: what such a rule may say, and when it is asked.
//!
//! A turn runs through phases, and a [`Rule`] says something in those that it needs:
//!
//! | phase | question | method |
//! | --- | --- | --- |
//! | set-up | whether the game is still being set up, so that only what the rule offers may be played | [`sets_up`](Rule::sets_up), [`next_to_set_up`](Rule::next_to_set_up) |
//! | offer | what may be played beside the moves that the pieces have | [`offer`](Rule::offer), [`drops`](Rule::drops) |
//! | effect | what else a move does; a choice makes several moves of it | [`effect`](Rule::effect), [`alters`](Rule::alters) |
//! | forbid | whether a move may be made, and whether the royal pieces must be safe after it | [`forbids`](Rule::forbids), [`excuses`](Rule::excuses) |
//! | duty | which of the legal moves must be preferred | [`duty`](Rule::duty), [`binds`](Rule::binds) |
//! | remember | what outlives a move, and who moves next | [`remember`](Rule::remember), [`next_turn`](Rule::next_turn), [`prolongs`](Rule::prolongs) |
//! | follow | what happens on the board when the royal pieces have been judged | [`follow`](Rule::follow) |
//! | keep | whether the other side may take the move back, and by which squares it says so | [`keep`](Rule::keep), [`before_kept`](Rule::before_kept), [`take_back`](Rule::take_back) |
//! | end | whether the game is over, and how; whether who cannot move is mated or stalemated in spite of what attacks it | [`end`](Rule::end), [`mates`](Rule::mates), [`pardons`](Rule::pardons) |
//! | course | how a game is settled that its course ends, what stalemates and checkmates are, who wins what would be drawn, and what a player may claim | [`settle`](Rule::settle), [`stalemate`](Rule::stalemate), [`checkmate`](Rule::checkmate), [`adjudicate`](Rule::adjudicate), [`claim`](Rule::claim) |
//! | stalemate | whether who has legal moves is stalemated all the same | [`stalemates`](Rule::stalemates) |
//! | attack | whether a piece could capture somewhere | [`attack`](Rule::attack) |
//!
//! No rule changes a position: what happens is data of the [`Move`], its
//! [`effects`](Move::effects), and is done in one place. A program puts its rules into a
//! [`RuleRegistry`] and compiles with [`Variant::compile_with`](crate::game::Variant::compile_with);
//! a definition names them under `rules.custom`, in the order in which they are asked.

mod after;
mod all_rules;
mod answers;
mod context;
mod course;
mod error;
mod facts;
mod field;
mod goal;
mod lack;
mod move_finder;
mod movement;
mod passing;
mod past;
mod performable;
mod phases;
mod reach;
mod registry;
mod replacement;
mod rule;
mod settings;
mod sink;
mod stock;
mod walls;

pub use after::{After, Imagined};
pub use all_rules::AllRules;
pub use answers::{
    Attack, CourseWords, Decision, EndWords, Halfway, NextTurn, RuleEnd, RuleFinding, Threat,
};
pub use context::RuleContext;
pub use course::{Chasing, Counting, Course};
pub use error::RuleError;
pub use goal::Goal;
pub use lack::{Lack, LastRoyal, WhoLacks};
pub use movement::RuleMovement;
pub use passing::Passing;
pub use past::Past;
pub use phases::Phases;
pub use reach::RuleReach;
pub use registry::{RegisterError, RuleRegistry};
pub use replacement::Replacement;
pub use rule::Rule;
pub use settings::RuleSettings;
pub use sink::{Drops, LegalMoves, Moves};
pub use stock::Stock;
pub use walls::Walls;

pub(crate) use answers::{Part, SettingPlace};
pub(crate) use facts::{KindToKeep, Said, rest_of_point};
pub(crate) use field::{initial_states, is_read_by_rule, value, write_states};
pub(crate) use move_finder::MoveFinder;
pub(crate) use past::Record;
pub(crate) use performable::{why_impossible, why_impossible_effect};
pub(crate) use registry::{Constructor, NamedRule};
pub(crate) use stock::held;
