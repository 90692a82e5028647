//! PGN: games with their tags, comments, glyphs and variations.
//!
//! ```text
//!   bytes of a file     as they come, in pieces of any length
//!       │ cut           GameSplitter: one game after the other, in little memory
//!     GameText          the text of one game, and the line where it begins
//!       │ read          read_pgn: tags, moves, comments, glyphs, variations, result
//!       Pgn             moves are still words; no board is known
//!       │ replay        Pgn::replay: the moves on the board, and whether the result is right
//!      Replay           a Game and the words of every move by its squares or in short notation
//! ```
//!
//! Reading is tolerant: text that cannot be read is a finding with its place (`E0611`, `E0613`), and the rest
//! is kept, in the order of the text.

mod comment;
mod parse;
mod replay;
mod split;
mod write;

use crate::source::Span;

pub use comment::{Evaluation, Score, endings};
pub use parse::{is_written_result, read_pgn};
pub use replay::{Claims, MoveStyle, Replay, Variations};
pub(super) use replay::{is_same, read_fen};
pub use split::{GameSplitter, GameText, game_texts};
pub use write::PgnStyle;

/// Limits on the text of a game.
///
/// The struct is exhaustive so that `..PgnLimits::default()` works; a later version may have more fields.
/// [`Pgn`] has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PgnLimits {
    /// Bytes of one game; by default 1 MiB. The rest is left out, with `E0613`.
    pub game_bytes: usize,
    /// Nesting of variations; by default 64, and never more than 1000. Deeper ones are left out, with
    /// `E0613`.
    #[doc(hidden)]
    pub variation_depth: usize,
    /// Findings about one game; by default 100. The last one reports that further ones were left out.
    #[doc(hidden)]
    pub findings: usize,
}

impl Default for PgnLimits {
    fn default() -> Self {
        PgnLimits {
            game_bytes: 1 << 20,
            variation_depth: 64,
            findings: 100,
        }
    }
}

/// A game as written: the moves are uninterpreted words.
///
/// ```
/// use ferz::notation::{PgnLimits, PgnStyle, read_pgn};
///
/// let text = "[White \"Anna\"]\n\n1. e4 {best by test} e5 (1... c5 2. Nf3) 2. Nf3!? *";
/// let pgn = read_pgn(text, PgnLimits::default()).into_result().unwrap();
/// assert_eq!(pgn.tag("White"), Some("Anna"));
/// assert!(pgn.to_text(PgnStyle::Export).ends_with(
///     "1. e4 {best by test} 1... e5 (1... c5 2. Nf3) 2. Nf3 $5 *\n"
/// ));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pgn {
    /// The tags, in the order of the text.
    #[doc(hidden)]
    pub tags: Vec<Tag>,
    /// The main line.
    #[doc(hidden)]
    pub line: Line,
    /// The result after the moves: `1-0`, `0-1`, `1/2-1/2`, `*`, or shares as decimals.
    #[doc(hidden)]
    pub result: Option<Word>,
}

/// A tag, such as `[White "Anna"]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tag {
    /// The name.
    pub name: String,
    /// The value; its place is that between the quotes.
    pub value: Word,
}

/// A word of the text, with its place.
///
/// Words are equal if their texts are equal, whatever their places.
#[derive(Clone, Debug, Default, Eq)]
pub struct Word {
    /// The text of the word.
    pub text: String,
    /// The place, in bytes of the text of the game.
    #[doc(hidden)]
    pub span: Span,
}

impl PartialEq for Word {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl From<&str> for Word {
    fn from(text: &str) -> Self {
        Word {
            text: text.to_owned(),
            span: Span::default(),
        }
    }
}

/// A line of moves: the game itself, or a variation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Annotations before the first move.
    #[doc(hidden)]
    pub before: Vec<Annotation>,
    /// The moves.
    pub moves: Vec<PgnMove>,
}

/// A move with its annotations.
///
/// Moves are equal if their texts and annotations are equal, whatever their places and numbers.
#[derive(Clone, Debug, Default, Eq)]
pub struct PgnMove {
    /// The text of the move, without its number.
    pub text: String,
    /// The place, in bytes of the text of the game.
    #[doc(hidden)]
    pub span: Span,
    /// The move number and the side, if known.
    #[doc(hidden)]
    pub number: Option<MoveNumber>,
    /// Glyphs, comments and variations, in the order of the text.
    #[doc(hidden)]
    pub annotations: Vec<Annotation>,
}

impl PartialEq for PgnMove {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text && self.annotations == other.annotations
    }
}

