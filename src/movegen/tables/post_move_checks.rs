//! Post-move checks: rules that test the position after a move, about forbidden checks, pseudo-royal pieces
//! and captures of the own kind.
//!
//! Moves are generated without these rules and then tested. Usually a move changes no square on which a
//! relevant attack depends and needs no further test; the others are made.

use super::atoms::Declined;
use super::bits::Bits;
use super::castlings::Root;
use super::position::{EncodedMove, NO_ROYAL, PackedPosition, kind};
use super::position_state::PositionState;
use super::rule_tables::{RuleTables, declined, of_kind, of_roles, of_set};
use super::table_set::Tables;
use crate::definition::{CheckRules, ChecksAllowed};
use crate::rules::{CompiledRules, LastRoyal};
use crate::state::Role;

/// The rules that are tested.
#[derive(Debug)]
pub(crate) struct TestsAfter {
    /// By side: whether its moves must not give check.
    no_checks: [bool; 2],
    /// Whether drops must not give check.
    no_checks_by_drops: bool,
    pub(super) last: Option<LastPieces>,
    /// Sets of roles, as bits, that cannot capture each other.
    own_kinds: Vec<u128>,
}

/// Pseudo-royal pieces: royal while they are the last of their kind.
#[derive(Debug)]
pub(super) struct LastPieces {
    /// The groups and roles of kinds.
    kinds: Vec<(usize, u128)>,
    /// They are royal if at most one more is left.
    count: u32,
    /// Whether a simultaneous attack on all of them is check too.
    duple: bool,
    /// Roles, as bits, that result from paired promotion.
    turned: u128,
}

/// The extinction rule, unless captures explode.
fn last_pieces(book: &CompiledRules) -> Option<&LastRoyal> {
    let last = book.last_royal();
    last.filter(|_| book.captures().blast.is_none())
}

/// Whether pieces other than royal ones may have to be safe.
pub(super) fn guards_commoners(book: &CompiledRules) -> bool {
    last_pieces(book).is_some() || book.goals().iter().any(|goal| goal.safe)
}

impl TestsAfter {
    /// The tests of a variant, if it has any.
    pub(super) fn new(
        book: &CompiledRules,
        group_of: &impl Fn(u128) -> usize,
    ) -> Result<Option<TestsAfter>, Declined> {
        let CheckRules { allowed, .. } = *book.checks();
        let no_checks = allowed.map(|allowed| allowed == ChecksAllowed::None);
        let no_checks_by_drops = (book.drops()).is_some_and(|drops| !drops.may_check);
        let roles = || (0..book.roles.len()).map(Role::new);
        let last = last_pieces(book).map(|last| LastPieces {
            kinds: (last.kinds.iter())
                .map(|kind| {
                    let roles = of_roles(kind);
                    (group_of(roles), roles)
                })
                .collect(),
            count: last.limit.into(),
            duple: last.together,
            turned: roles()
                .filter(|role| book.paired_promotion().is_target(*role))
                .fold(0, |set, role| set | 1 << role.index()),
        });
        let own = of_set(book, book.captures().immune_to_own);
        let own = roles().filter(|role| own >> role.index() & 1 != 0);
        let mut own_kinds: Vec<u128> = own
            .filter_map(|role| book.kind(role))
            .map(|kind| of_kind(book, kind))
            .collect();
        own_kinds.dedup();
        let tests = TestsAfter {
            no_checks,
            no_checks_by_drops,
            last,
            own_kinds,
        };
        let asks_of_attacks =
            tests.no_checks.contains(&true) || tests.no_checks_by_drops || tests.last.is_some();
        if !asks_of_attacks && tests.own_kinds.is_empty() {
            return Ok(None);
        }
        let passes_last = book.passing().stalemate.contains(&true);
        let from_hand = book.gating().is_some_and(|gating| gating.from_hand);
        if book.captures().mandatory || passes_last {
            return declined("duties depend on moves that are tested");
        }
        if asks_of_attacks
            && (book.captures().blast.is_some()
                || book.checks().bikjang
                || from_hand
                || book.has_imitating_pieces()
                || (0..book.roles.len()).any(|role| book.blocking_kind(Role::new(role)).is_some()))
        {
            return declined("checks are restricted where attacks depend on more than pieces");
        }
        Ok(Some(tests))
    }
}

