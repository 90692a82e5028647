//! Incremental sums of the evaluation over pieces, and the terms of one side.

use crate::movegen::hash::{KING_RELATIVE_SQUARES, king_relative};
use crate::movegen::tables::lookups::Bits;
use crate::movegen::tables::position::{NO_ROYAL, PackedPosition, PositionState};
use crate::movegen::weights::{N_CLASSES, Phased, Tally};
use crate::state::{Color, Piece};

use super::features::{Evaluator, PromoterSquares};

impl<const N: usize> Evaluator<'_, N> {
    /// The sums after a move, updated by the changed squares.
    #[inline]
    pub(crate) fn tally_after<const G: usize, X: PositionState<N>>(
        &self,
        before: &PackedPosition<N, G, X>,
        tally: &Tally,
        after: &PackedPosition<N, G, X>,
        changed: Bits<N>,
    ) -> Tally {
        let weights = self.weights;
        let mut tally = *tally;
        changed.each(|square| {
            if let Some(piece) = before.piece_on(square) {
                tally.remove_piece(weights, piece, square);
            }
            if let Some(piece) = after.piece_on(square) {
                tally.add_piece(weights, piece, square);
            }
        });
        if !self.places.is_empty() {
            for side in 0..2 {
                if before.royal[side] == after.royal[side] {
                    changed.each(|square| {
                        let more = self.worth_beside(after, side, square)
                            - self.worth_beside(before, side, square);
                        tally.by_royal[side] += more;
                    });
                } else {
                    tally.by_royal[side] = self.king_relative_sum(after, side);
                }
            }
        }
        if let (Some(before), Some(after)) = (before.state.hands(), after.state.hands())
            && before.0 != after.0
        {
            for color in Color::ALL {
                for (role, slot) in self.tables.special_rules.slots.iter().enumerate() {
                    let [before, after] =
                        [before, after].map(|hands| i32::from(hands.count(color.index(), *slot)));
                    if before != after {
                        tally.add_to_hand(weights, color, role, after - before);
                    }
                }
            }
        }
        tally
    }

    /// The value for White of all pieces by their places relative to a side's royal piece.
    pub(crate) fn king_relative_sum<const G: usize, X: PositionState<N>>(
        &self,
        position: &PackedPosition<N, G, X>,
        side: usize,
    ) -> i32 {
        let mut worth = 0;
        if !self.places.is_empty() {
            (position.colors[0] | position.colors[1])
                .each(|square| worth += self.worth_beside(position, side, square));
        }
        worth
    }

    /// The same for one square.
    #[inline]
    fn worth_beside<const G: usize, X: PositionState<N>>(
        &self,
        position: &PackedPosition<N, G, X>,
        side: usize,
        square: usize,
    ) -> i32 {
        let royal = position.royal[side];
        let Some(Piece { color, role }) = position.piece_on(square) else {
            return 0;
        };
        if royal == NO_ROYAL || usize::from(royal) == square {
            return 0;
        }
        let places = &self.places;
        let table = &self.weights.by_royal[usize::from(color.index() != side)];
        let place = king_relative(color, places[square], places[usize::from(royal)]);
        let worth = table
            .get(role.index() * KING_RELATIVE_SQUARES + place)
            .copied();
        match color {
            Color::White => worth.unwrap_or(0),
            Color::Black => -worth.unwrap_or(0),
        }
    }
}

/// Intermediate results for one side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SideTerms<const N: usize, const G: usize> {
    pub(super) score: Phased,
    /// The squares that its pieces attack or guard.
    pub(crate) reach: Bits<N>,
    /// The same without royal and promotable pieces, by class and by group.
    pub(super) by_class: [Bits<N>; N_CLASSES],
    pub(super) by_group: [Bits<N>; G],
    /// The squares of its promotable pieces: attacks, future attacks and lanes.
    pub(super) by_promoters: PromoterSquares<N>,
    /// Mobility, and the number of moves.
    pub(super) mobility: Phased,
    pub(crate) n_moves: i32,
    /// Pressure on the king zone of the opponent.
    pub(super) pressure: i32,
    pub(super) n_attackers: i32,
}

impl<const N: usize, const G: usize> SideTerms<N, G> {
    /// The squares attacked by all pieces but the royal one.
    pub(super) fn without_royal(&self) -> Bits<N> {
        let classes = self.by_class.into_iter();
        classes.fold(self.by_promoters.hits, |set, class| set | class)
    }
}
