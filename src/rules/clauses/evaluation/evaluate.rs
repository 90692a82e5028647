//! Evaluation of conditions and sets.

use smallvec::SmallVec;

use crate::definition::clause::Moment;
use crate::geometry::{Square, SquareSet};
use crate::rules::clauses::data::{
    Condition, EffectClause, Likeness, Measure, MovePart, Relation, RelationKind, Set, marked,
};
use crate::rules::data::{Imagined, RuleContext};
use crate::source::budget::spend;
use crate::state::{Color, Piece, Role};

use super::context::{ClauseContext, Element, Elements, Later, MoveFacts, is_asked};
use super::last::{arrival, elements};

impl Condition {
    /// Whether it holds for a move, or for an attack, which has no position after it.
    pub(crate) fn holds(
        &self,
        before: &RuleContext<'_>,
        facts: &MoveFacts<'_>,
        after: Option<Later<'_>>,
    ) -> bool {
        self.holds_in(&ClauseContext::before(before, facts, after))
    }

    /// Whether it holds in a position from the view of a side that has just moved.
    pub(crate) fn holds_for(&self, at: &RuleContext<'_>, side: Color) -> bool {
        let facts = MoveFacts::of_side(side);
        self.holds_in(&ClauseContext::before(at, &facts, None).later())
    }

    pub(crate) fn holds_in(&self, context: &ClauseContext<'_>) -> bool {
        match self {
            Condition::Count(from, to, set) => {
                let enough = to.map_or(*from, |to| to + 1);
                let count = set.count(context, enough);
                count >= *from && to.is_none_or(|to| count <= to)
            }
            Condition::Compare(measure, left, order, right) => {
                let [left, right] = [left, right].map(|set| match measure {
                    Measure::Count => set.count(context, usize::MAX) as u64,
                    Measure::Value(values) => set.value(context, values),
                });
                order.holds(left, right)
            }
            Condition::Event(event) => context.facts.is(*event, context.after),
            Condition::InCheck => context.at.is_check(context.facts.side),
            Condition::Turn(from, to) => {
                let turn = context.turn;
                turn >= *from && to.is_none_or(|to| turn <= to)
            }
            Condition::Becomes(filter) => context.facts.becomes(filter),
            Condition::Not(condition) => !condition.holds_in(context),
            Condition::All(all) => all.iter().all(|condition| condition.holds_in(context)),
            Condition::Any(any) => any.iter().any(|condition| condition.holds_in(context)),
            Condition::At(Moment::After, condition) => condition.holds_in(&context.later()),
            // Within `after:`, the context is already the later one.
            Condition::At(Moment::Before, condition) => condition.holds_in(context),
        }
    }
}

impl EffectClause {
    /// Whether its condition holds.
    pub(crate) fn happens(&self, context: &ClauseContext<'_>) -> bool {
        let condition = self.condition.as_ref();
        is_asked(self.asks_for_mate)
            && condition.is_none_or(|condition| condition.holds_in(context))
    }
}

impl Set {
    /// The number of elements, counted up to `enough`.
    fn count(&self, context: &ClauseContext<'_>, enough: usize) -> usize {
        // PERF: most sets concern one piece of the move.
        if let Set::All(sets) = self
            && let [Set::Part(part), rest @ ..] = sets.as_slice()
            && part.is_single()
        {
            let Some(square) = context.only(*part) else {
                return 0;
            };
            let element = Element::at(context, square);
            let is_element = rest.iter().all(|set| set.contains(context, None, element));
            return usize::from(is_element);
        }
        let mut count = 0;
        self.any(context, |_| {
            count += 1;
            count >= enough
        });
        count
    }

    /// The sum of the values of its pieces.
    fn value(&self, context: &ClauseContext<'_>, values: &[u64]) -> u64 {
        let mut sum = 0;
        self.any(context, |element| {
            let value = element
                .piece
                .and_then(|piece| values.get(piece.role.index()));
            sum += value.copied().unwrap_or(0);
            false
        });
        sum
    }

    /// Calls `show` for each element until it returns `true` or the budget is spent; returns
    /// whether either happened.
    pub(crate) fn any(
        &self,
        context: &ClauseContext<'_>,
        mut show: impl FnMut(Element) -> bool,
    ) -> bool {
        let us = context.side();
        // PERF: the parts of the move are found once instead of for each candidate.
        if let Set::All(sets) = self
            && let [sets @ .., Set::Related(relation, parts)] = sets.as_slice()
            && let Some(first) = sets.first()
            && parts.is_of_parts()
            && relation.open.is_none()
            && let Candidates::Few(others) = parts.candidates(context, None)
        {
            let near = relation.related_to(&context.at, &others);
            return context.any_within(first.candidates(context, None), near.as_ref(), |element| {
                let mut others = others.iter();
                sets.iter().all(|set| set.contains(context, None, element))
                    && others.any(|other| relation.holds(&context.at, us, element, *other))
                    && show(element)
            });
        }
        context.any(self.candidates(context, None), |element| {
            self.contains(context, None, element) && show(element)
        })
    }

