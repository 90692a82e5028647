//! Compiled clauses, conditions and sets, and errors in clauses.

use std::ops::Range;

use crate::definition::clause::{
    ClauseError, EndResult, Event, HomeChoice, Moment, MoveVerb, Order, Otherwise,
};
use crate::definition::{Line, PieceId, PieceSet, Reason};
use crate::geometry::Zone;
use crate::rules::data::{RuleError, RuleMovement, RuleReach};
use crate::source::{Code, codes};
use crate::state::{CODES, Cell, Color, Piece, Role, code_of};

/// A compiled condition.
#[derive(Debug)]
pub(crate) enum Condition {
    /// The number of elements is within bounds.
    Count(usize, Option<usize>, Set),
    Compare(Measure, Set, Order, Set),
    Event(Event),
    InCheck,
    /// The move number is within bounds.
    Turn(u32, Option<u32>),
    Not(Box<Condition>),
    All(Vec<Condition>),
    Any(Vec<Condition>),
    At(Moment, Box<Condition>),
    /// The mover will be such a piece. Only in normal form, before conditions that need the
    /// position after the move.
    Becomes(Box<Filter>),
}

/// The measure by which two sets are compared.
#[derive(Debug)]
pub(crate) enum Measure {
    /// The number of elements.
    Count,
    /// The sum of the values of the pieces; by kind, in thousandths.
    Value(Vec<u64>),
}

/// A clause that adds effects to moves.
#[derive(Debug)]
pub(crate) struct EffectClause {
    /// Whether it is performed after the test for check.
    pub(crate) follows: bool,
    /// Whether it is repeated until it changes nothing.
    pub(crate) repeats: bool,
    pub(crate) condition: Option<Condition>,
    pub(crate) asks_for_mate: bool,
    pub(crate) actions: Vec<Act>,
}

/// An action on a set of pieces.
#[derive(Debug)]
pub(crate) struct Act {
    pub(crate) verb: Verb,
    pub(crate) set: Set,
    /// Whether the set is of captured pieces, in the position before the move.
    pub(crate) of_captured: bool,
}

/// The verb of an action.
#[derive(Debug)]
pub(crate) enum Verb {
    Remove,
    /// The move captures the pieces.
    Capture,
    ChangeSide,
    Go(Goal, Otherwise),
    Become(Become),
    /// The side that moves chooses an element of the set for the following actions.
    Choose {
        or_none: bool,
    },
    /// A piece of one of these kinds appears on each square of the set.
    Put(Side, PieceSet),
    /// The squares of the set get one of these marks.
    Mark {
        marks: Vec<usize>,
        /// Whether the use of one of them is limited.
        are_limited: bool,
    },
    /// The pieces capture without moving.
    Stay {
        is_optional: bool,
    },
}

/// The target of a relocation.
#[derive(Debug)]
pub(crate) enum Goal {
    Home(HomeChoice),
    Square(Set),
    /// The hand of the side that moves if `true`, otherwise of the other side.
    Hand(bool),
}

/// The new kind of a piece.
#[derive(Debug)]
pub(crate) enum Become {
    /// One of these kinds.
    Kinds(PieceSet),
    /// The only kind of the pieces of a set.
    Pieces(Set),
}

/// The moment at which a clause that ends the game is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EvaluationTime {
    /// After each move.
    Moves,
    /// In each position: it depends on nothing else.
    Positions,
    /// On stalemates.
    Stalemates,
    /// On mates; the condition is stored without the event of mate.
    Mates,
}

/// A condition that ends the game, and the result for the side that has moved.
#[derive(Debug)]
pub(crate) struct EndClause {
    pub(crate) condition: Condition,
    pub(crate) result: EndResult,
    pub(crate) asked: EvaluationTime,
    pub(crate) reason: Reason,
}

/// A clause that gives moves to pieces, in addition to their own or instead of them.
#[derive(Debug)]
pub(crate) struct MoveClause {
    pub(crate) condition: Option<Condition>,
    pub(crate) pieces: Set,
    /// Whether it is about enemy pieces, which the side that moves may move.
    pub(crate) is_of_enemies: bool,
    pub(crate) verb: MoveVerb,
    pub(crate) is_only: bool,
    pub(crate) goal: Option<Set>,
    pub(crate) model: Option<Model>,
    /// The effects of these moves, if they have actions.
    pub(crate) effect: Option<EffectClause>,
}

