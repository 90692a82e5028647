//! What can be asked.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};

use ferz::source::Diagnostic;

use crate::edit::Edit;

/// The desk to which a request goes.
#[derive(Debug, Deserialize)]
pub(crate) struct Address {
    #[serde(default)]
    pub(crate) desk: u32,
}

/// A question or an order, told apart by its field `op`.
#[derive(Debug, Deserialize)]
#[serde(rename = "op", rename_all = "kebab-case")]
pub(crate) enum Request {
    /// The names of the built-in variants.
    Names,
    /// The built-in variants with their titles and pieces.
    Builtins,
    /// Takes a definition: findings, the variants of the file, and one of them ready to be played.
    Open(Open),
    /// Findings about a definition, and its format, without taking it; for an editor.
    Check { text: String },
    /// The format of a definition, its variants, and all findings with their places.
    Definition { text: String },
    /// Forgets the desk with its game.
    Close,
    /// The position, what its moves have been, and whether the game is over.
    State,
    /// The size of the board, and the pieces on it by square.
    Placement,
    /// The legal moves, sorted.
    Legal { form: MoveForm },
    /// All that a legal move does.
    Describe { text: String },
    /// Whether a side may still win, as far as the pieces tell.
    MayWin { side: Side },
    /// Plays moves, all of them or none.
    Play {
        moves: Vec<String>,
        /// Whether they are written in short algebraic notation.
        #[serde(default)]
        san: bool,
    },
    /// Takes back the last move.
    Undo,
    /// A line of moves from the position on in short algebraic notation, without playing it.
    San { moves: Vec<String> },
    /// The number of sequences of legal moves.
    Perft { depth: u32 },
    /// The position as lines of text.
    Text,
    /// Findings about a FEN of the variant.
    CheckFen { fen: String },
    /// The games of a PGN file. Their variants are built in or in one of the definitions.
    ReadGames {
        text: String,
        #[serde(default)]
        definitions: Vec<String>,
    },
    /// The board as a picture, and pictures of all pieces.
    Board {
        theme: String,
        below: Side,
        /// Other colors than those of the theme, such as `"dark": "#b58863"`.
        #[serde(default)]
        colors: BTreeMap<String, String>,
        /// The style of the pieces, if it is not that of the definition.
        pieces: Option<String>,
    },
    /// What there is to show of the game.
    View,
    /// A click or a typed text.
    Enter(Event),
    /// Goes to a moment of the game by its number.
    Goto { node: usize },
    /// Takes away a moment of the game and all that comes behind it.
    Remove { node: usize },
    /// Puts a line of moves before or behind its neighbors.
    Shift { node: usize, to: Rank },
    /// Ends the game by the players' decision.
    Decide { decision: Decision },
    /// Begins anew at a position.
    Fen { fen: String },
    /// Changes the position, as a new game.
    Edit(Edit),
    /// The game as text.
    Write {
        form: GameForm,
        /// Tags of PGN with their values.
        #[serde(default)]
        tags: Vec<(String, String)>,
    },
    /// Reads a game.
    Read { text: String },
    /// The position as a picture.
    Picture(Picture),
    /// The positions of the game up to now as pictures of equal size.
    Pictures(Picture),
    /// The rules of the variant as a page in Markdown, with its pictures.
    Rules { theme: String },
    /// All pieces of the variant with words.
    Pieces,
    /// The moves of a piece on the board, beside enemies and friends.
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
    /// The board of a definition with its holes, its start position and its zones, to be changed.
    Bench(Bench),
    /// The definition after a change on its board or of its pieces.
    Change {
        text: String,
        variant: Option<String>,
        #[serde(deserialize_with = "crate::fields::nested")]
        change: Change,
    },
    /// A definition in another format; without a text the built-in variant.
    Convert {
        text: Option<String>,
        variant: Option<String>,
        to: String,
    },
    /// A definition laid out well.
    Format { text: String },
    /// What a code of findings means.
    Explain { code: String },
    /// A message of the Language Server Protocol, with the colors of pictures.
    Lsp { message: Value, theme: String },
    /// Looks for the best move of a game, or begins to.
    Think(Open, Think),
    /// Goes on with the search that was begun.
    GoOn {
        /// Milliseconds.
        slice: f64,
    },
    /// Ends the search that was begun: the best that has been found.
    EndSearch,
}

