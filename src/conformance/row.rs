//! Rows as data.

use super::effects::Steps;
use crate::geometry::{BoardShape, Perspective, Square};
use crate::movement::Contents;
use crate::syntax::betza::Dialect;

/// One row of a conformance file.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its line, counted from 1.
    pub line: usize,
    /// What it asks, and the answer it expects.
    pub question: Question,
}

impl Row {
    /// The variant that it names, if it is about one.
    pub fn variant(&self) -> Option<&str> {
        match &self.question {
            Question::Perft { game, .. }
            | Question::Legal { game, .. }
            | Question::Outcome { game, .. } => Some(&game.variant),
            Question::Steps(steps) => Some(&steps.variant),
            Question::Piece(_) | Question::Notation(_) => None,
        }
    }
}

/// What a row asks, with the answer it expects.
#[derive(Clone, Debug, PartialEq)]
pub enum Question {
    /// The leaf counts at depths 1, 2, ….
    Perft {
        /// The position.
        game: Game,
        /// The counts.
        counts: Vec<u64>,
    },
    /// The legal moves of a position.
    Legal {
        /// The position.
        game: Game,
        /// The moves, in any order.
        legal: Vec<String>,
        /// How moves are written.
        form: MoveForm,
    },
    /// The moves of one piece on a drawn board.
    Piece(PieceOnBoard),
    /// Whether a move description is free of errors.
    Notation(Notation),
    /// Whether and how a game has ended.
    Outcome {
        /// The position.
        game: Game,
        /// The outcome; `None` if the game goes on.
        outcome: Option<ExpectedOutcome>,
    },
    /// The moves of a position by what they do.
    Steps(Steps),
}

/// The six kinds of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RowKind {
    /// [`Question::Perft`].
    Perft,
    /// [`Question::Legal`].
    Legal,
    /// [`Question::Piece`].
    Piece,
    /// [`Question::Notation`].
    Notation,
    /// [`Question::Outcome`].
    Outcome,
    /// [`Question::Steps`].
    Steps,
}

impl RowKind {
    /// All kinds.
    pub const ALL: [RowKind; 6] = [
        RowKind::Perft,
        RowKind::Legal,
        RowKind::Piece,
        RowKind::Notation,
        RowKind::Outcome,
        RowKind::Steps,
    ];

    /// The key by which rows of this kind are known; rows with effects have legal moves as well.
    pub const fn key(self) -> &'static str {
        match self {
            RowKind::Perft => "perft",
            RowKind::Legal => "legal",
            RowKind::Piece => "board",
            RowKind::Notation => "valid",
            RowKind::Outcome => "outcome",
            RowKind::Steps => "effects",
        }
    }

    /// All keys that rows of this kind may have.
    pub const fn keys(self) -> &'static [&'static str] {
        match self {
            RowKind::Perft => &["variant", "game", "fen", "moves", "perft"],
            RowKind::Legal => &["variant", "game", "fen", "moves", "legal", "pairs"],
            RowKind::Piece => &[
                "betza", "dialect", "files", "ranks", "side", "from", "unmoved", "board", "moves",
            ],
            RowKind::Notation => &["betza", "dialect", "valid", "code"],
            RowKind::Outcome => &["variant", "game", "fen", "moves", "outcome"],
            RowKind::Steps => &[
                "variant", "game", "start", "moves", "done", "turn", "legal", "effects", "result",
                "sub",
            ],
        }
    }
}

/// A position of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The name of the variant.
    pub variant: String,
    /// Where the moves begin: a FEN, or the start of the variant.
    pub fen: Option<String>,
    /// Moves that lead from there to the position.
    pub moves: Vec<String>,
}

/// How the moves of a row are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveForm {
    /// As move text.
    Text,
    /// As the squares of origin and target only.
    Pairs,
}

/// One piece on a drawn board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceOnBoard {
    /// The move description.
    pub betza: String,
    /// Whose reading of it is meant.
    pub dialect: Dialect,
    /// The board.
    pub shape: BoardShape,
    /// What stands on its squares, from the point of view of the mover.
    pub cells: Vec<Contents>,
    /// Whose piece it is.
    pub side: Perspective,
    /// Where it stands.
    pub from: Square,
    /// Whether it has not moved yet.
    pub unmoved: bool,
    /// The expected moves, in any order.
    pub moves: Vec<String>,
}

/// A move description by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notation {
    /// The move description.
    pub betza: String,
    /// Whose reading of it is meant.
    pub dialect: Dialect,
    /// Whether it has no error in that dialect.
    pub valid: bool,
    /// The code of one of the findings.
    pub code: Option<String>,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpectedOutcome {
    /// White's share of one point.
    pub white: f64,
    /// Black's share of one point.
    pub black: f64,
    /// The word for the reason.
    pub reason: Option<String>,
}
