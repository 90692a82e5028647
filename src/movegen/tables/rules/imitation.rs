//! Imitators: the moves of pieces that move like the piece that the opponent moved last, by imitated role.

use crate::movegen::tables::lookups::{Attack, Bits, Kernel, Pool};
use crate::movegen::tables::paths::{Declined, Lists, PathCache, RoleAtoms, Wide, role_atoms};
use crate::movegen::tables::sides::{Aim, aim};
use crate::rules::{CompiledRules, imitates};
use crate::state::{Color, Role};

/// The moves of imitators, by side.
#[derive(Debug)]
pub(crate) struct Imitation<const N: usize> {
    /// The group of the imitators.
    pub(crate) group: usize,
    /// Their roles as bits.
    pub(crate) imitators: u128,
    /// By side and imitated role.
    pub(crate) sides: [Vec<Imitated<N>>; 2],
    /// By side, square of a royal piece and square of an imitator: the roles, as bits, by whose
    /// moves it might attack the royal piece.
    pub(crate) reach: [Vec<u64>; 2],
    pub(crate) area: usize,
}

/// The moves of an imitator as one role.
#[derive(Debug)]
pub(crate) struct Imitated<const N: usize> {
    pub(crate) moves: Vec<(Kernel<N>, Aim)>,
    pub(crate) attacks: Vec<Attack<N>>,
}

/// The roles that imitate, as bits.
pub(crate) fn imitators(rules: &CompiledRules) -> u128 {
    (0..rules.roles.len())
        .filter(|role| imitates(rules, Role::new(*role)))
        .fold(0, |set, role| set | 1 << role)
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
                    role_atoms(rules, role, rules.imitable(role), color, cache)?;
                let mut imitated = Imitated {
                    moves: Vec::new(),
                    attacks: Vec::new(),
                };
                for atom in &atoms {
                    if let Some(aim) = aim(atom.mode) {
                        imitated.moves.push((pool.kernel(&atom.lists), aim));
                    }
                    if atom.mode.royal {
                        note(&mut reach[color.index()], &atom.lists, number, area);
                        imitated.attacks.push(Attack {
                            group,
                            kernel: pool.reverse_kernel(&atom.lists),
                            table: pool.table(&atom.lists, region),
                        });
                    }
                }
                sides[color.index()].push(imitated);
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
