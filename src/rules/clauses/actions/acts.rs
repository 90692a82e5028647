//! Properties of actions, home squares, and marks that clauses set.

use crate::definition::PieceId;
use crate::definition::clause::{HomeChoice, Otherwise};
use crate::geometry::{BoardShape, Square, sorted};
use crate::rules::clauses::data::{
    Act, Become, EffectClause, Goal, Inspect, MovePart, Set, Verb, may_mark,
};
use crate::rules::clauses::evaluation::{ClauseContext, Element};
use crate::rules::data::RuleContext;
use crate::state::{Color, Effect, Move, Piece, Role};

impl Act {
    pub(crate) fn stays(&self) -> bool {
        matches!(self.verb, Verb::Stay { .. })
    }

    /// Whether it is a choice for the actions after it.
    pub(crate) const fn chooses(&self) -> bool {
        matches!(self.verb, Verb::Choose { .. })
    }

    /// The mark that it sets on the origin or the target of the move, if it does that only.
    pub(crate) fn marked_part(&self) -> Option<(usize, MovePart)> {
        match (&self.verb, &self.set) {
            (Verb::Mark { marks, .. }, Set::Part(part @ (MovePart::From | MovePart::To)))
                if marks.len() == 1 =>
            {
                Some((marks[0], *part))
            }
            _ => None,
        }
    }

    /// The alternatives of the action, if it has several: the kinds that pieces become or appear as, or the marks.
    pub(crate) fn one_of(&self) -> Option<Vec<usize>> {
        match &self.verb {
            Verb::Become(Become::Kinds(kinds)) | Verb::Put(_, kinds) => {
                let is_choice = kinds.iter().nth(1).is_some();
                is_choice.then(|| kinds.iter().map(PieceId::index).collect())
            }
            Verb::Mark { marks, .. } => Some(marks.clone()).filter(|marks| marks.len() > 1),
            _ => None,
        }
    }

    /// The kind that an element becomes or appears as, if it is unique.
    pub(crate) fn kind_for(
        &self,
        before: &ClauseContext<'_>,
        later: &ClauseContext<'_>,
        element: Element,
    ) -> Option<Role> {
        let set = match &self.verb {
            Verb::Become(Become::Kinds(kinds)) | Verb::Put(_, kinds) => {
                return kinds.iter().next().map(Role::from);
            }
            Verb::Become(Become::Pieces(set)) => set,
            _ => return None,
        };
        let of_captured = set.is_about(MovePart::Captured);
        let context = if of_captured { before } else { later };
        let mut kind = None;
        let has_more = set.any(&context.of(element.square), |other| {
            let role = other.piece.map(|piece| piece.role);
            let is_other = kind.is_some() && role.is_some() && kind != role;
            kind = kind.or(role);
            is_other
        });
        kind.filter(|_| !has_more)
    }

    /// Whether it makes moves illegal, or lets royal pieces survive their capture.
    fn judges_captures(&self, is_royal: impl Fn(Piece) -> bool) -> bool {
        match &self.verb {
            Verb::Go(Goal::Hand(_), _) => false,
            Verb::Go(_, Otherwise::Illegal) | Verb::Put(..) => true,
            Verb::Mark { are_limited, .. } => *are_limited,
            Verb::Go(..) => self.of_captured && self.set.may_have(is_royal),
            _ => false,
        }
    }

    /// Whether it relocates, converts or transforms pieces.
    fn puts(&self) -> bool {
        matches!(self.verb, Verb::Go(..) | Verb::ChangeSide | Verb::Become(_))
    }
}

impl EffectClause {
    /// Whether its actions only set marks.
    pub(crate) fn only_marks(&self) -> bool {
        let mut actions = self.actions.iter();
        actions.all(|act| matches!(act.verb, Verb::Mark { .. }))
    }

    /// Whether it makes captures illegal, or lets royal pieces survive them.
    pub(crate) fn judges_captures(&self, is_royal: impl Fn(Piece) -> bool + Copy) -> bool {
        let mut actions = self.actions.iter();
        !self.follows && !self.needs_move() && actions.any(|act| act.judges_captures(is_royal))
    }

    /// Whether it decides the fate of captured pieces.
    pub(crate) fn decides_victims(&self) -> bool {
        let mut actions = self.actions.iter();
        actions.any(|act| act.of_captured && act.puts())
    }

    /// Whether it relocates, converts or transforms the mover.
    pub(crate) fn decides_mover(&self) -> bool {
        let mut actions = self.actions.iter();
        actions.any(|act| act.puts() && act.set.is_about(MovePart::Mover))
    }

