//! What a position is worth as far as it is a sum over pieces, kept up from move to move.

use super::Plan;
use super::bits::Bits;
use super::laid_out::TablesOf;
use super::position::{FastPosition, NO_ROYAL};
use super::position_state::PositionState;
use super::table_stack::{Entry, TableStack};
use crate::geometry::Square;
use crate::movegen::beside::{PLACES_BESIDE, beside};
use crate::movegen::weights::{Phased, Tally, Weights};
use crate::rules::Rulebook;
use crate::state::{Color, Piece};

/// The file and rank of each square, where it counts how pieces stand beside royal ones.
#[derive(Debug)]
pub(super) struct Places(Vec<[i16; 2]>);

impl Places {
    pub(super) fn new(book: &Rulebook, has_royal: bool, weights: &Weights) -> Places {
        let counts = has_royal && weights.by_royal.iter().any(|table| !table.is_empty());
        let shape = &book.shape;
        let squares = 0..if counts { shape.area() as u16 } else { 0 };
        let places = squares.map(Square::new);
        Places(
            places
                .map(|square| [shape.file_of(square).into(), shape.rank_of(square).into()])
                .collect(),
        )
    }

    /// Whether it counts how pieces stand beside royal ones.
    fn count(&self) -> bool {
        !self.0.is_empty()
    }
}

impl<const N: usize, const G: usize, X: PositionState<N>> TableStack<'_, N, G, X>
where
    Plan: TablesOf<N>,
{
    /// The sums after a move, by what it has changed.
    #[inline]
    pub(super) fn tally_after(&self, after: &FastPosition<N, G, X>, changed: Bits<N>) -> Tally {
        let Entry { at, tally, .. } = self.top();
        let (before, weights) = (&at.fast, self.weights);
        let mut tally = *tally;
        let royals_stay = before.royal == after.royal;
        let beside_royals = self.places.count() && royals_stay;
        changed.each(|square| {
            if let Some(piece) = piece_on(before, square) {
                tally.remove_piece(weights, piece, square);
                if beside_royals {
                    tally
                        .score
                        .subtract(self.beside_royals(before, piece, square));
                }
            }
            if let Some(piece) = piece_on(after, square) {
                tally.add_piece(weights, piece, square);
                if beside_royals {
                    tally.score.add(self.beside_royals(after, piece, square));
                }
            }
        });
        if !royals_stay {
            self.count_beside_royals(&mut tally, before, -1);
            self.count_beside_royals(&mut tally, after, 1);
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

    /// Adds what all pieces are worth more by where they stand beside royal ones, so many times.
    pub(super) fn count_beside_royals(
        &self,
        tally: &mut Tally,
        position: &FastPosition<N, G, X>,
        times: i32,
    ) {
        if !self.places.count() {
            return;
        }
        (position.colors[0] | position.colors[1]).each(|square| {
            if let Some(piece) = piece_on(position, square) {
                let worth = self.beside_royals(position, piece, square);
                tally.score.add(worth.times(times));
            }
        });
    }

    /// What a piece is worth more by where it stands beside royal ones, to White.
    fn beside_royals(
        &self,
        position: &FastPosition<N, G, X>,
        piece: Piece,
        square: usize,
    ) -> Phased {
        let (places, side) = (&self.places.0, piece.color.index());
        let mut worth = 0;
        for (whose, table) in self.weights.by_royal.iter().enumerate() {
            let royal = position.royal[side ^ whose];
            if royal == NO_ROYAL || usize::from(royal) == square || table.is_empty() {
                continue;
            }
            let place = beside(piece.color, places[square], places[usize::from(royal)]);
            worth += table[piece.role.index() * PLACES_BESIDE + place];
        }
        let worth = if side == 0 { worth } else { -worth };
        Phased::new(worth, worth)
    }
}

#[inline(always)]
fn piece_on<const N: usize, const G: usize, X: PositionState<N>>(
    position: &FastPosition<N, G, X>,
    square: usize,
) -> Option<Piece> {
    let color = Color::ALL[usize::from(position.colors[1].has(square))];
    let role = position.role_on(square)?;
    Some(Piece { color, role })
}
