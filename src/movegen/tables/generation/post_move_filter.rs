//! Filter of generated moves by post-move checks.
//!
//! Moves are generated without these rules and then tested. Usually a move changes no square on which a
//! relevant attack depends and needs no further test; the others are made.

use crate::movegen::tables::lookups::Bits;
use crate::movegen::tables::position::{
    EncodedMove, NO_ROYAL, PackedPosition, PositionState, Root, kind,
};
use crate::movegen::tables::rules::PostMoveChecks;
use crate::movegen::tables::table_set::Tables;

/// Removes the moves from index `first` on that fail a test.
#[inline(never)]
pub(super) fn retain_tested<const N: usize, const G: usize, X: PositionState<N>>(
    tables: &Tables<N>,
    root: &Root<N>,
    position: &PackedPosition<N, G, X>,
    moves: &mut Vec<EncodedMove>,
    first: usize,
) {
    let Some(tests) = &tables.special_rules.tests else {
        return;
    };
    let judge = PostMoveCheck::new(tables, tests, position);
    let failed = moves.extract_if(first.., |mv| !judge.permits(tables, root, *mv));
    failed.for_each(drop);
}

/// A position with the data for tests of its moves.
struct PostMoveCheck<'a, const N: usize, const G: usize, X> {
    tests: &'a PostMoveChecks,
    position: &'a PackedPosition<N, G, X>,
    us: usize,
    /// Pseudo-royal pieces by side.
    last: [Bits<N>; 2],
    /// All own pieces that count against extinction.
    counted: Bits<N>,
    /// Whether the own pseudo-royal pieces are currently safe, and the squares on which that depends.
    is_safe: bool,
    watched_squares: Bits<N>,
    /// The enemy king, and the squares on which discovered checks to it depend.
    king: usize,
    watched_by_king: Bits<N>,
}

