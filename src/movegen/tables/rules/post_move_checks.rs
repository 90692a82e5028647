//! Post-move checks: rules that test the position after a move, about forbidden checks, pseudo-royal pieces
//! and captures of the own kind.

use crate::definition::{CheckRules, ChecksAllowed};
use crate::movegen::tables::paths::{Declined, declined};
use crate::movegen::tables::role_sets::{of_kind, of_roles, of_set};
use crate::rules::{CompiledRules, LastRoyal};
use crate::state::Role;

/// The rules that are tested.
#[derive(Debug)]
pub(crate) struct TestsAfter {
    /// By side: whether its moves must not give check.
    pub(crate) no_checks: [bool; 2],
    /// Whether drops must not give check.
    pub(crate) no_checks_by_drops: bool,
    pub(crate) last: Option<LastPieces>,
    /// Sets of roles, as bits, that cannot capture each other.
    pub(crate) own_kinds: Vec<u128>,
}

/// Pseudo-royal pieces: royal while they are the last of their kind.
#[derive(Debug)]
pub(crate) struct LastPieces {
    /// The groups and roles of kinds.
    pub(crate) kinds: Vec<(usize, u128)>,
    /// They are royal if at most one more is left.
    pub(crate) count: u32,
    /// Whether a simultaneous attack on all of them is check too.
    pub(crate) duple: bool,
    /// Roles, as bits, that result from paired promotion.
    pub(crate) turned: u128,
}

/// The extinction rule, unless captures explode.
fn last_pieces(book: &CompiledRules) -> Option<&LastRoyal> {
    let last = book.last_royal();
    last.filter(|_| book.captures().blast.is_none())
}

/// Whether pieces other than royal ones may have to be safe.
pub(crate) fn guards_commoners(book: &CompiledRules) -> bool {
    last_pieces(book).is_some() || book.goals().iter().any(|goal| goal.safe)
}

impl TestsAfter {
    /// The tests of a variant, if it has any.
    pub(crate) fn new(
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
