//! Clauses: sets and conditions of the [language of rules](crate::definition::clause) with the pieces, squares and
//! movements that they name.
//!
//! A clause is read once, when the variant is compiled. A set is asked for one square at a time: within the operand of
//! a relation, `itself` and the words that compare with it mean the square that is being asked for.

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

/// A condition whose names are resolved.
#[derive(Debug)]
pub(crate) enum Condition {
    /// A number of elements within bounds.
    Count(usize, Option<usize>, Set),
    Compare(Measure, Set, Order, Set),
    Event(Event),
    InCheck,
    /// The number of the move is within bounds.
    Turn(u32, Option<u32>),
    Not(Box<Condition>),
    All(Vec<Condition>),
    Any(Vec<Condition>),
    At(Moment, Box<Condition>),
    /// The mover is such a piece after the move: in normal form only, before what needs the position.
    Becomes(Box<Filter>),
}

/// By what two sets are compared.
#[derive(Debug)]
pub(crate) enum Measure {
    /// By how many elements they have.
    Count,
    /// By the sums of the values of their pieces; by kind, in thousandths.
    Value(Vec<u64>),
}

/// What else happens when a move is made.
#[derive(Debug)]
pub(crate) struct EffectClause {
    /// Whether it happens when the royal pieces have been judged.
    pub(super) follows: bool,
    /// Whether it happens again until it changes nothing.
    repeats: bool,
    pub(super) condition: Option<Condition>,
    asks_for_mate: bool,
    pub(super) actions: Vec<Act>,
}

/// What happens to a set of pieces.
#[derive(Debug)]
pub(crate) struct Act {
    verb: Verb,
    set: Set,
    /// Whether they are captured pieces. They are those of the position before the move.
    of_captured: bool,
}

/// What happens to pieces.
#[derive(Debug)]
pub(crate) enum Verb {
    Remove,
    /// The move captures them.
    Capture,
    ChangeSide,
    Go(Goal, Otherwise),
    Become(Become),
    /// The side that moves chooses an element of the set, for the actions behind this one.
    Choose {
        or_none: bool,
    },
    /// A piece of one of these kinds appears on each square of the set.
    Put(Side, PieceSet),
    /// The squares of the set get one of the marks of these numbers.
    Mark {
        marks: Vec<usize>,
        /// Whether a side may not always use one of them.
        are_limited: bool,
    },
    /// They capture from where they stand.
    Stay {
        is_optional: bool,
    },
}

/// Where a piece goes.
#[derive(Debug)]
pub(crate) enum Goal {
    Home(HomeChoice),
    Square(Set),
    /// The hand of the side that moves, if this is true, or of the other side.
    Hand(bool),
}

/// What a piece becomes.
#[derive(Debug)]
pub(crate) enum Become {
    /// One of these kinds.
    Kinds(PieceSet),
    /// The only kind of pieces of a set.
    Pieces(Set),
}

/// Where it is asked whether a clause ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// Of each move.
    Moves,
    /// Of each position, as it is about nothing else.
    Positions,
    /// Of stalemates.
    Stalemates,
    /// Of mates, as it holds of nothing else. The condition is what else it asks for.
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

/// A set whose names are resolved.
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
    /// Pieces that are attacked, and that no move of their side saves.
    Trapped,
    /// Empty squares.
    Empty,
    /// A square, or squares, of the move.
    Part(MovePart),
    /// The piece that a clause says goes somewhere, becomes another or moves.
    It,
    /// What has been chosen, by the number of the choice.
    Chosen(usize),
    /// The same of the move before.
    Last(MovePart),
    /// Squares, as each side sees them.
    Zone(Zone),
    /// The element that is being asked for by a relation, or pieces that compare with it.
    Itself(Likeness),
    Not(Box<Set>),
    All(Vec<Set>),
    Any(Vec<Set>),
    Related(Relation, Box<Set>),
    /// That of which a condition holds.
    With(Box<Condition>),
    /// A set that `rules.sets` names, with its name for the rules page: not in normal form.
    Named(String, Box<Set>),
    /// Squares with the mark of this number.
    Marked(usize),
    /// Pieces in a line of pieces of their side.
    Enclosed(Box<Enclosure>),
    /// The edge of the board: only at the end of a line.
    Edge,
    /// Pieces by side and kind: in normal form only.
    Filter(Box<Filter>),
    /// What has a relation to such pieces: in normal form only.
    Screen(Box<Screen>),
}

/// Whose pieces.
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
    /// The square of the piece that moves: where it comes from before the move, where it goes after it.
    Mover,
    From,
    To,
    /// The squares of captured pieces.
    Captured,
    /// Pieces that move with the mover, such as the rook in castling.
    Partner,
}

/// How pieces compare with the element that is being asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Likeness {
    Itself,
    SameKind,
    SameSide,
    OtherSide,
}

/// What is around lines of pieces of one side.
#[derive(Debug)]
pub(crate) struct Enclosure {
    /// What is at their ends.
    ends: [Set; 2],
    /// How they lead from the first end to the other; of one piece each, where they are leaps.
    lines: Vec<Line>,
    /// The movement that says so, if one does.
    text: Option<String>,
}

/// A relation between squares.
#[derive(Debug)]
pub(crate) struct Relation {
    kind: RelationKind,
    reach: RuleReach,
    /// Whether it is asked for before it is asked which squares the other set has, since these have relations too.
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
    /// Whether it happens when the royal pieces have been judged.
    pub(crate) const fn follows(&self) -> bool {
        self.follows
    }

    pub(crate) fn changes_sides(&self) -> bool {
        let mut actions = self.actions.iter();
        !self.follows && actions.any(|act| matches!(act.verb, Verb::ChangeSide))
    }
}

impl Condition {
    /// Whether it holds only of captures of pieces that are not royal, which are no checks.
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

    /// Whether it is about nothing but the position after a move, however that was reached.
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
    /// The kinds that a set of nothing but kinds has.
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

    /// The kinds of all pieces that it may have, as far as it names them.
    fn known_kinds(&self) -> Option<PieceSet> {
        match self {
            Set::All(sets) => sets.iter().find_map(Set::known_kinds),
            Set::Named(_, set) => set.known_kinds(),
            set => set.kinds(),
        }
    }

    /// Whether it depends on the piece of which the clause speaks. Behind `with` another one is meant.
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

    /// Whether it is nothing but kinds of which none is such a one.
    fn has_none(&self, is_such: impl Fn(PieceId) -> bool + Copy) -> bool {
        match self {
            Set::Kinds(kinds) => !kinds.iter().any(is_such),
            Set::Any(sets) => sets.iter().all(|set| set.has_none(is_such)),
            _ => false,
        }
    }
}

impl MovePart {
    /// Whether a move has no more than one such square.
    const fn is_single(self) -> bool {
        matches!(self, MovePart::Mover | MovePart::From | MovePart::To)
    }
}

impl Side {
    /// Whether a piece of a color is meant, as a side sees it.
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
