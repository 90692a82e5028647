//! The tables of one color: atoms by the loop that generates their moves, and attacks.

use smallvec::SmallVec;

use crate::movegen::tables::lookups::{Attacks, Bits, Kernel, Pool, are_worth_it, shifts_of};
use crate::movegen::tables::paths::{RoleAtoms, Wide};
use crate::movegen::tables::role_sets::roles_where;
use crate::rules::CompiledRules;
use crate::state::Color;

use super::atoms::{
    Aim, Atom, AtomsByKernel, EnPassantAtom, Shared, ShiftOf, aim, couple, kernels,
};
use super::promotion::Promotion;

/// Maximum number of shifts of an atom.
const SHIFTS: usize = 12;

/// The tables of one color.
#[derive(Debug)]
pub(crate) struct Side<const N: usize> {
    /// Atoms whose moves have no effects but captures.
    pub(crate) plain: AtomsByKernel<N>,
    /// Atoms with promotions or marks.
    pub(crate) other: AtomsByKernel<N>,
    /// Atoms that are shifted set-wise.
    pub(crate) shifted: Vec<Atom<N>>,
    /// The shifts of these.
    pub(crate) shifts: Vec<ShiftOf<N>>,
    pub(crate) en_passant: Vec<EnPassantAtom<N>>,
    pub(crate) attacks: Attacks<N>,
    /// By group, reversed: from a square to the pieces that could capture on it.
    pub(crate) captures: Vec<(usize, Kernel<N>)>,
    /// Whether royal and other pieces are captured by the same moves.
    pub(crate) captures_all_alike: bool,
    /// Kernels and aims of the royal role.
    pub(crate) royal: Vec<(Kernel<N>, Aim)>,
    /// Promotions by role.
    pub(crate) promotions: Vec<Option<Promotion<N>>>,
    /// By origin: targets of moves with marks, and their marks.
    pub(crate) marks: Vec<Vec<(u16, Bits<N>)>>,
    /// Squares on which the royal piece can be.
    pub(crate) region: Wide,
}

#[expect(
    clippy::too_many_arguments,
    reason = "one call, in the middle of one constructor"
)]
pub(crate) fn side<const N: usize>(
    rules: &CompiledRules,
    color: Color,
    shared: &[Shared],
    royal: &RoleAtoms,
    regions: &[Wide; 2],
    group_of: &impl Fn(u128) -> usize,
    room: usize,
    pool: &mut Pool<N>,
    promotions: Vec<Option<Promotion<N>>>,
    marks: Vec<Vec<(u16, Bits<N>)>>,
    description: &mut String,
) -> Side<N> {
    let target_region = &regions[color.opponent().index()];
    let royal_bit = roles_where(rules, |role| rules.role(role).royal);
    let (mut plain, mut other, mut shifted) = (Vec::new(), Vec::new(), Vec::new());
    let (mut shifts, mut en_passant) = (Vec::new(), Vec::new());
    let mut attacks = Vec::new();
    let mut captures = Vec::new();
    let couples: Vec<Option<(Kernel<N>, usize)>> = (shared.iter())
        .map(|atom| couple(atom, shared, pool))
        .collect();
    for (number, atom) in shared.iter().enumerate() {
        let group = group_of(atom.roles);
        if atom.mode.en_passant {
            let kernel = pool.reverse_kernel(&atom.lists);
            en_passant.push(EnPassantAtom {
                group,
                kernel,
                promotion: (atom.promotes)
                    .filter(|role| {
                        (rules.role(*role).promotion.as_ref()).is_some_and(|rule| rule.in_passing)
                    })
                    .and_then(|role| Promotion::new(rules, role, color)),
            });
        }
        if atom.mode.capture {
            captures.push((group, pool.reverse_kernel(&atom.lists)));
        }
        for lists in atom.attacks.iter().filter(|_| atom.mode.royal) {
            let mut paths = lists.iter().flatten();
            if paths.any(|path| target_region.has(path.to.into())) {
                attacks.push((pool.attack(group, lists, target_region), atom.roles));
            }
        }
        let Some(aim) = aim(atom.mode) else { continue };
        let mut coupled = couples.iter().flatten();
        if atom.roles & !royal_bit == 0 || coupled.any(|(_, capture)| *capture == number) {
            continue;
        }
        let vanishing = Wide::from_squares(rules.shape.vanishing());
        let (kernel, aim) = match &couples[number] {
            Some((kernel, _)) => (kernel.clone(), Aim::Both),
            None if aim == Aim::Quiet && vanishing.any() => {
                (pool.quiet_kernel(&atom.lists, &vanishing), aim)
            }
            None => (pool.kernel(&atom.lists), aim),
        };
        let (word, bytes) = (kernel.describe(), kernel.bytes());
        let made = Atom {
            group,
            kernel,
            aim,
            promotes: atom.promotes,
            marks: atom.marks,
        };
        let mut all_at_once = SmallVec::new();
        if couples[number].is_none()
            && let Some(found) = shifts_of(&atom.lists, SHIFTS, atom.marks.then_some(&marks))
            && are_worth_it(
                &found,
                number_of(rules, color, atom.roles),
                made.kernel.look_ups(),
                made.promotes.is_some() || made.marks,
            )
        {
            all_at_once = found;
        }
        *description += &format!(
            "{color:?} group {group}: {} {aim:?} by {word}, {bytes} bytes{}\n",
            roles_text(rules, atom.roles),
            if all_at_once.is_empty() {
                ""
            } else {
                ", all at once by shifts"
            },
        );
        if !all_at_once.is_empty() {
            let promotion = atom
                .promotes
                .and_then(|role| promotions[role.index()].as_ref());
            for mut shift in all_at_once {
                if let Some(promotion) = promotion {
                    let leaving = (promotion.leaving & shift.origins).shifted(shift.delta);
                    shift.zone = promotion.zone | leaving;
                }
                shifts.push(ShiftOf {
                    group,
                    aim,
                    atom: shifted.len(),
                    shift,
                });
            }
            shifted.push(made);
        } else if made.promotes.is_some() || made.marks {
            other.push(made);
        } else {
            plain.push(made);
        }
    }
    Side {
        plain: AtomsByKernel::new(plain),
        other: AtomsByKernel::new(other),
        shifted,
        shifts,
        en_passant,
        attacks: Attacks::new(attacks, rules.roles.len(), room, rules.shape.area()),
        captures,
        captures_all_alike: (shared.iter()).all(|atom| atom.mode.capture == atom.mode.royal),
        royal: kernels(&royal.atoms, pool),
        promotions,
        marks,
        region: regions[color.index()],
    }
}

fn roles_text(rules: &CompiledRules, roles: u128) -> String {
    let letters: Vec<&str> = rules
        .def
        .pieces
        .values()
        .enumerate()
        .filter(|(index, _)| roles >> index & 1 != 0)
        .map(|(_, piece)| piece.letter.as_str())
        .collect();
    letters.join("")
}

/// The number of pieces of these roles with which a side starts.
fn number_of(rules: &CompiledRules, color: Color, roles: u128) -> usize {
    rules.start_setup().map_or(0, |start| {
        let pieces = start.board.pieces();
        let ours = pieces.filter(|(_, piece)| piece.color == color);
        ours.filter(|(_, piece)| roles >> piece.role.index() & 1 != 0)
            .count()
    })
}
