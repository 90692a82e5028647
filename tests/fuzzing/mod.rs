//! The whole system on damaged texts of real authors: read, compile, list, play, write, read back.
//!
//! An execution is a number. It picks a text of the [corpus](corpus), damages it, and tries the
//! laws of its kind; the same number does the same again as long as the corpus is the same. The
//! tests run a few hundred (`tests/system.rs`), `fuzz/system` runs millions.
//!
//! Work is bounded by counts (half-moves, moves, leaves, paths), never by time.

mod corpus;
mod definitions;
mod games;
mod mutate;
mod notations;
mod positions;

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

pub(crate) use corpus::Corpus;

use crate::harness::Random;

/// A law that does not hold, and the text on which it does not.
#[derive(Clone, Debug)]
pub(crate) struct Broken {
    /// The law, in words that are the same for all texts.
    pub(crate) law: String,
    /// What is different, and where.
    pub(crate) detail: String,
}

impl Broken {
    pub(crate) fn new(law: impl Into<String>, detail: impl Into<String>) -> Broken {
        Broken {
            law: law.into(),
            detail: detail.into(),
        }
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.law, self.detail)
    }
}

/// What an execution reads.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) kind: Kind,
    pub(crate) text: String,
}

/// How a text is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A definition file.
    Definition,
    /// The FEN of a built-in variant.
    Fen { variant: String },
    /// The record of a game.
    Record,
    /// A row of questions.
    Row,
    /// A move description.
    Betza,
}

/// The text of this execution.
pub(crate) fn case(corpus: &Corpus, number: u64) -> Case {
    let mut random = Random::new(number);
    let kind = match random.below(100) {
        0..45 => Kind::Definition,
        45..75 => Kind::Fen {
            variant: String::new(),
        },
        75..80 => Kind::Record,
        80..85 => Kind::Row,
        _ => Kind::Betza,
    };
    mutate::damaged(corpus, kind, &mut random)
}

/// Tries the laws on a case; `number` decides which moves are played and what is written.
pub(crate) fn examine(corpus: &Corpus, case: &Case, number: u64) -> Result<(), Broken> {
    let mut random = Random::new(!number);
    let laws = || match &case.kind {
        Kind::Definition => definitions::examine(&case.text, &mut random),
        Kind::Fen { variant } => positions::examine(corpus, variant, &case.text, &mut random),
        Kind::Record => notations::record(corpus, &case.text),
        Kind::Row => notations::row(corpus, &case.text),
        Kind::Betza => notations::betza(&case.text, &mut random),
    };
    catch_unwind(AssertUnwindSafe(laws)).unwrap_or_else(|panic| {
        let message = panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| panic.downcast_ref::<&str>().copied())
            .unwrap_or("a panic without a message");
        Err(Broken::new("no panic", message))
    })
}
