//! How the referee talks to engines: lines that it sends, and what the lines mean that it gets.
//!
//! A driver has no streams and no clock. Whoever has them writes what it says, hands it every line of
//! the engine, and tells it when its patience is over.

mod cecp;
mod rehearsal;
mod setup_line;
mod uci;

use std::fmt;
use std::time::Duration;

use crate::game::{Game, Variant};
use crate::referee::game::{Budget, Thought};
use crate::state::Move;

pub use cecp::Cecp;
pub use uci::UciDriver;

/// What an answer of an engine means for the referee.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    /// It has done what it was told.
    Ready,
    /// It moves.
    Move {
        /// The move as it wrote it.
        text: String,
        /// What that means, or why it is no legal move.
        meant: Result<Box<Move>, String>,
        /// What it thought.
        thought: Thought,
    },
    /// It gives up.
    Resigns,
    /// It says that the game is over with this result: White's share.
    Claims {
        /// White's share of the point.
        white: f64,
        /// Its words.
        words: String,
    },
    /// It says that a legal move is not legal.
    Refuses(String),
    /// It cannot play this.
    Unable(String),
    /// It has listed all legal moves, as it writes them, or told which of ours it refuses:
    /// [`Driver::compare_moves`] knows.
    Lists(Vec<String>),
}

/// What to do after a line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reply {
    /// Lines to send.
    pub send: Vec<String>,
    /// What the line meant, if it meant something to the referee.
    pub said: Option<Said>,
}

impl Reply {
    fn said(said: Said) -> Reply {
        Reply {
            send: Vec::new(),
            said: Some(said),
        }
    }
}

/// What an engine is to be told before it plays.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// Options with their values, by the names that the engine gives them; `_` stands for a blank.
    pub options: Vec<(String, String)>,
    /// The name by which it knows the variant, if that is another than ours.
    pub variant: Option<String>,
}

/// A variant, and where engines can read its rules.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The variant.
    pub variant: Variant,
    /// Its name, with values of settings behind a `?`.
    pub word: String,
    /// The definition file, if it is no built-in: for engines that are as we are.
    pub definition: Option<String>,
    /// A file for Fairy-Stockfish, or why there is none.
    pub ini: Result<String, String>,
}

/// A conversation with an engine.
pub trait Driver: fmt::Debug + Send {
    /// Begins it. The engine is [`Said::Ready`] after a while.
    fn greet(&mut self) -> Vec<String>;

    /// What the engine calls itself.
    fn name(&self) -> Option<&str>;

    /// Prepares a game of a variant, with the limit of the engine. It is [`Said::Ready`] after a while.
    fn prepare(&mut self, rules: &Rules, opening: &Game, budget: &Budget) -> Reply;

    /// Asks for a move, which is said after a while.
    fn ask(&mut self, game: &Game, budget: &Budget) -> Vec<String>;

    /// Asks for all legal moves, or shows the engine ours, which leads to [`Said::Lists`] after a while; nothing
    /// if the engine may not understand.
    fn ask_moves(&mut self, game: &Game) -> Option<Vec<String>>;

    /// What is wrong with a list of moves of the engine, in plain words.
    fn compare_moves(&self, game: &Game, listed: &[String]) -> Option<String>;

    /// What a line of the engine means. `game` is the game that is played.
    fn line(&mut self, game: &Game, text: &str) -> Reply;

    /// How long to wait for [`Said::Ready`] after the greeting before [`Driver::lose_patience`].
    fn patience(&self) -> Duration;

    /// The engine has not answered the greeting: what that means.
    fn lose_patience(&mut self) -> Option<Said>;

    /// Ends a search whose move is not wanted any more.
    fn interrupt(&mut self) -> Vec<String>;

    /// Tells the result of a game: `1-0 {checkmate}`.
    fn conclude(&mut self, result: &str) -> Vec<String>;

    /// Takes leave.
    fn quit(&mut self) -> Vec<String> {
        vec!["quit".to_owned()]
    }
}

/// Whether two names of a variant or an option are the same but for case, blanks and hyphens.
fn is_same_name(one: &str, other: &str) -> bool {
    let letters = |text: &str| -> String {
        let kept = text.chars().filter(|char| char.is_alphanumeric());
        kept.flat_map(char::to_lowercase).collect()
    };
    letters(one) == letters(other)
}

/// A text of an engine, short enough and without anything that is no letter, for messages.
fn shown(text: &str) -> String {
    let plain = text.chars().filter(|char| !char.is_control());
    plain.take(120).collect()
}
