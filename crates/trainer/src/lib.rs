//! Learns evaluation networks for any variant from games of the engine against itself.
//!
//! [`Generator`] plays the games and [`GameFile`] stores them; [`Positions`] replays them into training
//! positions; [`Trainer`] fits a network, which [`ferz::eval::Network`] evaluates.

mod games;
mod generator;
mod positions;
mod random;
mod training;

pub use games::{Ending, GameFile, GameReader, GameRecord, Header, MAX_SCORE, Ply};
pub use generator::{Generator, Terms};
pub use positions::{Lesson, Positions};
pub use training::{Errors, Options, Trainer};
