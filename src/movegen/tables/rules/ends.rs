//! Tests after a move: ends of the game by the number of pieces, passes, facing kings and forbidden checks.

use std::rc::Rc;

use crate::definition::{CheckRules, ChecksAllowed};
use crate::movegen::tables::lookups::{Attack, Pool};
use crate::movegen::tables::paths::{Declined, declined, open_lines};
use crate::movegen::tables::role_sets::{of_kind, of_roles, of_set, roles_where};
use crate::movement::Pattern;
use crate::rules::{CompiledRules, Lack, LastRoyal, WhoLacks};
use crate::state::Role;

use super::walls::NOWHERE;

// Ends of the game by the number of pieces, built-in or by rules.

/// An end by the number of pieces.
#[derive(Debug)]
pub(crate) struct LackTable {
    /// The group of the counted pieces by side; `None` for all.
    pub(crate) groups: [Option<usize>; 2],
    /// By side: whether the royal piece is in the group but does not count.
    pub(crate) but_royal: [bool; 2],
    pub(crate) who: WhoLacks,
    pub(crate) limit: u32,
    /// A side with more than this on the board is not affected.
    pub(crate) few: u32,
    /// Further conditions if a side has few on the board.
    pub(crate) more: Option<Box<More>>,
}

/// Counts that need no group: all pieces, or all but the single royal one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CountedPieces {
    All,
    Others,
}

/// Further conditions in addition to a side's pieces on the board.
#[derive(Debug)]
pub(crate) struct More {
    /// By side: the hand slots of counted pieces.
    pub(crate) slots: [Vec<u8>; 2],
    pub(crate) others: [u16; 2],
}

/// By side: the counts that need no group.
fn without_group(rules: &CompiledRules, lack: &Lack) -> [Option<CountedPieces>; 2] {
    let all = (0..rules.roles.len()).map(Role::new);
    let (royal, others): (Vec<Role>, Vec<Role>) = all.partition(|role| rules.role(*role).royal);
    let others = of_roles(&others);
    lack.kinds.each_ref().map(|kinds| {
        let counting = of_roles(kinds);
        if counting == others | of_roles(&royal) {
            Some(CountedPieces::All)
        } else {
            (royal.len() == 1 && counting == others).then_some(CountedPieces::Others)
        }
    })
}

/// The sets of roles that these ends need as groups.
pub(super) fn groups_of_lacks(rules: &CompiledRules) -> Vec<u128> {
    let mut wanted = Vec::new();
    for lack in &rules.facts.lacks {
        let groups = without_group(rules, lack).into_iter().zip(&lack.kinds);
        let groups = groups.filter(|(counted, _)| counted.is_none());
        wanted.extend(groups.map(|(_, kinds)| of_roles(kinds)));
    }
    wanted
}

/// Compiles these ends; `slots` are the hand slots of roles.
pub(super) fn compile_lacks(
    rules: &CompiledRules,
    slots: &[u8],
    group_of: &impl Fn(u128) -> usize,
) -> Vec<LackTable> {
    let in_hand = |kinds: &Vec<Role>| -> Vec<u8> {
        let slots = kinds.iter().map(|role| slots[role.index()]);
        slots.filter(|slot| *slot != NOWHERE).collect()
    };
    let compiled = |lack: &Lack| {
        let counted = without_group(rules, lack);
        let group = |side: usize| {
            let is_group = counted[side].is_none();
            is_group.then(|| group_of(of_roles(&lack.kinds[side])))
        };
        let but_royal = counted.map(|counted| counted == Some(CountedPieces::Others));
        let more = More {
            slots: if lack.hands {
                lack.kinds.each_ref().map(in_hand)
            } else {
                Default::default()
            },
            others: lack.others,
        };
        LackTable {
            groups: [group(0), group(1)],
            but_royal,
            few: u32::from(lack.limit) + u32::from(but_royal.contains(&true)),
            who: lack.who,
            limit: lack.limit.into(),
            more: (lack.hands || lack.others != [0; 2]).then(|| Box::new(more)),
        }
    };
    rules.facts.lacks.iter().map(compiled).collect()
}

// Passes and facing kings.

