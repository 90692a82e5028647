//! Matches between two players under our rules, to measure their strength.
//!
//! This module does not start engines, read files or use clocks. A [`Schedule`] pairs the players,
//! [`Openings`] supply initial positions, a [`MatchGame`] receives moves with their times and decides when
//! the game is over, a [`driver`] translates between the referee and the lines of an engine, each game
//! becomes a [`GameRow`], rows become [`Standings`], and [`statistics`] evaluates them.

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
pub mod value;

pub use game::{
    Budget, Cause, DrawRule, Ending, Limit, MatchGame, MoveRecord, ResignRule, SearchInfo, Terms,
    centipawns_of_win_probability,
};
pub use gathering::{Gap, Gathering, Run};
pub use opening::{Balance, Opening, OpeningBook, Openings};
pub use own::OwnPlayer;
pub use pgn::{VariantTags, write_pgn};
pub use row::{GameKey, GameRow};
pub use schedule::{Pair, Pairing, Schedule, Shard};
pub use self_play::{SelfPlay, SelfPlayTerms};
pub use standings::{Meeting, Standings, Tally};