    /// Whether its elements are parts of the move by its form.
    fn is_of_parts(&self) -> bool {
        match self {
            Set::Part(_) => true,
            Set::Any(sets) => sets.iter().all(Set::is_of_parts),
            _ => false,
        }
    }

    /// A superset of the elements. The first part of a set in normal form has the fewest.
    pub(crate) fn candidates(
        &self,
        context: &ClauseContext<'_>,
        itself: Option<Element>,
    ) -> Candidates {
        let us = context.facts.side;
        match self {
            Set::Part(part) => Candidates::on(context, context.part(*part)),
            Set::It => Candidates::on(context, context.it),
            Set::Chosen(number) => Candidates::on(context, context.chosen.get(*number).copied()),
            Set::Last(part) => Candidates::Few(context.last(*part)),
            Set::Marked(mark) => Candidates::on(context, context.marked(*mark)),
            Set::Itself(Likeness::Itself) => Candidates::Few(itself.into_iter().collect()),
            Set::Itself(likeness) => {
                let color = itself.and_then(|itself| itself.piece).map(|it| it.color);
                Candidates::Pieces(Color::each(|side| match likeness {
                    Likeness::SameKind => true,
                    Likeness::OtherSide => color == Some(side.opponent()),
                    Likeness::SameSide | Likeness::Itself => color == Some(side),
                }))
            }
            Set::Filter(filter) => Candidates::Pieces(filter.sides[us.index()]),
            Set::Side(side) => Candidates::Pieces(Color::each(|color| side.is_of(us, color))),
            Set::Kinds(_)
            | Set::Royal(_)
            | Set::Unmoved
            | Set::Stuck
            | Set::Trapped
            | Set::Frozen => Candidates::Pieces([true; 2]),
            Set::All(sets) => sets
                .first()
                .map_or(Candidates::All, |set| set.candidates(context, itself)),
            Set::Screen(screen) if !screen.relation.relates_pieces() => Candidates::All,
            Set::Screen(_) => Candidates::Pieces([true; 2]),
            Set::Related(relation, _) if relation.relates_pieces() => Candidates::Pieces([true; 2]),
            Set::Enclosed(enclosure) => enclosure.candidates(context),
            Set::Edge => Candidates::Few(Elements::new()),
            Set::Named(_, set) => set.candidates(context, itself),
            Set::Any(sets) => {
                let mut all = sets.iter().map(|set| set.candidates(context, itself));
                let first = all.next().unwrap_or(Candidates::All);
                all.fold(first, Candidates::or)
            }
            Set::Empty | Set::Zone(_) | Set::Not(_) | Set::Related(..) | Set::With(_) => {
                Candidates::All
            }
        }
    }

    /// Whether it contains an element; `itself` is the element under evaluation in a relation.
    pub(crate) fn contains(
        &self,
        context: &ClauseContext<'_>,
        itself: Option<Element>,
        element: Element,
    ) -> bool {
        let Element { square, piece } = element;
        let us = context.facts.side;
        match self {
            Set::Filter(filter) => piece.is_some_and(|piece| filter.contains(us, piece)),
            Set::Side(side) => piece.is_some_and(|piece| side.is_of(us, piece.color)),
            Set::Kinds(kinds) | Set::Royal(kinds) => {
                piece.is_some_and(|piece| kinds.contains(piece.role))
            }
            Set::Unmoved => piece.is_some() && context.at.unmoved().contains(square),
            Set::Stuck => piece.is_some_and(|piece| !context.at.can_leave(piece, square)),
            Set::Trapped => piece.is_some_and(|piece| context.at.is_trapped(piece, square)),
            Set::Frozen => piece.is_some() && context.at.is_frozen(square),
            Set::Empty => piece.is_none() && context.at.is_empty(square),
            Set::Part(part) if part.is_single() => context.only(*part) == Some(square),
            Set::Part(part) => context.part(*part).contains(&square),
            Set::It => context.it == Some(square),
            Set::Chosen(number) => context.chosen.get(*number) == Some(&square),
            Set::Last(part) => {
                let mut last = context.last(*part).into_iter();
                last.any(|last| last.square == square)
            }
            Set::Marked(mark) => context.marked(*mark).any(|marked| marked == square),
            Set::Screen(screen) => screen.has(context, element),
            Set::Zone(zone) => zone.contains(square, us.perspective()),
            Set::Itself(Likeness::Itself) => itself.is_some_and(|itself| itself.square == square),
            Set::Itself(likeness) => {
                let pieces = piece.zip(itself.and_then(|itself| itself.piece));
                pieces.is_some_and(|(piece, other)| match likeness {
                    Likeness::SameKind => {
                        context.at.counted_as(piece).role == context.at.counted_as(other).role
                    }
                    Likeness::OtherSide => piece.color != other.color,
                    Likeness::SameSide | Likeness::Itself => piece.color == other.color,
                })
            }
            Set::Not(set) => !set.contains(context, itself, element),
            Set::All(sets) => sets
                .iter()
                .all(|set| set.contains(context, itself, element)),
            Set::Any(sets) => sets
                .iter()
                .any(|set| set.contains(context, itself, element)),
            Set::With(condition) => condition.holds_in(&context.of(square)),
            Set::Enclosed(enclosure) => enclosure.has(context, element),
            Set::Edge => false,
            Set::Named(_, set) => set.contains(context, itself, element),
            Set::Related(relation, set) => {
                let others = set.candidates(context, Some(element));
                let others = others.of_sides(relation.sides(piece));
                context.any(others, |other| {
                    let is_related = || match relation.open.as_deref() {
                        None => relation.holds(&context.at, us, element, other),
                        Some(open) => {
                            let seen = context.without(open, [element, other]);
                            relation.holds(&seen.position(), us, element, other)
                        }
                    };
                    let is_element = || set.contains(context, Some(element), other);
                    let is_first = relation.is_first;
                    (is_first || is_element()) && is_related() && (!is_first || is_element())
                })
            }
        }
    }
}