/// The rules of passes and facing kings.
#[derive(Debug)]
pub(crate) struct Passing<const N: usize> {
    pub(crate) rule: crate::rules::Passing,
    /// The lines of facing kings, if facing kings end the game.
    pub(crate) facing: Option<Attack<N>>,
}

/// Declines unsupported rules of passes and facing kings.
pub(super) fn check_passing(rules: &CompiledRules) -> Result<(), Declined> {
    let castles = || {
        let moves = rules.roles.iter().flat_map(|role| &role.moves);
        let mut patterns = moves.map(|role_move| &role_move.pattern);
        rules.facts.castling.is_some()
            || patterns.any(|pattern| matches!(pattern, Pattern::Castle(_)))
    };
    let more = || castles() || rules.facts.gating.is_some() || rules.facts.captures.blast.is_some();
    if rules.facts.passing.is_allowed() && more() {
        return declined("players may pass, and castle or more");
    }
    if rules.facts.checks.bikjang && (more() || rules.facts.checks.flying_generals) {
        return declined("facing kings end the game, and castle or more");
    }
    Ok(())
}

impl<const N: usize> Passing<N> {
    /// The rules of a variant, if it has any of these.
    pub(crate) fn new(
        rules: &CompiledRules,
        has_royal: bool,
        pool: &mut Pool<N>,
    ) -> Option<Passing<N>> {
        let passing = rules.facts.passing;
        let matters = passing.is_allowed() || passing.twice_ends || rules.facts.checks.bikjang;
        matters.then(|| Passing {
            rule: passing,
            facing: (rules.facts.checks.bikjang && has_royal).then(|| {
                let lists = Rc::new(open_lines(rules));
                Attack {
                    group: 0,
                    kernel: pool.kernel(&lists),
                    table: pool.table(&lists, &rules.shape.squares().collect()),
                }
            }),
        })
    }
}

// Post-move checks: rules that test the position after a move, about forbidden checks, pseudo-royal pieces
// and captures of the own kind.

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
    let last = rules.facts.last_royal.as_ref();
    last.filter(|_| rules.facts.captures.blast.is_none())
}

/// Whether pieces other than royal ones may have to be safe.
pub(crate) fn guards_commoners(rules: &CompiledRules) -> bool {
    last_pieces(rules).is_some() || rules.facts.goals.iter().any(|goal| goal.safe)
}

impl PostMoveChecks {
    /// The tests of a variant, if it has any.
    pub(crate) fn new(
        rules: &CompiledRules,
        group_of: &impl Fn(u128) -> usize,
    ) -> Result<Option<PostMoveChecks>, Declined> {
        let CheckRules { allowed, .. } = rules.facts.checks;
        let no_checks = allowed.map(|allowed| allowed == ChecksAllowed::None);
        let no_checks_by_drops = (rules.facts.drops.as_ref()).is_some_and(|drops| !drops.may_check);
        let last = last_pieces(rules).map(|last| LastPieces {
            kinds: (last.kinds.iter())
                .map(|kind| {
                    let roles = of_roles(kind);
                    (group_of(roles), roles)
                })
                .collect(),
            count: last.limit.into(),
            duple: last.together,
            turned: roles_where(rules, |role| rules.facts.paired_promotion.is_target(role)),
        });
        let own = of_set(rules, rules.facts.captures.immune_to_own);
        let roles = (0..rules.roles.len()).map(Role::new);
        let own = roles.filter(|role| own >> role.index() & 1 != 0);
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
        let passes_last = rules.facts.passing.stalemate.contains(&true);
        let from_hand = rules
            .facts
            .gating
            .as_ref()
            .is_some_and(|gating| gating.from_hand);
        if rules.facts.captures.mandatory || passes_last {
            return declined("duties depend on moves that are tested");
        }
        if asks_of_attacks
            && (rules.facts.captures.blast.is_some()
                || rules.facts.checks.bikjang
                || from_hand
                || rules.has_imitating_pieces
                || (0..rules.roles.len())
                    .any(|role| rules.blocking_kind(Role::new(role)).is_some()))
        {
            return declined("checks are restricted where attacks depend on more than pieces");
        }
        Ok(Some(tests))
    }
}