impl<'a, const N: usize, const G: usize, X: PositionState<N>> PostMoveCheck<'a, N, G, X> {
    fn new(
        tables: &Tables<N>,
        tests: &'a PostMoveChecks,
        position: &'a PackedPosition<N, G, X>,
    ) -> PostMoveCheck<'a, N, G, X> {
        let us = usize::from(position.turn & 1);
        let mut judge = PostMoveCheck {
            tests,
            position,
            us,
            last: [Bits::NONE; 2],
            counted: Bits::NONE,
            is_safe: true,
            watched_squares: Bits::NONE,
            king: usize::from(position.royal[us ^ 1]),
            watched_by_king: Bits::NONE,
        };
        if let Some(last) = &tests.last {
            judge.last = [0, 1].map(|side| position.last_pieces(last, side));
            for (group, _) in &last.kinds {
                judge.counted |= position.groups[us][group & (G - 1)];
            }
            judge.is_safe = !position.are_attacked(tables, last, us);
            let all = if last.duple {
                judge.counted
            } else {
                judge.last[us]
            };
            all.each(|square| {
                judge.watched_squares |= position.watched_squares(tables, us ^ 1, square);
            });
        }
        if judge.minds_checks(true) {
            judge.watched_by_king = position.watched_squares(tables, us, judge.king);
        }
        judge
    }

    /// Whether checks by moves, or at least by drops, are forbidden and possible.
    fn minds_checks(&self, drops: bool) -> bool {
        let PostMoveChecks {
            no_checks,
            no_checks_by_drops,
            ..
        } = self.tests;
        usize::from(NO_ROYAL) != self.king && (no_checks[self.us] || drops && *no_checks_by_drops)
    }

    fn permits(&self, tables: &Tables<N>, root: &Root<N>, mv: EncodedMove) -> bool {
        let position = self.position;
        let to = mv.to();
        let drops = mv.kind() == kind::DROP;
        let walks = !drops && !matches!(mv.kind(), kind::CASTLE | kind::PASS);
        let role = position.cell(mv.from()).wrapping_sub(1);
        if walks && !self.tests.own_kinds.is_empty() && position.cell(to) != 0 {
            let victim = position.cell(to) - 1;
            let mut kinds = self.tests.own_kinds.iter();
            if kinds.any(|kind| kind >> role & 1 != 0 && kind >> victim & 1 != 0) {
                return false;
            }
        }
        let asks_of_last = self.tests.last.is_some();
        let minds_checks = self.minds_checks(drops);
        if !asks_of_last && !minds_checks {
            return true;
        }
        let is_plain = matches!(mv.kind(), kind::PLAIN | kind::MARKING);
        let (from, at) = (mv.from(), Bits::single(to));
        let ends = if drops { at } else { at | Bits::single(from) };
        let changes = |watched_squares: &Bits<N>| (ends & *watched_squares).any();
        let is_same = !asks_of_last
            || (is_plain || drops && !self.counts(mv.extra()))
                && !changes(&self.watched_squares)
                && !changes(&self.counted)
                && !self.last[self.us ^ 1].has(to);
        if is_same && !self.is_safe {
            return false;
        }
        if is_same && !minds_checks {
            return true;
        }
        if is_same && (is_plain || drops) && !changes(&self.watched_by_king) {
            let role = if drops { mv.extra() } else { role.into() };
            let mut occupied = position.colors[0] | position.colors[1] | at;
            if !drops {
                occupied = occupied.without(Bits::single(from));
            }
            return !self.checks_from(tables, role, at, occupied);
        }
        let mut after = *position;
        after.play(tables, root, mv);
        let occupied = after.colors[0] | after.colors[1];
        if minds_checks && after.attacks(tables, self.us, self.king, &occupied, Bits::ALL) {
            return false;
        }
        !asks_of_last || self.leaves_last_pieces_safe(tables, root, mv, &after)
    }

    /// Whether a piece of a role attacks the enemy king from a square.
    fn checks_from(&self, tables: &Tables<N>, role: usize, at: Bits<N>, occupied: Bits<N>) -> bool {
        let mut groups = [Bits::NONE; G];
        let mut mask = tables.groups[role];
        while mask != 0 {
            groups[mask.trailing_zeros() as usize & (G - 1)] = at;
            mask &= mask - 1;
        }
        let attacks = &tables.sides[self.us].attacks;
        attacks.meet(&groups, self.king, &occupied, Bits::ALL)
    }

    fn counts(&self, role: usize) -> bool {
        let last = self.tests.last.iter();
        let mut kinds = last.flat_map(|last| &last.kinds);
        kinds.any(|(_, roles)| roles >> role & 1 != 0)
    }

    /// Whether the own pseudo-royal pieces are safe after a move.
    fn leaves_last_pieces_safe(
        &self,
        tables: &Tables<N>,
        root: &Root<N>,
        mv: EncodedMove,
        after: &PackedPosition<N, G, X>,
    ) -> bool {
        let (Some(last), us) = (&self.tests.last, self.us) else {
            return true;
        };
        let mut ours = self.last[us];
        let mut all = self.counted;
        let from = match mv.kind() {
            kind::CASTLE => root.castlings[us][mv.extra() & 15].from,
            _ => mv.from(),
        };
        let at = Bits::single(mv.to());
        if mv.kind() == kind::DROP {
            if self.counts(mv.extra()) {
                ours |= at;
            }
        } else {
            let home = Bits::single(from);
            if (ours & home).any() {
                ours = ours.without(home) | at;
            }
            if (all & home).any() {
                all = all.without(home) | at;
            }
            if let Some(new) = mv.promotion().filter(|new| self.counts(*new)) {
                all |= at;
                if last.turned >> new & 1 == 0 {
                    let kinds = last.kinds.iter();
                    for (group, _) in kinds.filter(|(_, roles)| roles >> new & 1 != 0) {
                        let same = self.position.groups[us][group & (G - 1)];
                        if same.count() > last.count {
                            ours = ours.without(same);
                        } else {
                            ours |= at;
                        }
                    }
                }
            }
        }
        let occupied = after.colors[0] | after.colors[1];
        if ours.without(occupied).any() {
            return false;
        }
        let hit = |square| after.attacks(tables, us ^ 1, square, &occupied, Bits::ALL);
        if self.last[us ^ 1].without(occupied).is_empty() && ours.any_of(hit) {
            return false;
        }
        !last.duple || all.is_empty() || all.any_of(|square| !hit(square))
    }
}
