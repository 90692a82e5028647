//! Own-kind screens: hoppers that can neither jump over nor capture their own kind, such as the cannons of
//! Janggi.
//!
//! A path over mounts is open to such a piece if it is open both on the board and on the board without its
//! kind: then no mount is of the kind, and no other condition differs. Their targets are thus the
//! intersection of two lookups. Whether an own piece may interpose depends on its kind, so each path has two
//! constraints.

use std::rc::Rc;

use super::atoms::{Declined, Lists, RoleAtoms, Wide, meets};
use super::attacks::{Attack, Needs};
use super::bits::Bits;
use super::constraints::Constraint;
use super::generate::Generator;
use super::kernel::{Kernel, Targets};
use super::pool::Pool;
use super::position::PackedPosition;
use super::position_state::PositionState;
use super::rule_tables::of_kind;
use super::side::{Aim, aim};
use super::sink::Sink;
use super::table_set::Tables;
use crate::movement::Pattern;
use crate::rules::CompiledRules;
use crate::state::Role;

/// The moves of such pieces, by side.
#[derive(Debug)]
pub(crate) struct OwnKindScreens<const N: usize> {
    pub(crate) group: usize,
    pub(super) sides: [ScreenedSide<N>; 2],
}

/// The moves of one side's pieces, as if without restriction.
#[derive(Debug)]
pub(super) struct ScreenedSide<const N: usize> {
    pub(super) moves: Vec<(Kernel<N>, Aim)>,
    attacks: Vec<Attack<N>>,
    /// Reversed: from a square to the pieces that could capture on it.
    pub(super) captures: Vec<Kernel<N>>,
}

/// The role with own-kind screens, if any.
pub(super) fn screened_role(book: &CompiledRules) -> Result<Option<Role>, Declined> {
    let mut roles = (0..book.roles.len()).map(Role::new);
    let Some(role) = roles.find(|role| book.blocking_kind(*role).is_some()) else {
        return Ok(None);
    };
    let no = |why: &str| {
        Err(Declined(format!(
            "pieces neither jump over nor capture their own kind, and {why}"
        )))
    };
    if roles.any(|role| book.blocking_kind(role).is_some())
        || book.blocking_kind(role).map(|kind| of_kind(book, kind)) != Some(1 << role.index())
        || book.role(role).royal
    {
        return no("there are several of that kind, or royal ones");
    }
    let castles = |role: &crate::rules::RoleRules| {
        let mut patterns = role.moves.iter().map(|role_move| &role_move.pattern);
        patterns.any(|pattern| matches!(pattern, Pattern::Castle(_)))
    };
    if book.promotes()
        || book.forbids_dead_ends()
        || book.castling().is_some()
        || book.drops().is_some()
        || book.gating().is_some()
        || book.captures().blast.is_some()
        || (book.roles.iter()).any(|role| role.promotion.is_some() || castles(role))
    {
        return no("pieces change, come or castle");
    }
    Ok(Some(role))
}

/// Whether an open path and a path to the same square that is open after pieces were removed are always the
/// same path.
fn are_told_apart(lists: &Lists) -> bool {
    lists.iter().all(|list| {
        list.iter().enumerate().all(|(number, path)| {
            let mut others = list.iter().enumerate();
            others.all(|(other_number, other)| {
                other_number == number || other.to != path.to || meets(&other.occupied, &path.empty)
            })
        })
    })
}

impl<const N: usize> OwnKindScreens<N> {
    pub(super) fn new(
        atoms: &[RoleAtoms; 2],
        group: usize,
        regions: &[Wide; 2],
        pool: &mut Pool<N>,
    ) -> Result<OwnKindScreens<N>, Declined> {
        let both = || atoms.iter().flat_map(|role| &role.atoms);
        if atoms.iter().any(|role| !role.marks.is_empty())
            || both().any(|atom| atom.mode.en_passant || !are_told_apart(&atom.lists))
        {
            return Err(Declined(
                "pieces that their own kind blocks go one way over different pieces".to_owned(),
            ));
        }
        let sides = [0, 1].map(|side: usize| {
            let all = &atoms[side].atoms;
            let moves = all.iter().filter_map(|atom| {
                let aim = aim(atom.mode)?;
                Some((pool.kernel(&atom.lists), aim))
            });
            let moves = moves.collect();
            let royal = all.iter().filter(|atom| atom.mode.royal);
            let attacks = royal.map(|atom| Attack {
                group,
                kernel: pool.reverse_kernel(&atom.lists),
                table: pool.table(&Rc::clone(&atom.lists), &regions[side ^ 1]),
            });
            let attacks = attacks.collect();
            let captures = all.iter().filter(|atom| atom.mode.capture);
            let captures = captures.map(|atom| pool.reverse_kernel(&atom.lists));
            ScreenedSide {
                moves,
                attacks,
                captures: captures.collect(),
            }
        });
        Ok(OwnKindScreens { group, sides })
    }
}