    /// Whether it sends the mover or captured pieces to squares.
    pub(crate) fn leads_to_squares(&self) -> bool {
        let mut actions = self.actions.iter();
        actions.any(|act| {
            let leads = matches!(act.verb, Verb::Go(Goal::Home(_) | Goal::Square(_), _));
            leads && (act.of_captured || act.set.is_about(MovePart::Mover))
        })
    }

    /// The ways in which it finds the homes of pieces.
    pub(crate) fn home_choices(&self) -> Vec<HomeChoice> {
        let actions = self.actions.iter();
        let choices = actions.filter_map(|act| match act.verb {
            Verb::Go(Goal::Home(choice), _) => Some(choice),
            _ => None,
        });
        sorted(choices)
    }
}

impl Set {
    /// Whether all elements belong to a part of the move.
    pub(crate) fn is_about(&self, part: MovePart) -> bool {
        match self {
            Set::Part(other) => *other == part,
            Set::All(sets) => sets.iter().any(|set| set.is_about(part)),
            Set::Named(_, set) => set.is_about(part),
            _ => false,
        }
    }

    /// The square of a set with exactly one element.
    pub(crate) fn only_square(&self, context: &ClauseContext<'_>) -> Option<Square> {
        let mut found = None;
        let mut is_only = true;
        self.any(context, |element| {
            is_only = found.is_none();
            found = Some(element.square);
            !is_only
        });
        found.filter(|_| is_only)
    }
}

// Home squares of pieces.

/// The largest number of homes of a kind for which the home is chosen by square color by default, and not by file.
const MOST_BY_COLOR: usize = 2;

/// The home of a piece that comes from a square: a square where such a piece stands at the start of the game.
pub(crate) fn home(
    at: &RuleContext<'_>,
    piece: Piece,
    square: Square,
    choice: HomeChoice,
) -> Option<Square> {
    let shape = at.shape();
    let like = at.home().pieces().filter(|(_, other)| *other == piece);
    let homes: Vec<Square> = like.map(|(square, _)| square).collect();
    let is_by_file = match choice {
        HomeChoice::Usual => homes.len() > MOST_BY_COLOR,
        HomeChoice::ByFile => true,
        HomeChoice::ByColor => false,
    };
    let file = shape.file_of(square);
    if is_by_file {
        return on_file(shape, &homes, file);
    }
    let distance = |home: &Square| {
        let is_other_color = shade(shape, *home) != shade(shape, square);
        let away = shape.file_of(*home).abs_diff(file);
        (is_other_color, away, *home)
    };
    homes.into_iter().min_by_key(distance)
}

/// The home on a file; otherwise the square of that file on the common rank of all homes.
fn on_file(shape: &BoardShape, homes: &[Square], file: u8) -> Option<Square> {
    let mut own = homes.iter().copied();
    own.find(|home| shape.file_of(*home) == file).or_else(|| {
        let (first, rest) = homes.split_first()?;
        let rank = shape.rank_of(*first);
        let is_shared = rest.iter().all(|home| shape.rank_of(*home) == rank);
        shape.at(file, rank).filter(|_| is_shared)
    })
}

/// The color of a square, 0 or 1.
fn shade(shape: &BoardShape, square: Square) -> u8 {
    (shape.file_of(square) + shape.rank_of(square)) % 2
}

// Marks that clauses set.

/// The move is illegal.
pub(crate) struct Illegal;

/// The effect of a clause that only marks the origin or the target of a move; `None` for other clauses.
///
/// PERF: such a mark needs no position after the move.
pub(crate) fn only_mark(
    clause: &EffectClause,
    at: &RuleContext<'_>,
    mv: &Move,
) -> Option<Result<Effect, Illegal>> {
    let [act] = clause.actions.as_slice() else {
        return None;
    };
    let (mark, part) = act.marked_part()?;
    let square = if part == MovePart::From {
        mv.from
    } else {
        mv.to
    };
    Some(mark_effect(at, mv.piece.color, mark, square).ok_or(Illegal))
}

/// The effect that marks a square; `None` if the side may not use the mark.
pub(super) fn mark_effect(
    at: &RuleContext<'_>,
    side: Color,
    mark: usize,
    square: Square,
) -> Option<Effect> {
    let (rule, state) = at.rule_of("marks")?;
    may_mark(state, mark, side).then_some(Effect::Mark {
        rule,
        mark: u8::try_from(mark).ok()?,
        square,
    })
}