/// A definition to take.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Open {
    /// The text; without it a built-in variant is opened.
    pub(crate) text: Option<String>,
    /// The variant; by default, or if the text has no variant of that name, its first one.
    pub(crate) variant: Option<String>,
    /// Values of its settings, as in `setup=9&rules=cambridge`.
    pub(crate) query: Option<String>,
    /// Where the game begins, if not at the start.
    pub(crate) fen: Option<String>,
    /// Moves that were made.
    #[serde(default)]
    pub(crate) moves: Vec<String>,
    /// Whether findings are left to a later request, so that the board is answered sooner.
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
    /// A square whose piece shows its moves.
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

/// Something that a player does, as in [`ferz_designer::input::Event`].
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

/// Where a line of moves goes among those that begin at the same moment.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Rank {
    /// Before the one that stands before it.
    Up,
    /// Behind the one that stands behind it.
    Down,
    /// Before all others, from the beginning of the game on.
    Main,
}

/// How legal moves are listed.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum MoveForm {
    /// By their squares.
    Text,
    /// In short algebraic notation.
    San,
    /// With everything that they do.
    Whole,
}

/// What players decide.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Decision {
    WhiteResigns,
    BlackResigns,
    Draw,
}

/// How a game is written.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum GameForm {
    /// With variations, in short algebraic notation.
    Pgn,
    /// The moves up to now by their squares, without variations.
    Record,
}

/// A piece on a board with enemies and friends.
#[derive(Debug, Deserialize)]
pub(crate) struct Moves {
    pub(crate) kind: String,
    /// Where it stands; about the middle if that is not said.
    pub(crate) square: Option<u16>,
    #[serde(default)]
    pub(crate) enemies: Vec<u16>,
    #[serde(default)]
    pub(crate) friends: Vec<u16>,
    pub(crate) theme: String,
    pub(crate) below: Side,
}

/// A definition on the bench.
#[derive(Debug, Deserialize)]
pub(crate) struct Bench {
    pub(crate) text: String,
    pub(crate) variant: Option<String>,
    pub(crate) theme: String,
    pub(crate) below: Side,
    /// The style of the pieces, if it is not that of the definition.
    pub(crate) pieces: Option<String>,
}

/// A change of a definition. Squares have the numbers that they have on the bench.
#[derive(Debug, Deserialize)]
#[serde(rename = "change", rename_all = "kebab-case")]
pub(crate) enum Change {
    /// Puts a piece, such as `w0`, on a square of the start position; none takes away what is there.
    Put { square: u16, kind: Option<String> },
    /// Moves what stands on a square to another one.
    Move { from: u16, to: u16 },
    /// Makes squares holes, or no longer.
    Holes { squares: Vec<u16>, on: bool },
    /// Puts walls on squares, or takes them away.
    Walls { squares: Vec<u16>, on: bool },
    /// Adds squares to the zone with these keys, or takes them out.
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
    /// Milliseconds.
    pub(crate) time: Option<f64>,
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    /// From 0 to 20.
    #[serde(default = "strongest")]
    pub(crate) skill: u8,
    /// How many lines are found.
    #[serde(default = "one")]
    pub(crate) lines: usize,
    /// Milliseconds after which it is put aside, and waits for being told to go on.
    pub(crate) slice: Option<f64>,
}

const fn strongest() -> u8 {
    20
}

const fn one() -> usize {
    1
}

/// Why a request is not answered.
#[derive(Debug)]
pub(crate) struct Refusal {
    code: Option<String>,
    message: String,
    help: Option<String>,
}

/// What comes of a request.
pub(crate) type Answer = Result<Value, Refusal>;

impl Refusal {
    pub(crate) fn new(message: &str) -> Refusal {
        Refusal {
            code: None,
            message: message.to_owned(),
            help: None,
        }
    }

    /// The refusal of a request that this build does not answer.
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
