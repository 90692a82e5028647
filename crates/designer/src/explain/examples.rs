//! Examples of diagnostic codes: a text with the finding and a corrected one.

use ferz::source::{Code, codes};

/// An example of a diagnostic code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// The kind of the text.
    pub kind: ExampleKind,
    /// The text that causes the finding.
    pub text: &'static str,
    /// A corrected text.
    pub instead: Option<&'static str>,
}

/// The kind of text of an [`Example`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ExampleKind {
    /// A move description in XBetza.
    Notation,
    /// A move description in the dialect of XBoard.
    XBoardNotation,
    /// A move description in the dialect of Fairy-Stockfish.
    FairyStockfishNotation,
    /// A variant definition in TOML.
    Definition,
    /// A FEN of chess.
    Fen,
    /// A move in the start position of chess.
    Move,
    /// An Interactive Diagram.
    Diagram,
    /// A conformance row.
    Row,
}

impl ExampleKind {
    /// The name of this kind of text.
    pub const fn as_str(self) -> &'static str {
        match self {
            ExampleKind::Notation => "move description",
            ExampleKind::XBoardNotation => "move description, as XBoard reads it",
            ExampleKind::FairyStockfishNotation => "move description, as Fairy-Stockfish reads it",
            ExampleKind::Definition => "definition file",
            ExampleKind::Fen => "FEN, chess",
            ExampleKind::Move => "move, start of chess",
            ExampleKind::Diagram => "Interactive Diagram",
            ExampleKind::Row => "conformance row",
        }
    }
}

/// The example of a code, if a short one exists.
pub fn example(code: Code) -> Option<Example> {
    EXAMPLES
        .iter()
        .find(|(known, ..)| *known == code)
        .map(|(_, kind, text, instead)| Example {
            kind: *kind,
            text,
            instead: (!instead.is_empty()).then_some(*instead),
        })
}

use ExampleKind::{
    Definition, Diagram, FairyStockfishNotation, Fen, Move, Notation, Row, XBoardNotation,
};

