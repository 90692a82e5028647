//! Drawn boards, and the moves of a piece on them.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::row::PieceOnBoard;
use ferz::compile::{Probe, walk};
use ferz::geometry::{BoardShape, Offset, Perspective, Square, SquareSet, Wrap};
use ferz::movement::{Castle, Contents, Initial, Movement, Pattern, Side};

/// A board drawn in a row.
pub(super) struct Drawing {
    pub(super) shape: BoardShape,
    pub(super) cells: Vec<Contents>,
}

/// Reads a drawn board from the point of view of one side.
pub(super) fn read(text: &str, side: Perspective) -> Result<Drawing, String> {
    let ranks: Vec<&str> = text.split('/').collect();
    let files = ranks.first().map_or(0, |rank| rank.chars().count());
    if let Some(odd) = ranks.iter().find(|rank| rank.chars().count() != files) {
        return Err(format!(
            "the rows `{}` and `{odd}` are of different length",
            ranks[0]
        ));
    }
    let side_length = |number: usize| u8::try_from(number).unwrap_or(u8::MAX);
    let shape = BoardShape::rectangle(side_length(files), side_length(ranks.len()))
        .map_err(|error| error.to_string())?;
    let (own, other) = match side {
        Perspective::White => ('w', 'b'),
        Perspective::Black => ('b', 'w'),
    };
    let mut cells = Vec::with_capacity(shape.area());
    let mut holes = SquareSet::new();
    for sign in ranks.iter().rev().flat_map(|rank| rank.chars()) {
        cells.push(match sign {
            '.' => Contents::EMPTY,
            '#' => {
                holes.insert(Square::new(cells.len() as u16));
                Contents::NONE
            }
            _ if sign == own => Contents::FRIEND,
            _ if sign == other => Contents::COMMONER,
            _ => return Err(format!("`{sign}` has no meaning on a board")),
        });
    }
    let shape = shape
        .with_holes(&holes)
        .map_err(|error| error.to_string())?;
    Ok(Drawing { shape, cells })
}

/// The moves of the piece of a row. A description with errors keeps the moves that could be read.
pub(super) fn moves(row: &PieceOnBoard) -> BTreeSet<String> {
    let movement = Movement::read(&row.betza, row.dialect).value;
    let mut found = BTreeSet::new();
    for pattern in movement.patterns() {
        match pattern {
            Pattern::Walk(pattern) => {
                if !may_begin(row, pattern.initial) {
                    continue;
                }
                let mut view = View {
                    row,
                    origin: row.from,
                };
                let flow: ControlFlow<()> = walk(
                    pattern,
                    &row.shape,
                    row.side,
                    row.from,
                    &mut view,
                    &mut |_, one| {
                        // A drawing shows pieces only by side, so their moves cannot be borrowed.
                        if one.borrows {
                            return ControlFlow::Continue(());
                        }
                        let mut text = row.shape.name(one.to);
                        for square in one.taken {
                            text.extend(["x", &row.shape.name(*square)]);
                        }
                        if !one.en_passant.is_empty() {
                            text.push('e');
                        }
                        found.insert(text);
                        ControlFlow::Continue(())
                    },
                );
                debug_assert!(flow.is_continue());
            }
            Pattern::Universal(leap) => {
                if may_begin(row, leap.initial) {
                    let ends = leap.pass.union(leap.take);
                    let targets = row
                        .shape
                        .squares()
                        .filter(|to| *to != row.from && ends.meets(row.cells[to.index()]));
                    found.extend(targets.map(|to| row.shape.name(to)));
                }
            }
            // No move was played before, and the hands are empty.
            Pattern::Imitation(_) | Pattern::Placement(_) => {}
            // A drawing does not show whether the partner has moved, so castlings count only if the row
            // expects one.
            Pattern::Castle(one) => {
                if row.moves.iter().any(|text| text.ends_with('O')) {
                    found.extend(castling(row, *one));
                }
            }
        }
    }
    found
}

fn may_begin(row: &PieceOnBoard, initial: Initial) -> bool {
    match initial {
        Initial::Any => true,
        Initial::Unmoved => row.unmoved,
        // A drawing has no start position.
        Initial::OneAhead => false,
    }
}

/// The text of castling with an own piece at the edge.
fn castling(row: &PieceOnBoard, castle: Castle) -> Option<String> {
    if !may_begin(row, castle.initial) {
        return None;
    }
    let dx = if castle.side == Side::Right { 1 } else { -1 };
    let step = |at: &Square| {
        row.shape
            .step(*at, Offset { dx, dy: 0 }, row.side, Wrap::None)
    };
    let ray: Vec<Square> = std::iter::successors(step(&row.from), step).collect();
    let distance = ray.len().checked_sub(castle.inset as usize)?;
    let (partner, between) = ray.get(..distance)?.split_last()?;
    let target = ray
        .get(..distance)?
        .get((castle.distance as usize).checked_sub(1)?)?;
    let stands = |square: &Square| row.cells[square.index()];
    let free = between
        .iter()
        .all(|square| stands(square) == Contents::EMPTY);
    (free && stands(partner) == Contents::FRIEND).then(|| format!("{}O", row.shape.name(*target)))
}

/// A probe of a drawn board.
struct View<'a> {
    row: &'a PieceOnBoard,
    /// The square of the mover.
    origin: Square,
}

impl View<'_> {
    fn contents(&self, square: Square) -> Contents {
        if square == self.origin {
            Contents::EMPTY
        } else if square == self.row.from {
            Contents::FRIEND
        } else {
            self.row.cells[square.index()]
        }
    }
}

impl Probe for View<'_> {
    fn assume(&mut self, square: Square, allowed: Contents) -> bool {
        allowed.meets(self.contents(square))
    }

    fn release(&mut self) {}

    fn assume_en_passant(&mut self, _: Square) -> bool {
        false
    }

    fn hand_over(&mut self, _from: Square, to: Square) -> bool {
        let is_friend = self.contents(to) == Contents::FRIEND;
        if is_friend {
            self.origin = to;
        }
        is_friend
    }

    fn hand_back(&mut self, from: Square) {
        self.origin = from;
    }
}
