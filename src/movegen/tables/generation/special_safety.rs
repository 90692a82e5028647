//! Safety of the king, with special rules if there are any.

use super::generator::Generator;
use super::sink::Sink;
use crate::movegen::tables::lookups::{Bits, Targets};
use crate::movegen::tables::position::{CastlingTable, NO_ROYAL, PositionState};
use crate::movegen::tables::rules::BlastTable;

impl<const N: usize, const G: usize, X: PositionState<N>> Generator<'_, N, G, X> {
    #[inline]
    pub(crate) fn blast(&self) -> Option<&BlastTable<N>> {
        let blast = self.tables.special_rules.blast.as_ref();
        blast.filter(|_| X::HAS_SPECIAL_RULES)
    }

    #[inline(always)]
    pub(super) fn king_walks(&self, sink: &mut impl Sink<N>) {
        for (kernel, aim) in &self.ours.royal {
            let targets = kernel.targets(self.king, &self.occupied) & self.aims[*aim as usize];
            if targets.any() {
                sink.plain(self.king, self.safe_with_special_rules(targets));
            }
        }
    }

    /// The targets on which the own king is safe.
    #[inline(always)]
    pub(super) fn safe_with_special_rules(&self, targets: Bits<N>) -> Bits<N> {
        if !X::HAS_SPECIAL_RULES || !self.tables.careful {
            return self.safe(targets);
        }
        self.safe_by_making(targets)
    }

    /// The same if safety depends on more than attacks on the targets.
    #[inline(never)]
    fn safe_by_making(&self, targets: Bits<N>) -> Bits<N> {
        let mut safe = Bits::NONE;
        self.narrowed(targets).each(|to| {
            if self.king_may_stand(to) {
                safe |= Bits::single(to);
            }
        });
        safe
    }

    /// The targets of the own king that rare rules allow.
    #[inline]
    fn narrowed(&self, mut targets: Bits<N>) -> Bits<N> {
        if !self.tables.rare {
            return targets;
        }
        if self.in_check && self.tables.special_rules.no_escape {
            targets &= self.only_checker();
        }
        if self.facing {
            targets = self.unseen(targets);
        }
        targets
    }

    #[inline(always)]
    fn king_may_stand(&self, to: usize) -> bool {
        let after = self.occupied ^ Bits::single(self.king) | Bits::single(to);
        self.touches(to) || !self.attacked_somehow(self.king, to, &after, Bits::ALL)
    }

    /// Whether a king on the square is next to the enemy king, in games with explosions.
    #[inline(always)]
    pub(crate) fn touches(&self, square: usize) -> bool {
        let other = self.position.royal[self.us ^ 1];
        self.blast()
            .is_some_and(|blast| other != NO_ROYAL && blast.around.at(square).has(other as usize))
    }

    /// Whether the opponent attacks a square with pieces of any kind after a move of the piece on `mover`.
    #[inline(always)]
    fn attacked_somehow(
        &self,
        mover: usize,
        target: usize,
        occupied: &Bits<N>,
        among: Bits<N>,
    ) -> bool {
        let (position, them) = (self.position, self.us & 1 ^ 1);
        self.attacked(target, occupied, among)
            || X::HAS_SPECIAL_RULES
                && self.tables.rare
                && position.screened_attack(self.tables, them, target, occupied, among)
            || self.imitators_attack(mover, target, occupied, among)
    }

    /// Whether the path of a castling is safe.
    #[inline(never)]
    pub(super) fn may_castle(&self, castling: &CastlingTable) -> bool {
        let (king, home) = (castling.from, Bits::single(castling.from));
        if !self.royal && !(self.position).is_last_piece(self.tables, self.us & 1, king) {
            return true;
        }
        let gone = if castling.by_files { Bits::NONE } else { home };
        let safe = |square: usize, after: &Bits<N>| {
            self.touches(square)
                || !self.attacked(square, after, Bits::ALL)
                    && !self.imitators_attack(king, square, after, Bits::ALL)
        };
        let during = |square: usize| self.occupied.without(gone) | Bits::single(square);
        let mut after = self.occupied.without(Bits::single(castling.partner) | gone);
        after |= Bits::single(castling.to);
        if !castling.by_files {
            after |= Bits::single(castling.partner_to);
        }
        let mut passed = castling.passed.iter();
        passed.all(|square| safe(*square, &during(*square))) && safe(castling.to, &after)
    }

    /// Whether the own king survives a capture on `to` with the given occupancy after it, and the explosion.
    #[inline]
    pub(super) fn survives(&self, occupied: Bits<N>, victim: Bits<N>, to: usize) -> bool {
        if !self.royal {
            return true;
        }
        let gone = self.position.blasted(self.tables, to, occupied);
        if gone.has(self.king) {
            return false;
        }
        let other = self.position.royal[self.us ^ 1];
        other != NO_ROYAL && (gone | victim).has(other as usize)
            || self.touches(self.king)
            || !self.in_check
                && ((occupied.without(gone) ^ self.occupied) & self.scratch.watched_squares)
                    .is_empty()
            || !self.attacked(self.king, &occupied.without(gone), !(gone | victim))
    }

    /// Whether the own king is safe after an en passant capture on `to`.
    pub(super) fn may_pass(
        &self,
        after: &Bits<N>,
        victim: Bits<N>,
        from: usize,
        to: usize,
    ) -> bool {
        match self.blast() {
            Some(_) => self.survives(*after, victim, to),
            None => !self.royal || !self.attacked_somehow(from, self.king, after, !victim),
        }
    }
}
