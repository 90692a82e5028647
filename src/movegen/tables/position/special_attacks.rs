//! Attacks of imitators and of hoppers with own-kind screens.

use super::packed_position::PackedPosition;
use super::position_state::PositionState;
use crate::movegen::tables::lookups::{Bits, Targets};
use crate::movegen::tables::rules::Imitation;
use crate::movegen::tables::table_set::Tables;

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
        let rules = tables.special_rules.as_deref();
        let Some(own_kind_screens) = rules.and_then(|rules| rules.own_kind_screens.as_ref()) else {
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
        let role = imitated.and_then(|role| usize::from(role).checked_sub(1));
        imitators.any()
            && role.is_some_and(|role| imitation.attack(side, role, target, occupied, imitators))
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
