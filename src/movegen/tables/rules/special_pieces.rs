//! Pieces with special movement: imitators, and hoppers with own-kind screens.

use crate::movegen::tables::lookups::{Attack, Bits, Kernel, Pool};
use crate::movegen::tables::paths::{
    Declined, Lists, PathCache, RawAtom, RoleAtoms, Wide, declined, role_atoms,
};
use crate::movegen::tables::role_sets::{of_kind, roles_where};
use crate::movegen::tables::sides::{Aim, kernels};
use crate::movement::Pattern;
use crate::rules::{CompiledRules, imitates};
use crate::state::{Color, Role};

/// The moves of special pieces as one role.
#[derive(Debug)]
pub(crate) struct SpecialMoves<const N: usize> {
    pub(crate) moves: Vec<(Kernel<N>, Aim)>,
    pub(crate) attacks: Vec<Attack<N>>,
}

impl<const N: usize> SpecialMoves<N> {
    fn new(atoms: &[RawAtom], group: usize, region: &Wide, pool: &mut Pool<N>) -> SpecialMoves<N> {
        let moves = kernels(atoms, pool);
        let royal = atoms.iter().filter(|atom| atom.mode.royal);
        let attacks = royal.map(|atom| pool.attack(group, &atom.lists, region));
        SpecialMoves {
            moves,
            attacks: attacks.collect(),
        }
    }
}

// Imitators: the moves of pieces that move like the piece that the opponent moved last, by imitated role.

/// The moves of imitators, by side.
#[derive(Debug)]
pub(crate) struct Imitation<const N: usize> {
    /// The group of the imitators.
    pub(crate) group: usize,
    /// Their roles as bits.
    pub(crate) imitators: u128,
    /// By side and imitated role.
    pub(crate) sides: [Vec<SpecialMoves<N>>; 2],
    /// By side, square of a royal piece and square of an imitator: the roles, as bits, by whose
    /// moves it might attack the royal piece.
    pub(crate) reach: [Vec<u64>; 2],
    pub(crate) area: usize,
}

/// The roles that imitate, as bits.
pub(crate) fn imitators(rules: &CompiledRules) -> u128 {
    roles_where(rules, |role| imitates(rules, role))
}

impl<const N: usize> Imitation<N> {
    pub(crate) fn new(
        rules: &CompiledRules,
        group: usize,
        regions: &[Wide; 2],
        cache: &mut PathCache,
        pool: &mut Pool<N>,
    ) -> Result<Imitation<N>, Declined> {
        let area = rules.shape.area();
        let mut sides = [Vec::new(), Vec::new()];
        let mut reach = [vec![0; area * area], vec![0; area * area]];
        for color in Color::ALL {
            let region = &regions[color.opponent().index()];
            for number in 0..rules.roles.len() {
                let role = Role::new(number);
                let RoleAtoms { atoms, .. } =
                    role_atoms(rules, role, rules.role(role).imitable(), color, cache)?;
                for atom in atoms.iter().filter(|atom| atom.mode.royal) {
                    note(&mut reach[color.index()], &atom.lists, number, area);
                }
                sides[color.index()].push(SpecialMoves::new(&atoms, group, region, pool));
            }
        }
        Ok(Imitation {
            group,
            imitators: imitators(rules),
            sides,
            reach,
            area,
        })
    }

    /// Whether some imitators of a side attack `target` as a role.
    pub(crate) fn attack(
        &self,
        side: usize,
        role: usize,
        target: usize,
        occupied: &Bits<N>,
        imitators: Bits<N>,
    ) -> bool {
        let mut attacks = self.sides[side][role].attacks.iter();
        attacks.any(|attack| {
            let sources = *attack.table.reach.at(target) & imitators;
            attack.hits(target, occupied, sources)
        })
    }
}

/// Records the targets of a role.
fn note(reach: &mut [u64], lists: &Lists, role: usize, area: usize) {
    for (from, list) in lists.iter().enumerate() {
        for path in list {
            reach[path.to as usize * area + from] |= 1 << role;
        }
    }
}

// Own-kind screens: hoppers that can neither jump over nor capture their own kind, such as the cannons of
// Janggi.

/// The moves of such pieces, by side.
#[derive(Debug)]
pub(crate) struct OwnKindScreens<const N: usize> {
    pub(crate) group: usize,
    /// As if the pieces were not restricted.
    pub(crate) sides: [SpecialMoves<N>; 2],
}

/// The role with own-kind screens, if any.
pub(crate) fn screened_role(rules: &CompiledRules) -> Result<Option<Role>, Declined> {
    let mut roles = (0..rules.roles.len()).map(Role::new);
    let Some(role) = roles.find(|role| rules.blocking_kind(*role).is_some()) else {
        return Ok(None);
    };
    let no = |why: &str| {
        Err(Declined(format!(
            "pieces neither jump over nor capture their own kind, and {why}"
        )))
    };
    if roles.any(|role| rules.blocking_kind(role).is_some())
        || rules.blocking_kind(role).map(|kind| of_kind(rules, kind)) != Some(1 << role.index())
        || rules.role(role).royal
    {
        return no("there are several of that kind, or royal ones");
    }
    let castles = |role: &crate::rules::RoleRules| {
        let mut patterns = role.moves.iter().map(|role_move| &role_move.pattern);
        patterns.any(|pattern| matches!(pattern, Pattern::Castle(_)))
    };
    if rules.promotes()
        || rules.facts.forbids_dead_ends
        || rules.facts.castling.is_some()
        || rules.facts.drops.is_some()
        || rules.facts.gating.is_some()
        || rules.facts.captures.blast.is_some()
        || (rules.roles.iter()).any(|role| role.promotion.is_some() || castles(role))
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
                other_number == number || other.to != path.to || (other.occupied & path.empty).any()
            })
        })
    })
}

impl<const N: usize> OwnKindScreens<N> {
    pub(crate) fn new(
        atoms: &[RoleAtoms; 2],
        group: usize,
        regions: &[Wide; 2],
        pool: &mut Pool<N>,
    ) -> Result<OwnKindScreens<N>, Declined> {
        let both = || atoms.iter().flat_map(|role| &role.atoms);
        if atoms.iter().any(|role| !role.marks.is_empty())
            || both().any(|atom| atom.mode.en_passant || !are_told_apart(&atom.lists))
        {
            return declined("pieces that shun their own kind go one way over different pieces");
        }
        let sides = [0, 1].map(|side: usize| {
            SpecialMoves::new(&atoms[side].atoms, group, &regions[side ^ 1], pool)
        });
        Ok(OwnKindScreens { group, sides })
    }
}
