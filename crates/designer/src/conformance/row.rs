//! Conformance rows as data.

use super::effects::Steps;
use ferz::geometry::{BoardShape, Perspective, Square};
use ferz::movement::{Contents, Dialect};

/// A row of a conformance file.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The line, from 1.
    pub line: usize,
    /// The question with the expected answer.
    pub question: Question,
}

impl Row {
    /// The variant of the row, if it names one.
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

/// The question of a row, with the expected answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Question {
    /// The perft counts at depths 1, 2, ….
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
        /// The form of the moves.
        form: MoveForm,
    },
    /// The moves of a piece on a drawn board.
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
    /// The effects of the moves in a position.
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

    /// The key that identifies rows of this kind; rows with effects also have legal moves.
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

    /// The keys that rows of this kind may have.
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
    /// The initial position as FEN; `None` for the start position.
    pub fen: Option<String>,
    /// The moves from the initial position.
    pub moves: Vec<String>,
}

/// The form of the moves of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveForm {
    /// Move texts.
    Text,
    /// The squares of origin and target only.
    Pairs,
}

/// A piece on a drawn board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceOnBoard {
    /// The move description.
    pub betza: String,
    /// The dialect of the description.
    pub dialect: Dialect,
    /// The board.
    pub shape: BoardShape,
    /// The contents of the squares from the mover's point of view.
    pub cells: Vec<Contents>,
    /// The side of the piece.
    pub side: Perspective,
    /// The square of the piece.
    pub from: Square,
    /// Whether the piece is unmoved.
    pub unmoved: bool,
    /// The expected moves, in any order.
    pub moves: Vec<String>,
}

/// A move description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notation {
    /// The move description.
    pub betza: String,
    /// The dialect of the description.
    pub dialect: Dialect,
    /// Whether it is free of errors in that dialect.
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
    /// The word of the reason.
    pub reason: Option<String>,
}