/// The model of a granted movement.
#[derive(Debug)]
pub(crate) enum Model {
    /// Pieces of these kinds, whether on the board or not.
    Kinds(PieceSet),
    /// The pieces of a set that are on the board.
    Pieces(Set),
    /// A movement, with its notation.
    Movement(Box<RuleMovement>, String),
}

/// A compiled set.
#[derive(Debug)]
pub(crate) enum Set {
    /// Pieces of a side.
    Side(Side),
    /// Pieces of these kinds.
    Kinds(PieceSet),
    /// Royal pieces.
    Royal(PieceSet),
    /// Pieces that have not moved.
    Unmoved,
    /// Pieces that could never move from their squares.
    Stuck,
    /// Attacked pieces that no move of their side saves.
    Trapped,
    /// Pieces that enemies freeze.
    Frozen,
    /// Empty squares.
    Empty,
    /// A square, or squares, of the move.
    Part(MovePart),
    /// The piece `it` that the clause relocates, transforms or moves.
    It,
    /// A chosen square, by the number of the choice.
    Chosen(usize),
    /// A square, or squares, of the previous move.
    Last(MovePart),
    /// Squares from the view of each side.
    Zone(Zone),
    /// The element under evaluation in a relation, or pieces that match it.
    Itself(Likeness),
    Not(Box<Set>),
    All(Vec<Set>),
    Any(Vec<Set>),
    Related(Relation, Box<Set>),
    /// Elements for which a condition holds.
    With(Box<Condition>),
    /// A set that `rules.sets` names, with its name for the rules page: not in normal form.
    Named(String, Box<Set>),
    /// Squares with a mark.
    Marked(usize),
    /// Pieces in an enclosed line of pieces of their side.
    Enclosed(Box<Enclosure>),
    /// The edge of the board: only at the end of a line.
    Edge,
    /// Pieces by side and kind. Only in normal form.
    Filter(Box<Filter>),
    /// Elements with a relation to a filter. Only in normal form.
    Screen(Box<Screen>),
}

/// The side of pieces, relative or absolute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Any,
    Own,
    Enemy,
    White,
    Black,
}

/// A part of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MovePart {
    /// The square of the mover: its origin before the move, its final square after it.
    Mover,
    From,
    To,
    /// The squares of captured pieces.
    Captured,
    /// Pieces that move with the mover, such as the rook in castling.
    Partner,
}

/// A comparison of pieces with the element under evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Likeness {
    Itself,
    SameKind,
    SameSide,
    OtherSide,
}

/// Enclosed lines of pieces of one side.
#[derive(Debug)]
pub(crate) struct Enclosure {
    /// The sets at their ends.
    pub(crate) ends: [Set; 2],
    /// The directions from the first end to the other; a leap is a line of one piece.
    pub(crate) lines: Vec<Line>,
    /// The movement notation of the lines, if any.
    pub(crate) text: Option<String>,
}

/// A relation between squares.
#[derive(Debug)]
pub(crate) struct Relation {
    pub(crate) kind: RelationKind,
    pub(crate) reach: RuleReach,
    /// Whether the relation is tested before membership in the other set, because that has relations too.
    pub(crate) is_first: bool,
    /// Squares that count as empty.
    pub(crate) open: Option<Box<Set>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RelationKind {
    AttackedBy,
    Attacking,
    GuardedBy,
    Guarding,
    From,
    To,
}

/// A relation to pieces given by side and kind.
#[derive(Debug)]
pub(crate) struct Screen {
    pub(crate) relation: Relation,
    /// The related pieces; `None` for all.
    pub(crate) filter: Option<Filter>,
    /// Whether they must be of the same kind as the element under evaluation.
    pub(crate) same_kind: bool,
}

impl MovePart {
    /// Whether a move has at most one such square.
    pub(crate) const fn is_single(self) -> bool {
        matches!(self, MovePart::Mover | MovePart::From | MovePart::To)
    }
}

impl Side {
    /// Whether it includes pieces of a color, from the view of a side.
    pub(crate) fn is_of(self, us: Color, color: Color) -> bool {
        match self {
            Side::Any => true,
            Side::Own => color == us,
            Side::Enemy => color != us,
            Side::White => color == Color::White,
            Side::Black => color == Color::Black,
        }
    }
}

// Filters: sets of pieces by side and kind, as bit sets of piece codes.

/// A set of pieces by side and kind.
#[derive(Clone, Debug)]
pub(crate) struct Filter {
    /// By the side that moves, a bit for each piece code.
    pub(crate) codes: [[u64; CODES / 64]; 2],
    /// By the side that moves, the sides with pieces in the set.
    pub(crate) sides: [[bool; 2]; 2],
    /// Whether the set has all pieces.
    pub(crate) is_all: bool,
}

impl Filter {
    pub(crate) fn new(n_kinds: usize, is_meant: impl Fn(Color, Piece) -> bool) -> Filter {
        let mut codes = [[0; CODES / 64]; 2];
        let mut sides = [[false; 2]; 2];
        let mut is_all = true;
        for (us, color) in Color::ALL
            .into_iter()
            .flat_map(|us| Color::ALL.map(|color| (us, color)))
        {
            for role in (0..n_kinds.min(Role::MAX)).map(Role::new) {
                let piece = Piece { color, role };
                if is_meant(us, piece) {
                    let code = usize::from(code_of(Cell::Piece(piece)));
                    codes[us.index()][code / 64] |= 1 << (code % 64);
                    sides[us.index()][color.index()] = true;
                } else {
                    is_all = false;
                }
            }
        }
        Filter {
            codes,
            sides,
            is_all,
        }
    }

