//! Compiled clauses: the sets and conditions of the [language of rules](crate::definition::clause)
//! with their pieces, squares and movements resolved.
//!
//! A clause is compiled once, with the variant. Sets are evaluated for one square at a time: within
//! the operand of a relation, `itself` and the words of comparison refer to that square.

mod acts;
mod afar;
mod captures;
mod effects;
mod ends;
mod error;
mod evaluate;
mod facts;
mod homes;
mod idle;
mod inspect;
mod last;
mod lines;
mod marks;
mod mate;
mod move_facts;
mod moves;
mod named_sets;
mod names;
mod normal_form;
mod resolve;
mod screen;

mod words;

use crate::definition::clause::{EndResult, Event, HomeChoice, Moment, Order, Otherwise};
use crate::definition::{Line, PieceId, PieceSet, Reason};
use crate::geometry::Zone;
use crate::rules::RuleReach;
use crate::state::Color;

use normal_form::{Filter, Screen};

pub(super) use afar::capture_from_afar;
pub(super) use captures::{captured_besides, captures_besides};
pub(super) use effects::{added_effects, following_effects, lets_capture};
pub(super) use ends::Ends;
pub(super) use error::ResolveError;
pub(super) use evaluate::Later;
pub(super) use facts::RuleFact;
pub(super) use inspect::Inspect;
pub(super) use last::{kinds, latest, mirrored, read, write};
pub(super) use marks::Marks;
pub(crate) use marks::{mark_name, marked};
pub(super) use mate::is_asked;
pub(super) use move_facts::MoveFacts;
pub(super) use moves::{Model, MoveClause, attack, attack_by_enemies, is_lost, offer};
pub(super) use named_sets::named_sets;
pub(super) use resolve::Resolver;
pub(super) use words::{Words, sentence};

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
    pub(super) follows: bool,
    /// Whether it is repeated until it changes nothing.
    repeats: bool,
    pub(super) condition: Option<Condition>,
    asks_for_mate: bool,
    pub(super) actions: Vec<Act>,
}

/// An action on a set of pieces.
#[derive(Debug)]
pub(crate) struct Act {
    verb: Verb,
    set: Set,
    /// Whether the set is of captured pieces, in the position before the move.
    of_captured: bool,
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

/// When a clause that ends the game is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// After each move.
    Moves,
    /// In each position: it depends on nothing else.
    Positions,
    /// On stalemates.
    Stalemates,
    /// On mates: it holds for nothing else. The condition is without the mate.
    Mates,
}

/// A condition that ends the game, and the result for the side that has moved.
#[derive(Debug)]
pub(crate) struct EndClause {
    pub(super) condition: Condition,
    pub(super) result: EndResult,
    pub(super) asked: Asked,
    pub(super) reason: Reason,
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
    ends: [Set; 2],
    /// The directions from the first end to the other; a leap is a line of one piece.
    lines: Vec<Line>,
    /// The movement notation of the lines, if any.
    text: Option<String>,
}

/// A relation between squares.
#[derive(Debug)]
pub(crate) struct Relation {
    kind: RelationKind,
    reach: RuleReach,
    /// Whether the relation is tested before membership in the other set, because that has relations too.
    is_first: bool,
    /// Squares that count as empty.
    open: Option<Box<Set>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RelationKind {
    AttackedBy,
    Attacking,
    GuardedBy,
    Guarding,
    From,
    To,
}

impl EffectClause {
    /// Whether it is performed after the test for check.
    pub(crate) const fn follows(&self) -> bool {
        self.follows
    }

    pub(crate) fn changes_sides(&self) -> bool {
        let mut actions = self.actions.iter();
        !self.follows && actions.any(|act| matches!(act.verb, Verb::ChangeSide))
    }
}

impl Condition {
    /// Whether it holds only for captures of non-royal pieces, which do not give check.
    pub(crate) fn spares_royals(&self, is_royal: impl Fn(PieceId) -> bool + Copy) -> bool {
        match self {
            Condition::Count(1.., _, Set::All(sets)) => match sets.as_slice() {
                [Set::Part(MovePart::Captured), sets @ ..] => {
                    sets.iter().any(|set| set.has_none(is_royal))
                }
                _ => false,
            },
            Condition::All(all) => all.iter().any(|one| one.spares_royals(is_royal)),
            _ => false,
        }
    }

    /// Whether it depends only on the position after a move.
    fn is_about_position(&self) -> bool {
        match self {
            Condition::Not(condition) => condition.is_about_position(),
            Condition::All(all) | Condition::Any(all) => {
                all.iter().all(Condition::is_about_position)
            }
            Condition::At(Moment::After, condition) => !condition.asks_for_move(),
            _ => false,
        }
    }
}

impl Set {
    /// The kinds, if the set is defined by kinds alone.
    fn kinds(&self) -> Option<PieceSet> {
        match self {
            Set::Kinds(kinds) => Some(*kinds),
            Set::Any(sets) => {
                let kinds = sets.iter().map(Set::kinds);
                let kinds: Option<Vec<PieceSet>> = kinds.collect();
                let kinds = kinds.filter(|kinds| !kinds.is_empty())?;
                Some(kinds.into_iter().flat_map(PieceSet::iter).collect())
            }
            _ => None,
        }
    }

    /// The kinds of all its possible pieces, if it names them.
    fn known_kinds(&self) -> Option<PieceSet> {
        match self {
            Set::All(sets) => sets.iter().find_map(Set::known_kinds),
            Set::Named(_, set) => set.known_kinds(),
            set => set.kinds(),
        }
    }

    /// Whether it depends on the piece `it`. Within `with`, the word refers to another piece.
    fn is_about_it(&self) -> bool {
        match self {
            Set::It => true,
            Set::Not(set) | Set::Named(_, set) => set.is_about_it(),
            Set::Related(relation, set) => {
                set.is_about_it() || relation.open.as_deref().is_some_and(Set::is_about_it)
            }
            Set::All(sets) | Set::Any(sets) => sets.iter().any(Set::is_about_it),
            Set::Enclosed(enclosure) => enclosure.ends.iter().any(Set::is_about_it),
            _ => false,
        }
    }

    /// Whether it takes many words, so that the rules page says once what its name means.
    pub(super) fn is_long(&self) -> bool {
        self.has_set(&|set| matches!(set, Set::With(_) | Set::Related(..) | Set::Enclosed(_)))
    }

    const fn is_chosen(&self) -> bool {
        matches!(self, Set::Chosen(_))
    }

    /// Whether it is defined by kinds alone and none of them has a property.
    fn has_none(&self, is_such: impl Fn(PieceId) -> bool + Copy) -> bool {
        match self {
            Set::Kinds(kinds) => !kinds.iter().any(is_such),
            Set::Any(sets) => sets.iter().all(|set| set.has_none(is_such)),
            _ => false,
        }
    }
}

impl MovePart {
    /// Whether a move has at most one such square.
    const fn is_single(self) -> bool {
        matches!(self, MovePart::Mover | MovePart::From | MovePart::To)
    }
}

impl Side {
    /// Whether it includes pieces of a color, from the view of a side.
    fn is_of(self, us: Color, color: Color) -> bool {
        match self {
            Side::Any => true,
            Side::Own => color == us,
            Side::Enemy => color != us,
            Side::White => color == Color::White,
            Side::Black => color == Color::Black,
        }
    }
}
