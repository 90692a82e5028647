//! Imitators: pieces that move like the piece that the opponent moved last.
//!
//! The attacks of an enemy imitator depend on which piece moves, so its paths to the own royal piece
//! constrain only the pieces of the imitated role.

use super::atoms::{Declined, Lists, RoleAtoms, Wide, role_atoms};
use super::attacks::Attack;
use super::bits::Bits;
use super::constraints::Constraint;
use super::generate::Generator;
use super::kernel::{Kernel, Targets};
use super::path_cache::PathCache;
use super::pool::Pool;
use super::position::PackedPosition;
use super::position_state::{PositionState, VariantState};
use super::side::{Aim, aim};
use super::sink::Sink;
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
    sides: [Vec<Imitated<N>>; 2],
    /// By side, square of a royal piece and square of an imitator: the roles, as bits, as which it might
    /// attack the royal piece.
    reach: [Vec<u64>; 2],
    area: usize,
}

/// The moves of an imitator as one role.
#[derive(Debug)]
struct Imitated<const N: usize> {
    moves: Vec<(Kernel<N>, Aim)>,
    attacks: Vec<Attack<N>>,
}

/// The roles that imitate, as bits.
pub(crate) fn imitators(book: &CompiledRules) -> u128 {
    (0..book.roles.len())
        .filter(|role| imitates(book, Role::new(*role)))
        .fold(0, |set, role| set | 1 << role)
}

impl<const N: usize> Imitation<N> {
    pub(super) fn new(
        book: &CompiledRules,
        group: usize,
        regions: &[Wide; 2],
        cache: &mut PathCache,
        pool: &mut Pool<N>,
    ) -> Result<Imitation<N>, Declined> {
        let area = book.shape.area();
        let mut sides = [Vec::new(), Vec::new()];
        let mut reach = [vec![0; area * area], vec![0; area * area]];
        for color in Color::ALL {
            let region = &regions[color.opponent().index()];
            for number in 0..book.roles.len() {
                let role = Role::new(number);
                let RoleAtoms { atoms, .. } =
                    role_atoms(book, role, book.imitable(role), color, cache)?;
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
            imitators: imitators(book),
            sides,
            reach,
            area,
        })
    }

    /// Whether some imitators of a side attack `target` as a role.
    fn attack(
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

impl<const N: usize, const G: usize, X: PositionState<N>> PackedPosition<N, G, X> {
    /// Whether the imitators of a side attack a square as the currently imitated role.
    pub(super) fn imitators_attack(
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
}

impl<const N: usize, const G: usize, X: PositionState<N>> Generator<'_, N, G, X> {
    #[inline(always)]
    fn imitation(&self) -> Option<(&Imitation<N>, &VariantState<N>)> {
        let special_rules = self.tables.special_rules.as_deref()?;
        special_rules
            .imitation
            .as_ref()
            .zip(self.position.state.variant_state())
    }

    /// The role that a piece moves as: its own, or the imitated one.
    pub(super) fn moving_role(&self, square: usize) -> Option<usize> {
        let own = self.position.cell(square).checked_sub(1)? as usize;
        match self.imitation() {
            Some((imitation, variant_state)) if imitation.imitators >> own & 1 != 0 => {
                (variant_state.imitated[self.us & 1] as usize).checked_sub(1)
            }
            _ => Some(own),
        }
    }

    /// Whether enemy imitators attack `target` after a move of the piece on `mover`.
    #[inline(always)]
    pub(super) fn imitators_attack(
        &self,
        mover: usize,
        target: usize,
        occupied: &Bits<N>,
        among: Bits<N>,
    ) -> bool {
        self.imitates && self.attack_as(self.moving_role(mover), target, occupied, among)
    }

    /// Whether enemy imitators attack `target` as a role.
    #[inline(never)]
    fn attack_as(
        &self,
        role: Option<usize>,
        target: usize,
        occupied: &Bits<N>,
        among: Bits<N>,
    ) -> bool {
        let (Some((imitation, _)), Some(role)) = (self.imitation(), role) else {
            return false;
        };
        let imitators = self.their_groups[imitation.group & (G - 1)] & among;
        imitators.any() && imitation.attack(self.us & 1 ^ 1, role, target, occupied, imitators)
    }

    /// Whether enemy imitators give check as the currently imitated role.
    pub(super) fn imitators_check(&self) -> bool {
        let role = self.imitation().and_then(|(_, variant_state)| {
            (variant_state.imitated[self.us & 1 ^ 1] as usize).checked_sub(1)
        });
        self.attack_as(role, self.king, &self.occupied, Bits::ALL)
    }

    /// Constrains the pieces as which enemy imitators might give check.
    pub(super) fn constrain_imitators(&mut self) {
        let Some((imitation, _)) = self.imitation() else {
            return;
        };
        let them = self.us & 1 ^ 1;
        let imitators = self.their_groups[imitation.group & (G - 1)];
        let mut roles = 0;
        let row = &imitation.reach[them][self.king * imitation.area..];
        imitators.each(|square| roles |= row[square]);
        if roles == 0 {
            return;
        }
        let mut bound = 0u64;
        let mut found: Vec<(usize, Constraint<N>)> = Vec::new();
        while roles != 0 {
            let role = roles.trailing_zeros() as usize;
            roles &= roles - 1;
            for attack in &imitation.sides[them][role].attacks {
                let sources = *attack.table.reach.at(self.king) & imitators;
                sources.each(|source| {
                    self.demands(attack, source, |constraint| {
                        found.push((role, constraint));
                        bound |= 1 << role;
                    });
                });
            }
        }
        self.own.each(|square| {
            if let Some(role) = self.moving_role(square)
                && bound >> role & 1 != 0
            {
                self.special |= Bits::single(square);
            }
        });
        self.scratch.by_role.extend(found);
    }

    /// The moves of own imitators.
    pub(super) fn imitate(&self, sink: &mut impl Sink<N>) {
        let Some((imitation, variant_state)) = self.imitation() else {
            return;
        };
        let Some(role) = (variant_state.imitated[self.us & 1] as usize).checked_sub(1) else {
            return;
        };
        let pieces = self.our_groups[imitation.group & (G - 1)];
        for (kernel, aim) in &imitation.sides[self.us & 1][role].moves {
            let mask = self.aims[*aim as usize];
            pieces.each(|from| {
                let targets = kernel.targets(from, &self.occupied);
                let allowed = if self.special.has(from) {
                    self.allowed_from(from)
                } else {
                    self.allowed
                };
                sink.plain(from, targets & mask & allowed);
            });
        }
    }
}