    /// The pieces in the set for either side to move.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = Piece> {
        let roles = (0..Role::MAX).map(Role::new);
        let pieces = roles.flat_map(|role| Color::ALL.map(|color| Piece { color, role }));
        pieces.filter(|piece| Color::ALL.iter().any(|us| self.contains(*us, *piece)))
    }

    /// The kinds in the set.
    pub(crate) fn kinds(&self) -> PieceSet {
        self.pieces()
            .map(|piece| PieceId::from(piece.role))
            .collect()
    }

    /// Whether the set is the same for both sides to move.
    pub(crate) fn is_the_same_for_both(&self) -> bool {
        self.codes[0] == self.codes[1]
    }

    /// Whether the set is empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.sides == [[false; 2]; 2]
    }

    /// Whether the set includes another.
    pub(crate) fn has_all_of(&self, other: &Filter) -> bool {
        let (own, other) = (self.codes.as_flattened(), other.codes.as_flattened());
        own.iter().zip(other).all(|(own, other)| other & !own == 0)
    }

    /// Whether it has a piece of a side, given relative to the side that moves.
    pub(crate) fn has_side(&self, side_for: fn(Color) -> Color) -> bool {
        let mut sides = Color::ALL.into_iter();
        sides.any(|us| self.sides[us.index()][side_for(us).index()])
    }

    /// Whether it has the piece of a code.
    #[inline]
    pub(crate) fn has(&self, us: Color, code: u16) -> bool {
        let code = usize::from(code);
        self.codes[us.index()][code / 64] & 1 << (code % 64) != 0
    }

    #[inline]
    pub(crate) fn contains(&self, us: Color, piece: Piece) -> bool {
        self.has(us, code_of(Cell::Piece(piece)))
    }
}

// Errors in clauses, with their places.

/// An error in a clause of a variant.
pub(crate) struct ResolveError {
    pub(crate) code: Code,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
    pub(crate) place: Range<usize>,
}

impl ResolveError {
    /// An error in a clause at a byte range.
    pub(crate) fn new(place: &Range<usize>, message: impl Into<String>) -> ResolveError {
        ResolveError::coded(place, (codes::BAD_CLAUSE, message.into()))
    }

    /// An error with another code.
    pub(crate) fn coded(place: &Range<usize>, (code, message): (Code, String)) -> ResolveError {
        ResolveError {
            code,
            message,
            help: None,
            place: place.clone(),
        }
    }

    /// The same error with a remedy.
    pub(crate) fn with_help(mut self, help: impl Into<String>) -> ResolveError {
        self.help = Some(help.into());
        self
    }

    /// The same error at another byte range.
    pub(crate) fn at(mut self, place: &Range<usize>) -> ResolveError {
        self.place = place.clone();
        self
    }

    /// The error at its byte range in a text, which is the value of some keys.
    pub(crate) fn within(self, text: &str, place: impl Into<String>) -> RuleError {
        let bytes = self.place.clone();
        self.about(place).within(text, bytes)
    }

    /// The error at the value of some keys.
    pub(crate) fn about(self, place: impl Into<String>) -> RuleError {
        let refused = RuleError::with_code(self.code, self.message).about(place);
        self.help.into_iter().fold(refused, RuleError::with_help)
    }
}

impl From<ClauseError> for ResolveError {
    fn from(error: ClauseError) -> ResolveError {
        ResolveError {
            help: error.help,
            ..ResolveError::new(&error.place, error.message)
        }
    }
}
