//! The requests of the interface.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};

use ferz::source::Diagnostic;

use crate::edit::Edit;

/// The session of a request.
#[derive(Debug, Deserialize)]
pub(crate) struct Address {
    #[serde(default)]
    pub(crate) session: u32,
}

/// A request, with its kind in the field `op`.
#[derive(Debug, Deserialize)]
#[serde(rename = "op", rename_all = "kebab-case")]
pub(crate) enum Request {
    /// The names of the built-in variants.
    Names,
    /// The built-in variants with their titles and pieces.
    Builtins,
    /// Loads a definition: returns the findings, the variants of the file, and one of them ready to
    /// play.
    Open(Open),
    /// Findings about a definition and its format, without loading it; for the editor.
    Check { text: String },
    /// The format of a definition, its variants, and all findings with their places.
    Definition { text: String },
    /// Closes the session.
    Close,
    /// The position, the moves so far, and the outcome.
    State,
    /// The size of the board, and the pieces on it by square.
    Placement,
    /// The legal moves, sorted.
    Legal { form: MoveForm },
    /// All effects of a legal move.
    Describe { text: String },
    /// Whether a side can still win, as far as the material shows.
    MayWin { side: Side },
    /// Plays moves: all of them or none.
    Play {
        moves: Vec<String>,
        /// Whether the moves are in short algebraic notation.
        #[serde(default)]
        san: bool,
    },
    /// Takes back the last move.
    Undo,
    /// A line of moves from the current position in short algebraic notation, without playing it.
    San { moves: Vec<String> },
    /// Perft: the number of sequences of legal moves.
    Perft { depth: u32 },
    /// The position as lines of text.
    Text,
    /// Findings about a FEN of the variant.
    CheckFen { fen: String },
    /// The games of a PGN file. Their variants are built-ins or in one of the definitions.
    ReadGames {
        text: String,
        #[serde(default)]
        definitions: Vec<String>,
    },
    /// The board as a picture, and pictures of all pieces.
    Board {
        theme: String,
        below: Side,
        /// Colors that replace those of the theme, such as `"dark": "#b58863"`.
        #[serde(default)]
        colors: BTreeMap<String, String>,
        /// The style of the pieces, if it is not that of the definition.
        pieces: Option<String>,
    },
    /// The game for display.
    View,
    /// A click or a typed text.
    Enter(Event),
    /// Goes to a node of the game tree.
    Goto { node: usize },
    /// Removes a node of the game tree with all its descendants.
    Remove { node: usize },
    /// Moves a variation before or after its siblings.
    Shift { node: usize, to: Rank },
    /// Ends the game by the players' decision.
    Decide { decision: Decision },
    /// Starts a new game from a position.
    Fen { fen: String },
    /// Edits the position, which starts a new game.
    Edit(Edit),
    /// The game as text.
    Write {
        form: GameForm,
        /// PGN tags with their values.
        #[serde(default)]
        tags: Vec<(String, String)>,
    },
    /// Reads a game.
    Read { text: String },
    /// The position as a picture.
    Picture(Picture),
    /// The positions of the game so far as pictures of equal size.
    Pictures(Picture),
    /// The rules of the variant as a page in Markdown, with its pictures.
    Rules { theme: String },
    /// All pieces of the variant with descriptions.
    Pieces,
    /// The moves of a piece among enemies and friends on the board.
    Moves(Moves),
    /// A move description in words and as a picture.
    Notation { betza: String, theme: String },
    /// The shortest move description for leaps and slides.
    Compose {
        leaps: Vec<[i16; 2]>,
        slides: Vec<[i16; 2]>,
    },
    /// The definition with another move for a piece.
    Rewrite {
        text: String,
        variant: Option<String>,
        piece: String,
        betza: String,
    },
    /// The names of pictures that a definition can choose.
    Shapes,
    /// The workbench: the board of a definition with its holes, start position and zones.
    Bench(Workbench),
    /// The definition after a change of its board or its pieces.
    Change {
        text: String,
        variant: Option<String>,
        #[serde(deserialize_with = "crate::fields::nested")]
        change: Change,
    },
    /// Converts a definition to another format; without a text, the built-in variant.
    Convert {
        text: Option<String>,
        variant: Option<String>,
        to: String,
    },
    /// Formats a definition.
    Format { text: String },
    /// Explains a diagnostic code.
    Explain { code: String },
    /// A message of the Language Server Protocol, with the theme of pictures.
    Lsp { message: Value, theme: String },
    /// Names the built-in evaluation of a game, whose file the caller has.
    Evaluation(Open),
    /// Searches for the best move of a game, or begins to.
    Think(Open, Think),
    /// Continues the running search.
    GoOn {
        /// The length of the slice, in milliseconds.
        slice: f64,
    },
    /// Ends the running search, and returns its best result.
    EndSearch,
}

