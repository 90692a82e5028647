//! Incremental sums of the evaluation over pieces.

use super::TableEngine;
use super::bits::Bits;
use super::position::{NO_ROYAL, PackedPosition};
use super::position_state::PositionState;
use super::table_position::TablesOf;
use super::table_stack::{Entry, TableStack};
use crate::geometry::Square;
use crate::movegen::beside::{PLACES_BESIDE, beside};
use crate::movegen::weights::{Tally, Weights};
use crate::rules::CompiledRules;
use crate::state::{Color, Piece};

/// The file and rank of each square, if places near royal pieces count.
#[derive(Debug)]
pub(super) struct Places(Vec<[i16; 2]>);

impl Places {
    pub(super) fn new(book: &CompiledRules, has_royal: bool, weights: &Weights) -> Places {
        let counts = has_royal && weights.by_royal.iter().any(|table| !table.is_empty());
        let shape = &book.shape;
        let area = if counts { shape.area() as u16 } else { 0 };
        let squares = (0..area).map(Square::new);
        let place = |square| [shape.file_of(square).into(), shape.rank_of(square).into()];
        Places(squares.map(place).collect())
    }

    /// Whether places near royal pieces count.
    fn are_counted(&self) -> bool {
        !self.0.is_empty()
    }
}

impl<const N: usize, const G: usize, X: PositionState<N>> TableStack<'_, N, G, X>
where
    TableEngine: TablesOf<N>,
{
    /// The sums after a move, updated by the changed squares.
    #[inline]
    pub(super) fn tally_after(&self, after: &PackedPosition<N, G, X>, changed: Bits<N>) -> Tally {
        let Entry { at, tally, .. } = self.top();
        let (before, weights) = (&at.fast, self.weights);
        let mut tally = *tally;
        changed.each(|square| {
            if let Some(piece) = before.piece_on(square) {
                tally.remove_piece(weights, piece, square);
            }
            if let Some(piece) = after.piece_on(square) {
                tally.add_piece(weights, piece, square);
            }
        });
        if self.places.are_counted() {
            for side in 0..2 {
                if before.royal[side] == after.royal[side] {
                    changed.each(|square| {
                        let more = self.worth_beside(after, side, square)
                            - self.worth_beside(before, side, square);
                        tally.by_royal[side] += more;
                    });
                } else {
                    tally.by_royal[side] = self.beside_royal(after, side);
                }
            }
        }
        if let (Some(before), Some(after)) = (before.state.hands(), after.state.hands())
            && before.0 != after.0
        {
            for color in Color::ALL {
                let (before, after) = (&before.0[color.index()], &after.0[color.index()]);
                for (role, slot) in self.tables.slots.iter().enumerate() {
                    let slot = usize::from(*slot);
                    if let (Some(before), Some(after)) = (before.get(slot), after.get(slot))
                        && before != after
                        && self.stands_for(role, slot)
                    {
                        let more = i32::from(*after) - i32::from(*before);
                        tally.add_to_hand(weights, color, role, more);
                    }
                }
            }
        }
        tally
    }

    /// The value for White of all pieces by their places relative to a side's royal piece.
    pub(super) fn beside_royal(&self, position: &PackedPosition<N, G, X>, side: usize) -> i32 {
        let mut worth = 0;
        if self.places.are_counted() {
            (position.colors[0] | position.colors[1])
                .each(|square| worth += self.worth_beside(position, side, square));
        }
        worth
    }

    /// The same for one square.
    #[inline]
    fn worth_beside(&self, position: &PackedPosition<N, G, X>, side: usize, square: usize) -> i32 {
        let royal = position.royal[side];
        let Some(Piece { color, role }) = position.piece_on(square) else {
            return 0;
        };
        if royal == NO_ROYAL || usize::from(royal) == square {
            return 0;
        }
        let places = &self.places.0;
        let table = &self.weights.by_royal[usize::from(color.index() != side)];
        let place = beside(color, places[square], places[usize::from(royal)]);
        let worth = table.get(role.index() * PLACES_BESIDE + place).copied();
        match color {
            Color::White => worth.unwrap_or(0),
            Color::Black => -worth.unwrap_or(0),
        }
    }
}
