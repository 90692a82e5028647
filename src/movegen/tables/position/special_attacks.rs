//! Attacks of imitators and of hoppers with own-kind screens. Also pseudo-royal pieces with the squares on which their
//! safety depends.

use crate::movegen::tables::lookups::{Bits, Targets};
use crate::movegen::tables::rules::{Imitation, LastPieces};
use crate::movegen::tables::table_set::Tables;

use super::packed_position::{PackedPosition, PositionState};

impl<const N: usize, const G: usize, X: PositionState<N>> PackedPosition<N, G, X> {
    /// Whether pieces with own-kind screens on `among` attack `target` with the given occupancy.
    #[inline(never)]
    pub(crate) fn screened_attack(
        &self,
        tables: &Tables<N>,
        side: usize,
        target: usize,
        occupied: &Bits<N>,
        among: Bits<N>,
    ) -> bool {
        let Some(own_kind_screens) = &tables.special_rules.own_kind_screens else {
            return false;
        };
        let group = own_kind_screens.group & (G - 1);
        let screened = self.groups[side][group] & among;
        let others = occupied.without(self.groups[0][group] | self.groups[1][group]);
        own_kind_screens.sides[side].attacks.iter().any(|attack| {
            let sources = *attack.table.reach.at(target) & screened;
            sources.any() && {
                let first = attack.kernel.targets(target, occupied) & sources;
                first.any() && (attack.kernel.targets(target, &others) & first).any()
            }
        })
    }

    /// Whether the imitators of a side attack a square as the currently imitated role.
    pub(crate) fn imitators_attack(
        &self,
        imitation: &Imitation<N>,
        side: usize,
        target: usize,
        occupied: &Bits<N>,
    ) -> bool {
        let imitators = self.groups[side][imitation.group & (G - 1)];
        let imitated = self.state.variant_state().map(|state| state.imitated[side]);
        imitators.any()
            && imitated.flatten().is_some_and(|role| {
                imitation.attack(side, role.index(), target, occupied, imitators)
            })
    }

    /// [`attacks`](Self::attacks), including pieces with own-kind screens.
    #[inline]
    pub(crate) fn attacks_somehow(
        &self,
        tables: &Tables<N>,
        side: usize,
        target: usize,
        occupied: &Bits<N>,
        among: Bits<N>,
    ) -> bool {
        self.attacks(tables, side, target, occupied, among)
            || X::HAS_SPECIAL_RULES
                && tables.rare
                && self.screened_attack(tables, side, target, occupied, among)
    }
}

// Pseudo-royal pieces, and the squares on which their safety depends.

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
    pub(crate) fn last_pieces_attacked(&self, tables: &Tables<N>) -> bool {
        let last = tables.special_rules.last_pieces();
        last.is_some_and(|last| self.are_attacked(tables, last, usize::from(self.turn & 1)))
    }

    /// Whether a piece is pseudo-royal.
    pub(crate) fn is_last_piece(&self, tables: &Tables<N>, side: usize, square: usize) -> bool {
        let last = tables.special_rules.last_pieces();
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