/// A definition to load.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Open {
    /// The text; without it, a built-in variant is loaded.
    pub(crate) text: Option<String>,
    /// The variant; by default, or if the text has no variant of that name, its first one.
    pub(crate) variant: Option<String>,
    /// The values of its settings, as in `setup=9&rules=cambridge`.
    pub(crate) query: Option<String>,
    /// The FEN of the initial position, if it is not the start position.
    pub(crate) fen: Option<String>,
    /// The moves from the initial position.
    #[serde(default)]
    pub(crate) moves: Vec<String>,
    /// Whether findings are left to a later request, so that the board is available sooner.
    #[serde(default)]
    pub(crate) unchecked: bool,
}

/// A picture of a position.
#[derive(Debug, Deserialize)]
pub(crate) struct Picture {
    pub(crate) theme: String,
    /// The side at the bottom.
    #[serde(default)]
    pub(crate) below: Side,
    /// Whether the title of the game is left out.
    #[serde(default)]
    pub(crate) bare: bool,
    /// The style of the pieces, if it is not that of the definition.
    pub(crate) pieces: Option<String>,
    /// The square of a piece whose moves are shown.
    pub(crate) moves_of: Option<String>,
}

/// A side of the board.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Side {
    #[default]
    White,
    Black,
}

impl Side {
    pub(crate) const fn color(self) -> ferz::state::Color {
        match self {
            Side::White => ferz::state::Color::White,
            Side::Black => ferz::state::Color::Black,
        }
    }
}

/// An event of move entry, as in [`ferz_designer::input::Event`].
#[derive(Debug, Deserialize)]
#[serde(rename = "event", rename_all = "kebab-case")]
pub(crate) enum Event {
    Square { square: u16 },
    Hand { kind: String },
    Pass,
    Choice { index: usize },
    Text { text: String },
    Back,
    Cancel,
    Lift { square: u16 },
    Put { square: u16 },
}

/// The new place of a variation among its siblings.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Rank {
    /// Before its predecessor.
    Up,
    /// After its successor.
    Down,
    /// As the main line, from the beginning of the game on.
    Main,
}

/// The form of listed legal moves.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum MoveForm {
    /// By their squares.
    Text,
    /// In short algebraic notation.
    San,
    /// With all their effects.
    Whole,
}

/// A decision of the players.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Decision {
    WhiteResigns,
    BlackResigns,
    Draw,
}

/// The format of a written game.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum GameForm {
    /// With variations, in short algebraic notation.
    Pgn,
    /// The moves so far by their squares, without variations.
    Record,
}

/// A piece on a board with enemies and friends.
#[derive(Debug, Deserialize)]
pub(crate) struct Moves {
    pub(crate) kind: String,
    /// Its square; by default near the center.
    pub(crate) square: Option<u16>,
    #[serde(default)]
    pub(crate) enemies: Vec<u16>,
    #[serde(default)]
    pub(crate) friends: Vec<u16>,
    pub(crate) theme: String,
    pub(crate) below: Side,
}

