//! Post-move checks: rules that test the position after a move, about forbidden checks, pseudo-royal pieces
//! and captures of the own kind.

use crate::definition::{CheckRules, ChecksAllowed};
use crate::movegen::tables::paths::{Declined, declined};
use crate::movegen::tables::role_sets::{of_kind, of_roles, of_set};
use crate::rules::{CompiledRules, LastRoyal};
use crate::state::Role;

/// The rules that are tested.
#[derive(Debug)]
pub(crate) struct PostMoveChecks {
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
fn last_pieces(rules: &CompiledRules) -> Option<&LastRoyal> {
    let last = rules.last_royal();
    last.filter(|_| rules.captures().blast.is_none())
}

/// Whether pieces other than royal ones may have to be safe.
pub(crate) fn guards_commoners(rules: &CompiledRules) -> bool {
    last_pieces(rules).is_some() || rules.goals().iter().any(|goal| goal.safe)
}

impl PostMoveChecks {
    /// The tests of a variant, if it has any.
    pub(crate) fn new(
        rules: &CompiledRules,
        group_of: &impl Fn(u128) -> usize,
    ) -> Result<Option<PostMoveChecks>, Declined> {
        let CheckRules { allowed, .. } = *rules.checks();
        let no_checks = allowed.map(|allowed| allowed == ChecksAllowed::None);
        let no_checks_by_drops = (rules.drops()).is_some_and(|drops| !drops.may_check);
        let roles = || (0..rules.roles.len()).map(Role::new);
        let last = last_pieces(rules).map(|last| LastPieces {
            kinds: (last.kinds.iter())
                .map(|kind| {
                    let roles = of_roles(kind);
                    (group_of(roles), roles)
                })
                .collect(),
            count: last.limit.into(),
            duple: last.together,
            turned: roles()
                .filter(|role| rules.paired_promotion().is_target(*role))
                .fold(0, |set, role| set | 1 << role.index()),
        });
        let own = of_set(rules, rules.captures().immune_to_own);
        let own = roles().filter(|role| own >> role.index() & 1 != 0);
        let mut own_kinds: Vec<u128> = own
            .filter_map(|role| rules.kind(role))
            .map(|kind| of_kind(rules, kind))
            .collect();
        own_kinds.dedup();
        let tests = PostMoveChecks {
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
        let passes_last = rules.passing().stalemate.contains(&true);
        let from_hand = rules.gating().is_some_and(|gating| gating.from_hand);
        if rules.captures().mandatory || passes_last {
            return declined("duties depend on moves that are tested");
        }
        if asks_of_attacks
            && (rules.captures().blast.is_some()
                || rules.checks().bikjang
                || from_hand
                || rules.has_imitating_pieces()
                || (0..rules.roles.len())
                    .any(|role| rules.blocking_kind(Role::new(role)).is_some()))
        {
            return declined("checks are restricted where attacks depend on more than pieces");
        }
        Ok(Some(tests))
    }
}
