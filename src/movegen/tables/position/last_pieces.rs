//! Pseudo-royal pieces, and the squares on which their safety depends.

use super::packed_position::PackedPosition;
use super::position_state::PositionState;
use crate::movegen::tables::lookups::Bits;
use crate::movegen::tables::rules::{LastPieces, RuleTables};
use crate::movegen::tables::table_set::Tables;

impl<const N: usize, const G: usize, X: PositionState<N>> PackedPosition<N, G, X> {
    /// The pseudo-royal pieces of a side.
    pub(crate) fn last_pieces(&self, last: &LastPieces, side: usize) -> Bits<N> {
        let mut found = Bits::NONE;
        for (group, _) in &last.kinds {
            let pieces = self.groups[side][group & (G - 1)];
            if pieces.count() <= last.count + 1 {
                found |= pieces;
            }
        }
        found
    }

    /// Whether a pseudo-royal piece of a side is attacked, or all counted pieces if that is the rule.
    pub(crate) fn are_attacked(&self, tables: &Tables<N>, last: &LastPieces, side: usize) -> bool {
        let occupied = self.colors[0] | self.colors[1];
        let hit = |square| self.attacks(tables, side ^ 1, square, &occupied, Bits::ALL);
        if self.last_pieces(last, side).any_of(hit) {
            return true;
        }
        let mut all = Bits::NONE;
        for (group, _) in &last.kinds {
            all |= self.groups[side][group & (G - 1)];
        }
        last.duple && all.any() && !all.any_of(|square| !hit(square))
    }

    /// Whether pseudo-royal pieces of the side to move are attacked.
    pub(crate) fn last_pieces_attacked(&self, tables: &Tables<N>, rules: &RuleTables<N>) -> bool {
        let last = rules.tests.as_ref().and_then(|tests| tests.last.as_ref());
        last.is_some_and(|last| self.are_attacked(tables, last, usize::from(self.turn & 1)))
    }

    /// Whether a piece is pseudo-royal.
    pub(crate) fn is_last_piece(&self, rules: &RuleTables<N>, side: usize, square: usize) -> bool {
        let last = rules.tests.as_ref().and_then(|tests| tests.last.as_ref());
        last.is_some_and(|last| self.last_pieces(last, side).has(square))
    }

    /// The squares on which attacks of a side on a square depend, as long as the pieces of the side
    /// do not move.
    pub(crate) fn watched_squares(
        &self,
        tables: &Tables<N>,
        side: usize,
        target: usize,
    ) -> Bits<N> {
        let attacks = &tables.sides[side].attacks;
        let mut watched = attacks.leaps.of(target, &self.groups[side]);
        attacks.paths.of(target, &self.groups[side]).each(|source| {
            let role = usize::from(self.cell(source).wrapping_sub(1));
            for attack in attacks.of_role(role) {
                for needs in attack.table.needs(target, source) {
                    watched |= needs.empty | needs.occupied | Bits::single(source);
                }
            }
        });
        watched
    }
}