/// A definition on the workbench.
#[derive(Debug, Deserialize)]
pub(crate) struct Workbench {
    pub(crate) text: String,
    pub(crate) variant: Option<String>,
    pub(crate) theme: String,
    pub(crate) below: Side,
    /// The style of the pieces, if it is not that of the definition.
    pub(crate) pieces: Option<String>,
}

/// A change of a definition. Squares have the numbers of the workbench.
#[derive(Debug, Deserialize)]
#[serde(rename = "change", rename_all = "kebab-case")]
pub(crate) enum Change {
    /// Puts a piece, such as `w0`, on a square of the start position; `None` removes the piece
    /// there.
    Put { square: u16, kind: Option<String> },
    /// Moves a piece to another square.
    Move { from: u16, to: u16 },
    /// Turns squares into holes, or holes into squares.
    Holes { squares: Vec<u16>, on: bool },
    /// Puts walls on squares, or removes them.
    Walls { squares: Vec<u16>, on: bool },
    /// Adds squares to the zone with these keys, or removes them.
    Zone {
        keys: Vec<String>,
        squares: Vec<u16>,
        on: bool,
    },
    /// Adds files and ranks at the edges, or removes them if negative.
    Size {
        #[serde(default)]
        left: i8,
        #[serde(default)]
        right: i8,
        #[serde(default)]
        bottom: i8,
        #[serde(default)]
        top: i8,
    },
    /// Gives a piece another letter, value or picture.
    Alter {
        piece: String,
        letter: Option<String>,
        value: Option<f64>,
        picture: Option<String>,
    },
    /// Adds a piece.
    Piece {
        name: String,
        letter: String,
        betza: String,
        value: Option<f64>,
        picture: Option<String>,
    },
}

/// A search.
#[derive(Debug, Deserialize)]
pub(crate) struct Think {
    /// The time limit, in milliseconds.
    pub(crate) time: Option<f64>,
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    /// The skill level, from 0 to 20.
    #[serde(default = "strongest")]
    pub(crate) skill: u8,
    /// The number of principal variations.
    #[serde(default = "one")]
    pub(crate) lines: usize,
    /// The number of other threads that search too, where the library has shared memory.
    #[serde(default)]
    pub(crate) helpers: usize,
    /// The text of an evaluation file; without it the evaluation is derived from the definition.
    pub(crate) evaluation: Option<String>,
    /// The time in milliseconds after which the search is suspended until [`Request::GoOn`].
    pub(crate) slice: Option<f64>,
}

const fn strongest() -> u8 {
    20
}

const fn one() -> usize {
    1
}

/// The reason why a request is refused.
#[derive(Debug)]
pub(crate) struct Refusal {
    code: Option<String>,
    message: String,
    help: Option<String>,
}

/// The result of a request.
pub(crate) type Answer = Result<Value, Refusal>;

impl Refusal {
    pub(crate) fn new(message: &str) -> Refusal {
        Refusal {
            code: None,
            message: message.to_owned(),
            help: None,
        }
    }

    /// The refusal of a request that this build does not support.
    pub(crate) fn left_out(what: &str) -> Refusal {
        Refusal::new(&format!("the library was built without {what}"))
    }

    pub(crate) fn to_json(&self) -> Value {
        json!({ "code": self.code, "message": self.message, "help": self.help })
    }
}

impl From<&Diagnostic> for Refusal {
    fn from(finding: &Diagnostic) -> Refusal {
        Refusal {
            code: Some(finding.code.as_str().to_owned()),
            message: finding.message.clone(),
            help: finding.help.clone(),
        }
    }
}

impl From<Vec<Diagnostic>> for Refusal {
    fn from(findings: Vec<Diagnostic>) -> Refusal {
        let first = findings
            .iter()
            .find(|one| one.is_error())
            .or(findings.first());
        first.map_or_else(|| Refusal::new("that cannot be read"), Refusal::from)
    }
}