impl<const N: usize, const G: usize, X: PositionState<N>> PackedPosition<N, G, X> {
    /// Whether pieces with own-kind screens on `among` attack `target` with the given occupancy.
    #[inline(never)]
    pub(super) fn screened_attack(
        &self,
        tables: &Tables<N>,
        side: usize,
        target: usize,
        occupied: &Bits<N>,
        among: Bits<N>,
    ) -> bool {
        let rules = tables.special_rules.as_deref();
        let Some(screens) = rules.and_then(|rules| rules.own_kind_screens.as_ref()) else {
            return false;
        };
        let group = screens.group & (G - 1);
        let screened = self.groups[side][group] & among;
        let others = occupied.without(self.groups[0][group] | self.groups[1][group]);
        screens.sides[side].attacks.iter().any(|attack| {
            let sources = *attack.table.reach.at(target) & screened;
            sources.any() && {
                let first = attack.kernel.targets(target, occupied) & sources;
                first.any() && (attack.kernel.targets(target, &others) & first).any()
            }
        })
    }
}

impl<const N: usize, const G: usize, X: PositionState<N>> Generator<'_, N, G, X> {
    /// The own and the enemy pieces with own-kind screens, and their moves.
    #[inline(always)]
    fn own_kind_screens(&self) -> Option<(&OwnKindScreens<N>, [Bits<N>; 2])> {
        let rules = self.tables.special_rules.as_deref()?;
        let screens = rules.own_kind_screens.as_ref()?;
        let group = screens.group & (G - 1);
        Some((screens, [self.our_groups[group], self.their_groups[group]]))
    }

    /// Collects the constraints of their paths to the own royal piece.
    pub(super) fn constrain_screened(&mut self) {
        let Some((screens, [ours, theirs])) = self.own_kind_screens() else {
            return;
        };
        let others = self.occupied.without(ours | theirs);
        let mut found: Vec<(Constraint<N>, Option<Constraint<N>>, bool)> = Vec::new();
        let mut leapers = Bits::NONE;
        for attack in &screens.sides[self.us & 1 ^ 1].attacks {
            let sources = *attack.table.reach.at(self.king) & theirs;
            if attack.table.is_free() {
                leapers |= sources;
                continue;
            }
            sources.each(|source| {
                for needs in attack.table.needs(self.king, source) {
                    found.extend(self.demand_of_screened(needs, source, others));
                }
            });
        }
        if leapers.any() {
            let bound = self.allowed;
            self.leapt_on(leapers);
            self.allowed &= bound;
        }
        for (all_but_ours, of_ours, checks) in found {
            self.in_check |= checks;
            self.bind_all(all_but_ours);
            self.scratch.of_screened.extend(of_ours);
        }
    }

    /// The constraints of a path over mounts on all other pieces and on own pieces of the kind, and whether
    /// it is open.
    fn demand_of_screened(
        &self,
        needs: &Needs<N>,
        source: usize,
        others: Bits<N>,
    ) -> Option<(Constraint<N>, Option<Constraint<N>>, bool)> {
        let blockers = needs.empty & self.occupied;
        let missing = needs.occupied.without(others);
        if blockers.without(self.own).any() || blockers.is_many() || missing.is_many() {
            return None;
        }
        let way = needs.empty | Bits::single(source);
        let is_open = blockers.is_empty();
        // A piece of the kind also closes the path by capturing the mount.
        let (goal, goal_of_screened) = if missing.any() {
            (!missing, None)
        } else {
            (way, Some(way | needs.occupied))
        };
        let constraint = |goal: Bits<N>, mounts: Bits<N>| {
            if is_open {
                Constraint::new(mounts, Bits::ALL, goal)
            } else {
                Constraint::new(blockers, goal, Bits::ALL)
            }
        };
        Some((
            constraint(goal, needs.occupied & others & self.own),
            goal_of_screened.map(|goal| constraint(goal, Bits::NONE)),
            is_open && missing.is_empty(),
        ))
    }

    /// The moves of own pieces with own-kind screens.
    #[inline(never)]
    pub(super) fn screened_moves(&self, sink: &mut impl Sink<N>) {
        let Some((screens, [ours, theirs])) = self.own_kind_screens() else {
            return;
        };
        let all = ours | theirs;
        let others = self.occupied.without(all);
        ours.each(|from| {
            let allowed = self.allowed_for_screened(from).without(all);
            for (kernel, aim) in &screens.sides[self.us & 1].moves {
                let mask = self.aims[*aim as usize] & allowed;
                let targets = kernel.targets(from, &self.occupied) & mask;
                if targets.any() {
                    sink.plain(from, targets & kernel.targets(from, &others));
                }
            }
        });
    }
}
