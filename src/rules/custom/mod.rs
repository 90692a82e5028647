//! Rules written in Rust: the [`Rule`] trait, its phases and the registry.
//!
//! A turn runs through phases, and a [`Rule`] takes part in those that it needs:
//!
//! | phase | decides | method |
//! | --- | --- | --- |
//! | set-up | whether the game is still being set up, so that only moves offered by the rule are legal | [`sets_up`](Rule::sets_up), [`next_to_set_up`](Rule::next_to_set_up) |
//! | offer | additional moves and drops | [`offer`](Rule::offer), [`drops`](Rule::drops) |
//! | effect | additional effects of a move, which may split it into alternatives | [`effect`](Rule::effect), [`alters`](Rule::alters) |
//! | forbid | whether a move is illegal, and whether it may leave royal pieces unsafe | [`forbids`](Rule::forbids), [`excuses`](Rule::excuses) |
//! | duty | which legal moves take precedence over others | [`duty`](Rule::duty), [`binds`](Rule::binds) |
//! | remember | the new state of the rule, and the side that moves next | [`remember`](Rule::remember), [`next_turn`](Rule::next_turn), [`prolongs`](Rule::prolongs) |
//! | follow | effects on the board after the test for check | [`follow`](Rule::follow) |
//! | keep | whether the opponent may take the move back, and the squares by which the take-back is entered | [`keep`](Rule::keep), [`before_kept`](Rule::before_kept), [`take_back`](Rule::take_back) |
//! | end | the end of the game; mate without an attack and stalemate in spite of one | [`end`](Rule::end), [`mates`](Rule::mates), [`pardons`](Rule::pardons) |
//! | adjudication | the result of a game that runs too long, of stalemate and checkmate, the winner of drawn games, and claims | [`settle`](Rule::settle), [`stalemate`](Rule::stalemate), [`checkmate`](Rule::checkmate), [`adjudicate`](Rule::adjudicate), [`claim`](Rule::claim) |
//! | stalemate | whether a side with legal moves is stalemated | [`stalemates`](Rule::stalemates) |
//! | attack | whether a piece attacks a square | [`attack`](Rule::attack) |
//!
//! Rules never change a position. Their effects are data of the [`Move`], in
//! [`effects`](Move::effects), and are performed in one place. A program adds its rules to a
//! [`RuleRegistry`] and compiles with
//! a [`VariantBuilder`](crate::game::VariantBuilder); a definition names them under
//! `rules.custom`, in the order in which they are called.

mod adjudication;
mod after;
mod all_rules;
mod answers;
mod context;
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

pub use adjudication::{Adjudication, Chasing, Counting};
pub use after::{After, Imagined};
pub use all_rules::AllRules;
pub use answers::{
    AdjudicationWords, Attack, Decision, EndWords, Halfway, NextTurn, RuleEnd, RuleFinding, Threat,
};
pub use context::RuleContext;
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

pub(crate) use answers::Part;
#[doc(hidden)]
pub use answers::SettingPlace;
pub(crate) use facts::{KindToKeep, Said, rest_of_point};
pub(crate) use field::{initial_states, is_read_by_rule, value, write_states};
pub(crate) use move_finder::MoveFinder;
pub(crate) use past::Record;
pub(crate) use performable::{why_impossible, why_impossible_effect};
pub(crate) use registry::Constructor;
#[doc(hidden)]
pub use registry::NamedRule;
pub(crate) use stock::held;