impl PgnMove {
    /// The glyphs of the move.
    pub fn glyphs(&self) -> impl Iterator<Item = Glyph> + '_ {
        self.annotations.iter().filter_map(|one| match one {
            Annotation::Glyph(glyph) => Some(*glyph),
            _ => None,
        })
    }

    /// The comments after the move.
    pub fn comments(&self) -> impl Iterator<Item = &Comment> {
        comments(&self.annotations)
    }

    /// The variations that replace the move.
    pub fn variations(&self) -> impl Iterator<Item = &Line> {
        self.annotations.iter().filter_map(|one| match one {
            Annotation::Variation(line) => Some(line),
            _ => None,
        })
    }
}

#[doc(hidden)]
impl Line {
    /// The comments before the first move.
    pub fn comments(&self) -> impl Iterator<Item = &Comment> {
        comments(&self.before)
    }

    /// Removes unwanted annotations from all moves of the line and of its variations.
    pub fn retain(&mut self, wanted: &dyn Fn(&Annotation) -> bool) {
        let lists = self.moves.iter_mut().map(|mv| &mut mv.annotations);
        for list in std::iter::once(&mut self.before).chain(lists) {
            list.retain(wanted);
            for annotation in list {
                if let Annotation::Variation(line) = annotation {
                    line.retain(wanted);
                }
            }
        }
    }
}

fn comments(annotations: &[Annotation]) -> impl Iterator<Item = &Comment> {
    annotations.iter().filter_map(|one| match one {
        Annotation::Comment(comment) => Some(comment),
        _ => None,
    })
}

/// The number of a move as in PGN: one for each pair of turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveNumber {
    /// The number.
    pub number: u32,
    /// Whether three dots follow the number, as before a black move.
    pub is_black: bool,
}

/// An annotation between moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Annotation {
    /// A glyph that assesses a move or a position, such as `!?` or `$5`.
    Glyph(Glyph),
    /// A comment.
    Comment(Comment),
    /// Moves that replace the move before it.
    Variation(Line),
}

/// A numeric annotation glyph: `$1` is a good move (`!`), `$18` a decisive advantage for White (`+-`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Glyph(pub u16);

/// Glyphs that have signs; of several signs for one number the first is the usual one.
const SIGNS: [(&str, u16); 25] = [
    ("!", 1),
    ("?", 2),
    ("!!", 3),
    ("‼", 3),
    ("??", 4),
    ("⁇", 4),
    ("!?", 5),
    ("⁉", 5),
    ("?!", 6),
    ("⁈", 6),
    ("□", 7),
    ("=", 10),
    ("∞", 13),
    ("⩲", 14),
    ("+=", 14),
    ("+/=", 14),
    ("⩱", 15),
    ("=+", 15),
    ("=/+", 15),
    ("±", 16),
    ("+/-", 16),
    ("∓", 17),
    ("-/+", 17),
    ("+-", 18),
    ("-+", 19),
];

impl Glyph {
    /// The glyph of a sign, which stands alone or after a move.
    pub(crate) fn of_sign(sign: &str) -> Option<Glyph> {
        let found = SIGNS.iter().find(|(text, _)| *text == sign);
        found.map(|(_, number)| Glyph(*number))
    }

    /// The usual sign of the glyph, if it has one.
    pub fn sign(self) -> Option<&'static str> {
        let found = SIGNS.iter().find(|(_, number)| *number == self.0);
        found.map(|(text, _)| *text)
    }
}

/// A comment, on one line: line breaks are blanks, and blanks around it are removed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comment {
    /// The text, without braces.
    pub text: String,
}

impl Pgn {
    /// The value of the first tag with a name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tag_word(name).map(|word| word.text.as_str())
    }

    /// The value of the first tag with a name, with its place.
    #[doc(hidden)]
    pub fn tag_word(&self, name: &str) -> Option<&Word> {
        let found = self.tags.iter().find(|tag| tag.name == name);
        found.map(|tag| &tag.value)
    }

    /// Sets the value of a tag; a new tag is added at the end.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        match self.tags.iter_mut().find(|tag| tag.name == name) {
            Some(tag) => tag.value = Word::from(value),
            None => self.tags.push(Tag {
                name: name.to_owned(),
                value: Word::from(value),
            }),
        }
    }

    /// The title of the game in lists: its players, as far as they are known.
    #[doc(hidden)]
    pub fn title(&self) -> String {
        let name = |tag| self.tag(tag).unwrap_or("?");
        format!("{} - {}", name("White"), name("Black"))
    }

    /// The name of the variant in the tags; `chess` if omitted.
    pub fn variant_name(&self) -> &str {
        let said = self.tag("Variant").map(str::trim);
        said.filter(|name| !matches!(*name, "" | "?"))
            .unwrap_or("chess")
    }
}
