//! Lines of pieces: enclosed lines, and relations to pieces of given sides and kinds.

use crate::definition::Line;
use crate::geometry::{Offset, Square};
use crate::rules::clauses::data::{Enclosure, MovePart, Screen, Set};
use crate::source::budget::spend;
use crate::state::{Cell, Color, Piece, code_of};

use super::context::{ClauseContext, Element, Elements};
use super::evaluate::Candidates;

/// The two directions along a line, by the end to which they lead.
fn ways(line: Line) -> [Line; 2] {
    let Offset { dx, dy } = line.step;
    let step = Offset { dx: -dx, dy: -dy };
    [Line { step, ..line }, line]
}

impl Enclosure {
    /// Whether a piece is part of such a line.
    pub(crate) fn has(&self, context: &ClauseContext<'_>, element: Element) -> bool {
        let is_end = |set: &Set, way| match end(context, element, way) {
            Some(end) => set.contains(context, Some(element), end),
            None => set.has_edge(),
        };
        let mut lines = self.lines.iter();
        element.piece.is_some()
            && lines.any(|line| {
                let mut ends = self.ends.iter().zip(ways(*line));
                ends.all(|(set, way)| is_end(set, way))
            })
    }

    /// Whether one end is a part of the move, with one or few squares.
    pub(crate) fn is_near(&self) -> bool {
        self.ends.iter().any(Set::is_near)
    }

    /// Whether a square is on such a line from the origin of the move, if the line has to begin or end there.
    pub(crate) fn may_begin_at_from(&self, context: &ClauseContext<'_>, target: Square) -> bool {
        let is_from = |set: &Set| matches!(set, Set::Part(MovePart::From));
        let Some((number, from)) = self
            .ends
            .iter()
            .position(is_from)
            .zip(context.only(MovePart::From))
        else {
            return true;
        };
        let mut lines = self.lines.iter();
        lines.any(|line| {
            let way = ways(*line)[1 - number];
            squares(context, from, way).any(|square| square == target)
        })
    }

    /// A superset of the pieces in such lines.
    pub(crate) fn candidates(&self, context: &ClauseContext<'_>) -> Candidates {
        // PERF: lines that begin at a square of the move are few.
        let Some(number) = self.ends.iter().position(Set::is_near) else {
            return Candidates::Pieces([true; 2]);
        };
        let mut found = Elements::new();
        context.any(self.ends[number].candidates(context, None), |end| {
            for line in &self.lines {
                let way = ways(*line)[1 - number];
                let mut color = None;
                for square in squares(context, end.square, way) {
                    let element = Element::at(context, square);
                    let Some(piece) = element.piece else { break };
                    if *color.get_or_insert(piece.color) != piece.color || spend(1).is_err() {
                        break;
                    }
                    if found.iter().all(|known| known.square != square) {
                        found.push(element);
                    }
                }
            }
            false
        });
        Candidates::Few(found)
    }
}

impl Set {
    /// Whether it is a part of the move, possibly with further conditions.
    fn is_near(&self) -> bool {
        match self {
            Set::Part(_) => true,
            Set::All(sets) => sets.first().is_some_and(Set::is_near),
            Set::Any(sets) => sets.iter().all(Set::is_near),
            _ => false,
        }
    }

    /// Whether the edge of the board counts as an element.
    fn has_edge(&self) -> bool {
        match self {
            Set::Edge => true,
            Set::Any(sets) => sets.iter().any(Set::has_edge),
            Set::All(sets) => sets.iter().all(Set::has_edge),
            _ => false,
        }
    }
}

/// The squares of a line after a square.
fn squares<'s>(
    context: &'s ClauseContext<'_>,
    from: Square,
    line: Line,
) -> impl Iterator<Item = Square> + 's {
    let shape = context.at.shape();
    let n_steps = if line.rides { usize::from(u8::MAX) } else { 1 };
    let owner = context.side().perspective();
    line.squares(shape, from, owner).take(n_steps)
}

/// The element after the line of pieces of one side that a piece is part of; `None` at the edge of the board.
fn end(context: &ClauseContext<'_>, element: Element, way: Line) -> Option<Element> {
    for square in squares(context, element.square, way) {
        let next = Element::at(context, square);
        let color = |element: Element| element.piece.map(|piece| piece.color);
        let goes_on = way.rides && color(next) == color(element);
        if !goes_on || spend(1).is_err() {
            return Some(next);
        }
    }
    None
}

// Relations to pieces of given sides and kinds.

impl Screen {
    /// Whether an element has the relation to one of the pieces.
    pub(crate) fn has(&self, context: &ClauseContext<'_>, element: Element) -> bool {
        let board = context.at.board();
        let codes = board.codes();
        let sides = self.relation.sides(element.piece);
        if spend(codes.len() as u64 / 4).is_err() {
            return true;
        }
        let has_forms = self.same_kind && context.at.def().forms.has_any();
        Color::ALL.into_iter().any(|side| {
            // PERF: compares piece codes.
            let wanted = match element.piece {
                _ if !self.same_kind => None,
                Some(piece) => Some(code_of(Cell::Piece(Piece {
                    color: side,
                    ..piece
                }))),
                None => return false,
            };
            let mut squares = board.squares_of(side).iter();
            sides[side.index()]
                && squares.any(|square| {
                    let code = codes[square.index()];
                    let filter = self.filter.as_ref();
                    let is_alike = |wanted: u16| {
                        wanted == code
                            || has_forms && {
                                let other = Element::at(context, square).piece;
                                let kind = |piece: Piece| context.at.counted_as(piece).role;
                                other.map(kind) == element.piece.map(kind)
                                    && other.is_some_and(|other| other.color == side)
                            }
                    };
                    wanted.is_none_or(is_alike)
                        && filter.is_none_or(|filter| filter.has(context.side(), code))
                        && {
                            let other = Element::at(context, square);
                            (self.relation).holds(&context.at, context.side(), element, other)
                        }
                })
        })
    }
}
