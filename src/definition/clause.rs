//! Clauses of rules, and the library of rules written in clauses.

use std::ops::Range;
use std::sync::Arc;

use indexmap::IndexMap;

pub use crate::syntax::clause::{
    Action, ClauseError, Condition, EffectClause, EndClause, EndResult, Event, Goal, HomeChoice,
    Measure, Model, Moment, MoveClause, MoveVerb, Order, Otherwise, Relation, Set, SetKind, parse,
    parse_effect, parse_end, parse_move, parse_set, slip,
};

use super::place::{TextPlace, place_in};
use crate::source::Span;

/// The maximum nesting depth of named sets.
pub(crate) const MOST_NAMES: usize = 16;

/// The keywords of the clause language, except names of pieces, with their meanings.
pub const WORDS: &[(&str, &str)] = &[
    ("own", "pieces of the side that moves"),
    ("enemy", "pieces of the other side"),
    ("any", "pieces of either side"),
    ("white", "White's pieces"),
    ("black", "Black's pieces"),
    ("royal", "royal pieces"),
    ("unmoved", "pieces that have not moved"),
    (
        "stuck",
        "pieces that could not move from their squares even on an empty board",
    ),
    (
        "trapped",
        "attacked pieces that no move of their side can save",
    ),
    (
        "frozen",
        "pieces that cannot move because an enemy freezes them",
    ),
    ("empty", "empty squares"),
    (
        "marked",
        "squares with a mark of `rules.marks`: `to marked visited`",
    ),
    ("mover", "the piece that moves; empty for drops and passes"),
    ("from", "the square that the piece leaves"),
    ("to", "the square to which it moves"),
    ("captured", "the captured pieces"),
    (
        "partner",
        "pieces that move with the mover, such as the rook in castling",
    ),
    (
        "last.mover",
        "the piece that made the previous move, on its present square",
    ),
    (
        "last.from",
        "the origin of the previous move, with the piece before the move",
    ),
    ("last.to", "the target of the previous move"),
    (
        "last.captured",
        "the squares and pieces that the previous move captured",
    ),
    (
        "last.partner",
        "the pieces that moved with it, with their kinds before the move, on their present squares",
    ),
    ("itself", "after a relation: the piece that is tested"),
    ("it", "in actions: the piece itself"),
    ("same-kind", "after a relation: pieces of its kind"),
    ("same-side", "after a relation: pieces of its side"),
    ("other-side", "after a relation: pieces of the other side"),
    ("attacked by", "a relation: an enemy of it could capture it"),
    ("attacking", "a relation: it could capture an enemy"),
    (
        "guarded by",
        "a relation: another piece of its side could capture there",
    ),
    (
        "guarding",
        "a relation: it could capture where a piece of its side stands",
    ),
    (
        "through",
        "after a relation and its set: squares that count as empty, as in `\"R\" to it through own rook`",
    ),
    (
        "with",
        "a set with a condition about its elements, which are `it`: `enemy with 2.. own attacking it`",
    ),
    ("and", "both conditions hold"),
    ("or", "one of the conditions holds"),
    (
        "not",
        "the condition does not hold, or the complement of the set",
    ),
    ("no", "the set is empty"),
    ("count of", "the number of elements of a set"),
    (
        "value of",
        "the sum of the values of the pieces of a set: `value of own any > value of enemy any`",
    ),
    (
        "before:",
        "in the position before the move, which is the default",
    ),
    ("after:", "in the position after the move"),
    ("move", "a piece on the board moves"),
    ("capture", "the move captures"),
    ("quiet", "a piece on the board moves and captures nothing"),
    ("drop", "a piece comes from the hand"),
    ("castling", "the move is castling"),
    ("promotion", "the piece is promoted"),
    ("pass", "nothing moves"),
    ("check", "the move gives check"),
    ("in check", "the side that moves is in check"),
    (
        "turn",
        "the move number as in a FEN: `turn 1`, `turn ..3`, `turn 20..`",
    ),
    (
        "mate",
        "the move gives mate, apart from clauses that contain `mate`",
    ),
    (
        "remove",
        "an effect: pieces leave the board, except royal pieces",
    ),
    ("changes side", "an effect: pieces change their side"),
    (
        "goes home",
        "an effect: pieces move to their start squares, and captured pieces return there; `by file` or `by color` \
         selects one of several start squares",
    ),
    (
        "goes to",
        "an effect: pieces move to the only square of a set",
    ),
    (
        "goes to own hand",
        "an effect: pieces go to the hand of the side that moves, or to `enemy hand`",
    ),
    (
        "becomes",
        "an effect: pieces change their kind; of several kinds the side that moves chooses one",
    ),
    (
        "choose",
        "an effect: the side that moves chooses an element of a set, as in `choose x in empty, captured goes to x`",
    ),
    ("or none", "the choice is optional"),
    (
        "mark",
        "an effect: squares get a mark of `rules.marks`, as in `mark from as visited`; of several marks, `as (frozen or \
         open)`, the side that moves chooses one",
    ),
    (
        "repeat",
        "before an effect: it is repeated on the changed board until nothing changes",
    ),
    (
        "put",
        "an effect: a piece appears, as in `put own knight on from`; of several kinds the side that moves chooses one",
    ),
    (
        "or stays",
        "if the square is not free, the piece stays and the move is legal",
    ),
    (
        "or is removed",
        "if the square is not free, the piece leaves the board and the move is legal",
    ),
    ("stays", "an effect: the mover captures without moving"),
    (
        "may stay",
        "an effect: the mover captures without moving, or moves as usual",
    ),
    (
        "moves as",
        "moves: pieces also move like the pieces of a set, like a kind, or by a movement in quotes",
    ),
    (
        "moves only as",
        "moves: pieces move this way instead of by their own moves",
    ),
    (
        "moves to",
        "moves: pieces move directly to squares of a set; before `as`, the targets of their moves",
    ),
    (
        "swaps with",
        "moves: pieces change places with those of a set: `own king swaps with own rook \"K\" from it`",
    ),
    ("own wins", "a result: the side that has moved wins"),
    ("enemy wins", "a result: the other side wins"),
    (
        "own gets",
        "a result: the side that has moved gets a share of the point, as in `own gets 3 of 4`",
    ),
    ("draw", "a result: a draw"),
    (
        "enclosed by",
        "pieces in a line of pieces of their side, with these two at its ends: `enemy enclosed by to and own`",
    ),
    (
        "along",
        "after `enclosed by`: in lines of this movement, or of one piece for a leap: `along \"W\"`",
    ),
    ("edge", "in `enclosed by`: the edge of the board"),
    (
        "capture",
        "an effect: the move also captures these pieces, including royal pieces: `capture enemy \"W\" from to`",
    ),
    (
        "then",
        "before an effect: it happens after the test of royal safety, which it does not affect",
    ),
    (
        "stalemate",
        "in ends: the other side has no legal move and is not mated",
    ),
    (
        "by",
        "after a result: the reason, such as `by goal`, or a new word",
    ),
];

