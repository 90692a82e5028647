//! Clauses: sets and conditions of the [language of rules](crate::definition::clause) with the pieces, squares and
//! movements that they name.
//!
//! A clause is read once, when the variant is compiled. A set is asked for one square at a time: within the operand of
//! a relation, `itself` and the words that compare with it mean the square that is being asked for.

mod evaluate;
mod normal_form;
mod resolve;
mod words;

use crate::definition::clause::{Event, Moment, Order};
use crate::definition::{PieceId, PieceSet};
use crate::geometry::Zone;
use crate::rules::RuleReach;

use normal_form::{Filter, Screen};

pub(super) use evaluate::MoveFacts;
pub(super) use resolve::{ResolveError, Resolver};
pub(super) use words::Words;

/// A condition whose names are resolved.
#[derive(Debug)]
pub(crate) enum Condition {
    /// A number of elements within bounds.
    Count(usize, Option<usize>, Set),
    Compare(Set, Order, Set),
    Event(Event),
    Not(Box<Condition>),
    All(Vec<Condition>),
    Any(Vec<Condition>),
    At(Moment, Box<Condition>),
    /// The mover is such a piece after the move: in normal form only, before what needs the position.
    Becomes(Box<Filter>),
}

/// What else happens when a move is made.
#[derive(Debug)]
pub(crate) struct EffectClause {
    pub(super) condition: Option<Condition>,
    pub(super) actions: Vec<(Action, Set)>,
}

/// What happens to pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Remove,
    ChangeSide,
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
    /// Empty squares.
    Empty,
    /// A square, or squares, of the move.
    Part(MovePart),
    /// Squares, as each side sees them.
    Zone(Zone),
    /// The element that is being asked for by a relation, or pieces that compare with it.
    Itself(Likeness),
    Not(Box<Set>),
    All(Vec<Set>),
    Any(Vec<Set>),
    Related(Relation, Box<Set>),
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

/// A relation between squares.
#[derive(Debug)]
pub(crate) struct Relation {
    kind: RelationKind,
    reach: RuleReach,
    /// Whether it is asked for before it is asked which squares the other set has, since these have relations too.
    is_first: bool,
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
    pub(crate) fn changes_sides(&self) -> bool {
        let mut actions = self.actions.iter();
        actions.any(|(action, _)| *action == Action::ChangeSide)
    }
}

impl Condition {
    /// Whether it holds only of captures of pieces that are not royal, which are no checks.
    pub(crate) fn spares_royals(&self, is_royal: impl Fn(PieceId) -> bool + Copy) -> bool {
        match self {
            Condition::Count(1.., _, Set::All(sets)) => match sets.as_slice() {
                [Set::Part(MovePart::Captured), sets @ ..] => sets
                    .iter()
                    .any(|set| matches!(set, Set::Kinds(kinds) if !kinds.iter().any(is_royal))),
                _ => false,
            },
            Condition::All(all) => all.iter().any(|one| one.spares_royals(is_royal)),
            _ => false,
        }
    }

    /// Whether it asks for a position after the move. What such a condition forbids is judged when the move is made,
    /// so it takes no attack away.
    pub(crate) fn needs_move(&self) -> bool {
        match self {
            Condition::Count(..) | Condition::Compare(..) => false,
            Condition::Becomes(_) => true,
            Condition::Event(event) => *event == Event::Check,
            Condition::Not(condition) => condition.needs_move(),
            Condition::All(all) | Condition::Any(all) => all.iter().any(Condition::needs_move),
            Condition::At(moment, condition) => *moment == Moment::After || condition.needs_move(),
        }
    }
}