/// Code, kind, text with the finding, and corrected text (or an empty one).
const EXAMPLES: &[(Code, ExampleKind, &str, &str)] = &[
    (codes::UNKNOWN_CHARACTER, Notation, "N+W", "NW"),
    (codes::UNKNOWN_ATOM, Notation, "YW", "DY"),
    (codes::UNKNOWN_MODIFIER, Notation, "wN", "fN"),
    (codes::STRAY_MODIFIER, Notation, "Nf", "fN"),
    (codes::UNCLOSED_BRACKET, Notation, "[F?R", "[F?R]"),
    (codes::UNEXPECTED_TOKEN, Notation, "F-R", "[F-R]"),
    (codes::RANGE_TOO_LARGE, Notation, "W123", "W0"),
    (codes::EMPTY_DESCRIPTION, Notation, "", ""),
    (codes::RANGE_LEADING_ZERO, Notation, "W03", "W3"),
    (codes::NESTED_PARENTHESES, Notation, "(a(f)s)W", "(afs)W"),
    (codes::SINGLE_LEG_ATOM, Notation, "abU", ""),
    (codes::MODIFIER_NOT_HERE, Notation, "hW", "fW"),
    (codes::CASTLING_WITHOUT_RANGE, Notation, "isO", "isO2"),
    (codes::LAME_PATH_UNDEFINED, Notation, "nC", "afsafzW"),
    (codes::CONFLICTING_MODES, Notation, "zqW", "qW"),
    (codes::FOREIGN_VECTOR, Notation, "(1,2)", "N"),
    (codes::FOREIGN_HALFLING, Notation, "hhB", "B3"),
    (codes::FOREIGN_SET, Notation, "{R,KAD}", "R"),
    (codes::FOREIGN_JOINED_LEGS, Notation, "pR-cR", "[pR-cR]"),
    (codes::FOREIGN_CLASSIC_GROUP, Notation, "t[FR]", "[F?R]"),
    (codes::FOREIGN_ATOM, Notation, "NT", "NG"),
    (codes::FOREIGN_TELEPORT, Notation, "m*cfhN", "mUcfhN"),
    (codes::FOREIGN_SUFFIXED_MODIFIER, Notation, "Rc0", "cR"),
    (codes::FOREIGN_DIRECTION, Notation, "dhfW", "fhN"),
    (codes::DOUBLED_COMPOUND, Notation, "RR", "R"),
    (
        codes::CONTINUATION_WITHOUT_DIRECTION,
        Notation,
        "WaaW",
        "WafrlafrlW",
    ),
    (codes::HANDED_CONTINUATION, Notation, "NarN", "hrarN"),
    (codes::OUT_OF_ORDER, XBoardNotation, "camfR", "cafmR"),
    (codes::CURVED_LEAPER, Notation, "zF", "zB"),
    (codes::HALFWAY_LAMENESS, XBoardNotation, "nH", "nD"),
    (codes::DOUBLED_CAPTURE, Notation, "ccN", "cN"),
    (codes::LEADING_SIDEWAYS, Notation, "sfN", "fsN"),
    (codes::NEVER_MOVES, Notation, "jW", "W"),
    (codes::UNLOAD_UNDEFINED, Notation, "cacuaK", "cuaK"),
    (codes::SECOND_DIGIT, FairyStockfishNotation, "R12", "R"),
    (codes::REDUNDANT_MOVE, Notation, "KfW", "K"),
    (codes::NOT_IN_DIALECT, FairyStockfishNotation, "afsW", "nN"),
    (codes::CAMEL_ZEBRA_LETTER, XBoardNotation, "L", "Z"),
    (codes::KING_DIRECTION, Notation, "fK", "fWfF"),
    (codes::NUMBER_ON_CHAIN, Notation, "mafsW3", "[W3-F]"),
    (codes::CASTLING_WITHOUT_INITIAL, Notation, "sO2", "isO2"),
    (codes::USELESS_MODIFIER, Notation, "mmW", "mW"),
    (
        codes::DEFINITION_SYNTAX,
        Definition,
        "name = chess",
        "name = 'chess'\ninherits = 'chess'",
    ),
    (
        codes::UNKNOWN_KEY,
        Definition,
        "name = 'mine'\ninherit = 'chess'",
        "name = 'mine'\ninherits = 'chess'",
    ),
    (
        codes::WRONG_TYPE,
        Definition,
        "name = 'mine'\ninherits = 7",
        "name = 'mine'\ninherits = 'chess'",
    ),
    (
        codes::UNKNOWN_PARENT,
        Definition,
        "name = 'mine'\ninherits = 'ches'",
        "name = 'mine'\ninherits = 'chess'",
    ),
    (
        codes::INHERITANCE_CYCLE,
        Definition,
        "[a]\ninherits = 'b'\n\n[b]\ninherits = 'a'",
        "[a]\ninherits = 'chess'\n\n[b]\ninherits = 'a'",
    ),
    (
        codes::BAD_LETTER,
        Definition,
        "name = 'mine'\ninherits = 'chess'\npieces.camel = { letter = 'c', move = 'C' }",
        "name = 'mine'\ninherits = 'chess'\npieces.camel = { letter = 'C', move = 'C' }",
    ),
    (
        codes::DUPLICATE_LETTER,
        Definition,
        "name = 'mine'\ninherits = 'chess'\npieces.camel = { letter = 'N', move = 'C' }",
        "name = 'mine'\ninherits = 'chess'\npieces.camel = { letter = 'C', move = 'C' }",
    ),
    (
        codes::NO_VARIANT,
        Definition,
        "# nothing yet",
        "name = 'mine'\ninherits = 'chess'",
    ),
    (
        codes::BAD_NAME,
        Definition,
        "name = 'my chess'\ninherits = 'chess'",
        "name = 'my-chess'\ninherits = 'chess'",
    ),
    (
        codes::DUPLICATE_KEY,
        Definition,
        "name = 'mine'\nname = 'yours'\ninherits = 'chess'",
        "name = 'mine'\ninherits = 'chess'",
    ),
    (
        codes::FEN_TOO_MANY_RANKS,
        Fen,
        "rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
    ),
    (
        codes::FEN_RANK_LENGTH,
        Fen,
        "rnbqkbnr/pppppppp/8/8/7/8/PPPPPPPP/RNBQKBNR w KQkq -",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
    ),
    (
        codes::FEN_UNKNOWN_PIECE,
        Fen,
        "rnbqkbnr/pppppppp/8/8/4G3/8/PPPPPPPP/RNBQKBNR w KQkq -",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -",
    ),
    (
        codes::FEN_BAD_FIELD,
        Fen,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR white",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w",
    ),
    (
        codes::FEN_BAD_RIGHTS,
        Fen,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBN1 w KQkq -",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBN1 w kq -",
    ),
    (
        codes::FEN_ROYALS,
        Fen,
        "8/8/8/4k3/8/8/8/8 w",
        "8/8/8/4k3/8/8/8/4K3 w",
    ),
    (
        codes::FEN_BAD_HAND,
        Fen,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[QG] w",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w",
    ),
    (
        codes::FEN_BAD_EN_PASSANT,
        Fen,
        "4k3/8/8/8/8/8/8/4K3 w - e9 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    ),
    (
        codes::FEN_BAD_CLOCK,
        Fen,
        "4k3/8/8/8/8/8/8/4K3 w - - none 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    ),
    (
        codes::FEN_BAD_MOVE_NUMBER,
        Fen,
        "4k3/8/8/8/8/8/8/4K3 w - - 0 first",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    ),
    (
        codes::FEN_BAD_CHECKS,
        Fen,
        "4k3/8/8/8/8/8/8/4K3 w - - 3+ 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    ),
    (
        codes::FEN_SURPLUS_FIELD,
        Fen,
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 end",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    ),
    (
        codes::FEN_EN_PASSANT,
        Fen,
        "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    ),
    (
        codes::FEN_SURPLUS_ROYALS,
        Fen,
        "4k3/8/8/8/8/8/8/K3K3 w",
        "4k3/8/8/8/8/8/8/4K3 w",
    ),
    (
        codes::FEN_OUT_OF_PLACE,
        Fen,
        "P3k3/8/8/8/8/8/8/4K3 w",
        "4k3/P7/8/8/8/8/8/4K3 w",
    ),
    (
        codes::FEN_TOUCHING_KINGS,
        Fen,
        "8/8/8/8/8/8/4k3/4K3 w",
        "8/8/8/8/8/4k3/8/4K3 w",
    ),
    (
        codes::FEN_OPPONENT_IN_CHECK,
        Fen,
        "4k3/4R3/8/8/8/8/8/4K3 w",
        "4k3/4R3/8/8/8/8/8/4K3 b",
    ),
    (
        codes::FEN_IDLE_HAND,
        Fen,
        "4k3/8/8/8/8/8/8/4K3[Q] w",
        "4k3/8/8/8/8/8/8/4K3 w",
    ),
    (
        codes::FEN_IDLE_COUNT,
        Fen,
        "4k3/8/8/8/8/8/8/4K3 w - 64 12 30",
        "4k3/8/8/8/8/8/8/4K3 w - - 12 30",
    ),
    (
        codes::FEN_IDLE_CHECKS,
        Fen,
        "4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    ),
    (
        codes::FEN_IDLE_MARK,
        Fen,
        "4k3/8/8/8/4Q~3/8/8/4K3 b",
        "4k3/8/8/8/4Q3/8/8/4K3 b",
    ),
    (codes::BAD_MOVE_TEXT, Move, "e2-", "e2e4"),
    (codes::ILLEGAL_MOVE, Move, "e2e5", "e2e4"),
    (
        codes::UNKNOWN_PARAMETER,
        Diagram,
        "files=8\nranks=8\ncolour=red\nking::K:king:e1,,e8\nrook::R:rook:a1,h1,,a8,h8",
        "",
    ),
    (
        codes::BAD_ROW,
        Row,
        "{\"variant\":\"chess\",\"perft\":20}",
        "{\"variant\":\"chess\",\"perft\":[20]}",
    ),
];