/// Removes the moves from index `first` on that fail a test.
#[inline(never)]
pub(super) fn retain_tested<const N: usize, const G: usize, X: PositionState<N>>(
    tables: &Tables<N>,
    root: &Root<N>,
    position: &PackedPosition<N, G, X>,
    moves: &mut Vec<EncodedMove>,
    first: usize,
) {
    let rules = tables.special_rules.as_deref();
    let Some(tests) = rules.and_then(|rules| rules.tests.as_ref()) else {
        return;
    };
    let judge = PostMoveCheck::new(tables, tests, position);
    let mut kept = first;
    for index in first..moves.len() {
        let mv = moves[index];
        if judge.permits(tables, root, mv) {
            moves[kept] = mv;
            kept += 1;
        }
    }
    moves.truncate(kept);
}

/// A position with the data for tests of its moves.
struct PostMoveCheck<'a, const N: usize, const G: usize, X> {
    tests: &'a TestsAfter,
    position: &'a PackedPosition<N, G, X>,
    us: usize,
    /// Pseudo-royal pieces by side.
    last: [Bits<N>; 2],
    /// All own pieces that count against extinction.
    counted: Bits<N>,
    /// Whether the own pseudo-royal pieces are currently safe, and the squares on which that depends.
    is_safe: bool,
    concern: Bits<N>,
    /// The enemy king, and the squares on which discovered checks to it depend.
    king: usize,
    king_concern: Bits<N>,
}

impl<'a, const N: usize, const G: usize, X: PositionState<N>> PostMoveCheck<'a, N, G, X> {
    fn new(
        tables: &Tables<N>,
        tests: &'a TestsAfter,
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
            concern: Bits::NONE,
            king: usize::from(position.royal[us ^ 1]),
            king_concern: Bits::NONE,
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
            all.each(|square| judge.concern |= position.concern(tables, us ^ 1, square));
        }
        if judge.minds_checks(true) {
            judge.king_concern = position.concern(tables, us, judge.king);
        }
        judge
    }

    /// Whether checks by moves, or at least by drops, are forbidden and possible.
    fn minds_checks(&self, drops: bool) -> bool {
        let TestsAfter {
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
        let changes = |concern: &Bits<N>| (ends & *concern).any();
        let is_same = !asks_of_last
            || (is_plain || drops && !self.counts(mv.extra()))
                && !changes(&self.concern)
                && !changes(&self.counted)
                && !self.last[self.us ^ 1].has(to);
        if is_same && !self.is_safe {
            return false;
        }
        if is_same && !minds_checks {
            return true;
        }
        if is_same && (is_plain || drops) && !changes(&self.king_concern) {
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
            let new = match mv.kind() {
                kind::PROMOTE | kind::PROMOTE_FROM_HAND => Some(mv.extra()),
                kind::EN_PASSANT | kind::EN_PASSANT_FROM_HAND => mv.extra().checked_sub(1),
                _ => None,
            };
            if let Some(new) = new.filter(|new| self.counts(*new)) {
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

impl<const N: usize, const G: usize, X: PositionState<N>> PackedPosition<N, G, X> {
    /// The pseudo-royal pieces of a side.
    fn last_pieces(&self, last: &LastPieces, side: usize) -> Bits<N> {
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
    fn are_attacked(&self, tables: &Tables<N>, last: &LastPieces, side: usize) -> bool {
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
    pub(super) fn last_pieces_attacked(&self, tables: &Tables<N>, rules: &RuleTables<N>) -> bool {
        let last = rules.tests.as_ref().and_then(|tests| tests.last.as_ref());
        last.is_some_and(|last| self.are_attacked(tables, last, usize::from(self.turn & 1)))
    }

    /// Whether a piece is pseudo-royal.
    pub(super) fn is_last_piece(&self, rules: &RuleTables<N>, side: usize, square: usize) -> bool {
        let last = rules.tests.as_ref().and_then(|tests| tests.last.as_ref());
        last.is_some_and(|last| self.last_pieces(last, side).has(square))
    }

    /// The squares on which it depends whether unmoved pieces of a side attack a square.
    fn concern(&self, tables: &Tables<N>, side: usize, target: usize) -> Bits<N> {
        let attacks = &tables.sides[side].attacks;
        let mut concern = attacks.leaps.of(target, &self.groups[side]);
        attacks.paths.of(target, &self.groups[side]).each(|source| {
            let role = usize::from(self.cell(source).wrapping_sub(1));
            for attack in attacks.of_role(role) {
                for needs in attack.table.needs(target, source) {
                    concern |= needs.empty | needs.occupied | Bits::single(source);
                }
            }
        });
        concern
    }
}
