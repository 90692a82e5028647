//! Games between two players under our rules, to measure which of them is stronger.
//!
//! Nothing here starts engines, reads files or looks at a clock. A [`Schedule`] says who meets whom,
//! [`Openings`] where games begin; a [`MatchGame`] takes moves and the time that they took and knows
//! when the game is over; a [`driver`] turns what it needs into lines for an engine and lines of an
//! engine into moves; each game becomes a [`GameRow`], rows become [`Standings`], and [`statistics`]
//! says what they mean.

pub mod balance;
pub mod driver;
mod game;
mod gathering;
mod opening;
mod own;
mod pgn;
mod quiet;
mod row;
mod schedule;
mod self_play;
mod spelling;
mod standings;
pub mod statistics;
pub mod tuning;
pub mod value;

pub use game::{
    Budget, Cause, DrawRule, Ending, Limit, MatchGame, ResignRule, Terms, Thinking, Thought,
    units_of_chance,
};
pub use gathering::{Gap, Gathering, Run};
pub use opening::{Balance, Opening, OpeningBook, Openings};
pub use own::OwnPlayer;
pub use pgn::{VariantTags, write_pgn};
pub use row::{GameKey, GameRow};
pub use schedule::{Pair, Pairing, Schedule, Shard};
pub use self_play::{SelfPlay, SelfPlayTerms};
pub use standings::{Meeting, Standings, Tally};