/// Whether a word is a keyword and not the name of a piece or a set.
pub(crate) fn is_word(word: &str) -> bool {
    let mut words = WORDS.iter().flat_map(|(words, _)| words.split([' ', ':']));
    words.any(|known| known == word)
}

/// A rule of the library.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct RuleEntry {
    /// Its title.
    pub title: String,
    /// Its source.
    pub source: String,
    /// A summary of its effect in a sentence or two.
    pub summary: String,
    /// The options, parameters and spells of other programs with this meaning.
    #[doc(hidden)]
    pub options: Vec<String>,
    /// Its parameters, each with its default set, if any.
    pub parameters: IndexMap<String, Option<Set>>,
    /// Forbidden conditions: a move that fulfills one is illegal. The flag means that a side without legal moves is
    /// checkmated while the condition holds for it.
    pub forbid: Vec<(Condition, bool)>,
    /// Mandatory conditions: if some moves fulfill one, the others are illegal. They apply in order.
    pub require: Vec<Condition>,
    /// Side effects of moves.
    pub effects: Vec<EffectClause>,
    /// Additional moves of pieces.
    pub moves: Vec<MoveClause>,
    /// Conditions that end the game.
    pub ends: Vec<EndClause>,
    /// The file that contains it, if it is another file.
    pub(crate) origin: WrittenIn,
}

/// The file that contains an entry, if it is another file. It does not affect equality of entries.
#[derive(Clone, Debug, Default)]
pub(crate) struct WrittenIn(pub(crate) Option<Arc<ClauseFile>>);

impl PartialEq for WrittenIn {
    fn eq(&self, _: &WrittenIn) -> bool {
        true
    }
}

impl RuleEntry {
    /// Whether another entry has the same clauses and parameters.
    pub(super) fn says_the_same(&self, other: &RuleEntry) -> bool {
        self.parameters == other.parameters && self.clauses() == other.clauses()
    }

    /// The file, line and column of some bytes of one of its clauses, if it is in another file.
    pub(crate) fn place(&self, key: &str, number: usize, bytes: Range<usize>) -> Option<String> {
        let origin = self.origin.0.as_ref()?;
        Some(origin.place(key, number, bytes))
    }

    /// Its clauses as text.
    pub fn clauses(&self) -> Vec<String> {
        let forbid = self.forbid.iter().map(|(condition, mates)| {
            let mates = if *mates { " (mates)" } else { "" };
            format!("forbid: {condition}{mates}")
        });
        let require = self.require.iter().map(|one| format!("require: {one}"));
        let effects = self.effects.iter();
        let effects = effects.map(|effect| format!("effects: {effect}"));
        let ends = self.ends.iter().map(|end| format!("ends: {end}"));
        let moves = self.moves.iter().map(|clause| format!("moves: {clause}"));
        let clauses = forbid.chain(require).chain(effects);
        clauses.chain(moves).chain(ends).collect()
    }
}

/// The places of the clauses of an entry, by key.
pub(crate) type Places = IndexMap<&'static str, Vec<TextPlace>>;

/// The places of the clauses of an entry in another file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ClauseFile {
    /// The name of the file in messages.
    pub(crate) file: String,
    pub(crate) text: Arc<str>,
    pub(crate) places: Places,
}

impl ClauseFile {
    /// The file, line and column of some bytes of a clause.
    pub(crate) fn place(&self, key: &str, number: usize, bytes: Range<usize>) -> String {
        let place = self.places.get(key).and_then(|places| places.get(number));
        let span = place.map_or(Span::at(0), |place| place.span_of(bytes.into()));
        place_in(&self.file, &self.text, span)
    }
}
