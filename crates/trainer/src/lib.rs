//! Learns evaluation networks for any variant from games of the engine against itself.
//!
//! [`Generator`] plays the games and [`GameFile`] stores them; [`Lesson`] replays them into training positions;
//! [`Trainer`] fits a [`Network`](ferz::eval::Network); [`Contest`] measures it against another evaluation.

mod contest;
mod games;
mod generator;
mod player;
mod positions;
mod random;
mod training;
mod workers;

pub use contest::Contest;
pub use games::{Ending, GameFile, GameReader, GameRecord, Header, MAX_SCORE, Ply};
pub use generator::{Generator, Terms};
pub use positions::{Lesson, MOST_FEATURES, Positions};
pub use training::{Errors, Options, Trainer};
