//! Drivers of engines: the lines to send, and the interpretation of the answers.
//!
//! A driver has no streams and no clock. Its caller writes the lines, passes on every line of the engine, and
//! reports timeouts.

mod cecp;
mod rehearsal;
mod setup_line;
mod uci;

use std::fmt;
use std::time::Duration;

use crate::referee::game::{Budget, SearchInfo};
use ferz::game::{Game, Variant};
use ferz::state::Move;

pub use cecp::Cecp;
pub use uci::UciDriver;

/// The meaning of an answer of an engine for the referee.
#[derive(Clone, Debug, PartialEq)]
pub enum EngineReply {
    /// The engine has finished what it was told.
    Ready,
    /// A move.
    Move {
        /// The move as the engine wrote it.
        text: String,
        /// The legal move, or the reason why it is not legal.
        meant: Result<Box<Move>, String>,
        /// The output of the search.
        thought: SearchInfo,
    },
    /// The engine resigns.
    Resigns,
    /// The engine claims that the game is over with this share for White.
    Claims {
        /// White's share of the point.
        white: f64,
        /// The words of the claim.
        words: String,
    },
    /// The engine claims that a legal move is illegal.
    Refuses(String),
    /// The engine cannot play this variant.
    Unable(String),
    /// The engine has listed all legal moves in its notation, or the moves of ours that it refuses;
    /// [`Driver::compare_moves`] evaluates the list.
    Lists(Vec<String>),
}

/// The reaction to a line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reply {
    /// Lines to send.
    pub send: Vec<String>,
    /// The meaning of the line, if it matters to the referee.
    pub said: Option<EngineReply>,
}

impl Reply {
    fn said(said: EngineReply) -> Reply {
        Reply {
            send: Vec::new(),
            said: Some(said),
        }
    }
}

/// The settings of an engine.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// Options with their values, by the engine's names; `_` can replace a blank.
    pub options: Vec<(String, String)>,
    /// The engine's name for the variant, if it differs from ours.
    pub variant: Option<String>,
}

/// A variant with the files of its rules for engines.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The variant.
    pub variant: Variant,
    /// The name of the variant, with settings after a `?`.
    pub word: String,
    /// The definition file, unless the variant is a built-in; for copies of this program.
    pub definition: Option<String>,
    /// The file for Fairy-Stockfish, or the reason why none exists.
    pub ini: Result<String, String>,
}

/// A conversation with an engine.
pub trait Driver: fmt::Debug + Send {
    /// Starts the conversation. Its answer is [`EngineReply::Ready`].
    fn greet(&mut self) -> Vec<String>;

    /// The name that the engine gives itself.
    fn name(&self) -> Option<&str>;

    /// Prepares a game of a variant with the limits of the engine. Its answer is [`EngineReply::Ready`].
    fn prepare(&mut self, rules: &Rules, opening: &Game, budget: &Budget) -> Reply;

    /// Asks for a move.
    fn ask(&mut self, game: &Game, budget: &Budget) -> Vec<String>;

    /// Asks for all legal moves, or shows ours to the engine; the answer is [`EngineReply::Lists`]. `None` if the
    /// engine may not understand the request.
    fn ask_moves(&mut self, game: &Game) -> Option<Vec<String>>;

    /// The faults of the engine's list of moves, in a message.
    fn compare_moves(&self, game: &Game, listed: &[String]) -> Option<String>;

    /// Interprets a line of the engine. `game` is the current game.
    fn line(&mut self, game: &Game, text: &str) -> Reply;

    /// The time to wait for [`EngineReply::Ready`] after the greeting, before [`Driver::greeting_timeout`].
    fn patience(&self) -> Duration;

    /// The meaning of a greeting without an answer.
    fn greeting_timeout(&mut self) -> Option<EngineReply>;

    /// Stops a search whose move is no longer wanted.
    fn interrupt(&mut self) -> Vec<String>;

    /// Sends the result of a game: `1-0 {checkmate}`.
    fn conclude(&mut self, result: &str) -> Vec<String>;

    /// Tells the engine to quit.
    fn quit(&mut self) -> Vec<String> {
        vec!["quit".to_owned()]
    }
}

/// Whether two names of a variant or an option are equal apart from case, blanks and punctuation.
fn is_same_name(one: &str, other: &str) -> bool {
    let letters = |text: &str| -> String {
        let kept = text.chars().filter(|char| char.is_alphanumeric());
        kept.flat_map(char::to_lowercase).collect()
    };
    letters(one) == letters(other)
}

/// A text of an engine for messages, shortened and without control characters.
fn shown(text: &str) -> String {
    let plain = text.chars().filter(|char| !char.is_control());
    plain.take(120).collect()
}