impl Relation {
    /// The sides whose pieces may have the relation to a piece, or to an empty square.
    pub(crate) fn sides(&self, piece: Option<Piece>) -> [bool; 2] {
        Color::each(|side| match self.kind {
            RelationKind::AttackedBy | RelationKind::Attacking => {
                piece.is_none_or(|piece| piece.color != side)
            }
            RelationKind::GuardedBy | RelationKind::Guarding => {
                piece.is_some_and(|piece| piece.color == side)
            }
            RelationKind::From | RelationKind::To => true,
        })
    }

    /// Whether an element has the relation to another. A movement from an empty square is that of a
    /// piece of `us`, the side that moves.
    pub(crate) fn holds(
        &self,
        at: &RuleContext<'_>,
        us: Color,
        one: Element,
        other: Element,
    ) -> bool {
        let are_of_one_side = one
            .piece
            .zip(other.piece)
            .map(|(one, other)| one.color == other.color);
        let is_meant = match self.kind {
            RelationKind::AttackedBy | RelationKind::Attacking => are_of_one_side != Some(true),
            RelationKind::GuardedBy | RelationKind::Guarding => {
                one.square != other.square && are_of_one_side == Some(true)
            }
            RelationKind::From | RelationKind::To => true,
        };
        let (from, to) = match self.kind {
            RelationKind::AttackedBy | RelationKind::GuardedBy | RelationKind::From => (other, one),
            RelationKind::Attacking | RelationKind::Guarding | RelationKind::To => (one, other),
        };
        let on_empty = || {
            let role = Role::new(0);
            (self.kind == RelationKind::From).then_some(Piece { color: us, role })
        };
        let piece = from.piece.or_else(on_empty);
        is_meant
            && piece
                .is_some_and(|piece| at.reaches_as(&self.reach, (from.square, piece), to.square))
    }

    /// The squares that may have the relation to some elements; `None` for all.
    fn related_to(&self, at: &RuleContext<'_>, others: &[Element]) -> Option<SquareSet> {
        let comes_from_them = matches!(
            self.kind,
            RelationKind::AttackedBy | RelationKind::GuardedBy
        );
        let pieces = others.iter();
        let pieces = pieces.filter_map(|other| Some((other.square, other.piece?)));
        comes_from_them
            .then(|| at.may_reach_as(&self.reach, pieces))
            .flatten()
    }

    /// Whether it is a relation of attack or protection.
    pub(crate) const fn is_of_attacks(&self) -> bool {
        !matches!(self.kind, RelationKind::From | RelationKind::To)
    }

    /// Whether only pieces have the relation to others.
    pub(crate) const fn relates_pieces(&self) -> bool {
        !matches!(self.kind, RelationKind::AttackedBy | RelationKind::From)
    }
}

/// A superset of the elements of a set.
pub(crate) enum Candidates {
    Few(Elements),
    /// All pieces of these sides.
    Pieces([bool; 2]),
    All,
}

impl Candidates {
    /// The elements on some squares.
    #[inline]
    fn on(context: &ClauseContext<'_>, squares: impl IntoIterator<Item = Square>) -> Candidates {
        let squares = squares.into_iter();
        Candidates::Few(squares.map(|square| Element::at(context, square)).collect())
    }

    fn or(self, other: Candidates) -> Candidates {
        match (self, other) {
            (Candidates::Few(mut all), Candidates::Few(others)) => {
                for element in others {
                    if !all.iter().any(|other| other.square == element.square) {
                        all.push(element);
                    }
                }
                Candidates::Few(all)
            }
            (Candidates::Pieces(sides), Candidates::Pieces(others)) => {
                Candidates::Pieces([sides[0] || others[0], sides[1] || others[1]])
            }
            _ => Candidates::All,
        }
    }

    /// The candidates without pieces of other sides than these.
    fn of_sides(self, sides: [bool; 2]) -> Candidates {
        match self {
            Candidates::Pieces([white, black]) => {
                Candidates::Pieces([white && sides[0], black && sides[1]])
            }
            others => others,
        }
    }
}

impl ClauseContext<'_> {
    /// The square of a part that a move has at most once.
    pub(crate) fn only(&self, part: MovePart) -> Option<Square> {
        let facts = &self.facts;
        match (part, self.moment) {
            (MovePart::Mover, Moment::After) => {
                (facts.to).and_then(|to| facts.mv.map_or(Some(to), arrival))
            }
            (MovePart::Mover | MovePart::From, _) => facts.from,
            (MovePart::To, _) => facts.to,
            (MovePart::Captured | MovePart::Partner, _) => None,
        }
    }

    fn part(&self, part: MovePart) -> SmallVec<[Square; 4]> {
        if part.is_single() {
            return self.only(part).into_iter().collect();
        }
        match (part, self.moment) {
            (MovePart::Partner, moment) => {
                let shifts = self.facts.mv.into_iter().flat_map(|mv| &mv.shifts);
                let shifts = shifts.filter(|(from, to)| from != to);
                shifts
                    .map(|(from, to)| match moment {
                        Moment::Before => *from,
                        Moment::After => *to,
                    })
                    .collect()
            }
            _ => self.facts.captured().collect(),
        }
    }

    /// The piece on a square.
    pub(crate) fn piece(&self, square: Square) -> Option<Piece> {
        self.at.piece(square)
    }

    /// The position without the pieces of a set, except two elements.
    fn without(&self, open: &Set, [element, other]: [Element; 2]) -> Imagined<'_> {
        let mut squares: SmallVec<[Square; 8]> = SmallVec::new();
        self.any(open.candidates(self, Some(element)), |piece| {
            let is_end = [element.square, other.square].contains(&piece.square);
            if !is_end && open.contains(self, Some(element), piece) {
                squares.push(piece.square);
            }
            false
        });
        self.at.imagined(|board| {
            for square in squares {
                board.lift(square);
            }
        })
    }

    /// The squares with a mark.
    fn marked(&self, mark: usize) -> impl Iterator<Item = Square> {
        let state = self.at.state_of("marks");
        let all = state.into_iter().flat_map(marked);
        let squares = all.filter(move |(of, ..)| *of == mark);
        squares.map(|(_, square, _)| square)
    }

    /// The elements of a part of the previous move.
    fn last(&self, part: MovePart) -> Elements {
        elements(self.last, part, &self.at)
    }

    /// Calls `show` for candidates until it returns `true` or the budget is spent; returns whether either happened.
    pub(crate) fn any(&self, candidates: Candidates, show: impl FnMut(Element) -> bool) -> bool {
        self.any_within(candidates, None, show)
    }

    /// The same for the candidates on some squares; `None` is all squares.
    fn any_within(
        &self,
        candidates: Candidates,
        squares: Option<&SquareSet>,
        mut show: impl FnMut(Element) -> bool,
    ) -> bool {
        let board = self.at.board();
        let is_within = |square| squares.is_none_or(|squares| squares.contains(square));
        let mut show = |element| spend(1).is_err() || show(element);
        if let Candidates::Few(elements) = candidates {
            let mut elements = elements.into_iter();
            return elements.any(|element| is_within(element.square) && show(element));
        }
        let mut at = |square| {
            let piece = board.piece(square);
            show(Element { square, piece })
        };
        match candidates {
            Candidates::Few(_) => false,
            Candidates::All => {
                let mut all = self.at.shape().squares();
                all.any(|square| is_within(square) && at(square))
            }
            Candidates::Pieces(sides) => Color::ALL.into_iter().any(|side| {
                let pieces = board.squares_of(side);
                sides[side.index()]
                    && match squares {
                        Some(squares) => squares.common(pieces).any(&mut at),
                        None => pieces.iter().any(&mut at),
                    }
            }),
        }
    }
}
