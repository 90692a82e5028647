//! Compiled atoms: parts of the moves of all roles of a group, merged and sorted by kind of kernel.

use std::rc::Rc;
use std::sync::Arc;

use smallvec::{SmallVec, smallvec};

use crate::movegen::tables::lookups::{
    Bits, BySquare, GATHER_FROM, Kernel, Lookups, Pool, Shift, Targets,
};
use crate::movegen::tables::paths::{Lists, Mode, PathCache, RawAtom, RawPath, depends_on_nothing};
use crate::state::Role;

use super::promotion::Promotion;

/// The target mask of an atom; also the index of the mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// Empty squares and opponents.
    Both = 0,
    /// Empty squares.
    Quiet = 1,
    /// Opponents.
    Capture = 2,
    /// Opponents that are not royal.
    CaptureCommoner = 3,
}

pub(crate) fn aim(mode: Mode) -> Option<Aim> {
    match (mode.quiet, mode.capture, mode.royal) {
        (true, true, true) => Some(Aim::Both),
        (true, false, _) => Some(Aim::Quiet),
        (false, true, true) => Some(Aim::Capture),
        (false, true, false) => Some(Aim::CaptureCommoner),
        // A quiet move and a capture of non-royal pieces: captures of royal pieces never occur, so both are
        // allowed.
        (true, true, false) => Some(Aim::Both),
        (false, false, _) => None,
    }
}

/// The kernels and aims of atoms whose moves have no effects but captures.
pub(crate) fn kernels<const N: usize>(
    atoms: &[RawAtom],
    pool: &mut Pool<N>,
) -> Vec<(Kernel<N>, Aim)> {
    let aimed = atoms
        .iter()
        .filter_map(|atom| Some((atom, aim(atom.mode)?)));
    aimed
        .map(|(atom, aim)| (pool.kernel(&atom.lists), aim))
        .collect()
}

/// A part of the moves of all roles of a group.
#[derive(Debug)]
pub(crate) struct Atom<const N: usize> {
    pub(crate) group: usize,
    pub(crate) kernel: Kernel<N>,
    pub(crate) aim: Aim,
    /// The role, if it promotes; then the group has only this role.
    pub(crate) promotes: Option<Role>,
    /// Whether some of the moves leave en passant marks.
    pub(crate) marks: bool,
}

/// A shift of an atom of numerous pieces.
#[derive(Debug)]
pub(crate) struct ShiftOf<const N: usize> {
    pub(crate) group: usize,
    pub(crate) aim: Aim,
    /// The index of the atom.
    pub(crate) atom: usize,
    pub(crate) shift: Shift<N>,
}

impl<const N: usize> ShiftOf<N> {
    /// The targets of some of its pieces that its aim allows.
    #[inline(always)]
    pub(crate) fn targets<const G: usize>(
        &self,
        groups: &[Bits<N>; G],
        among: Bits<N>,
        occupied: &Bits<N>,
        by_aim: &[Bits<N>; 4],
    ) -> Bits<N> {
        let pieces = groups[self.group & (G - 1)] & among;
        self.shift.targets(pieces, occupied) & by_aim[self.aim as usize]
    }
}

/// An en passant capture.
#[derive(Debug)]
pub(crate) struct EnPassantAtom<const N: usize> {
    pub(crate) group: usize,
    /// Reversed: from the en passant square to the capturing pieces.
    pub(crate) kernel: Kernel<N>,
    /// The promotion of the capturing piece by its own rules, if en passant captures promote.
    pub(crate) promotion: Option<Promotion<N>>,
}

// Atoms shared by several roles, merged where that reduces their number.

/// An atom that equal atoms of other roles share.
pub(crate) struct Shared {
    pub(crate) mode: Mode,
    pub(crate) lists: Rc<Lists>,
    /// The same as attacks, with unconditional ones separate.
    pub(crate) attacks: SmallVec<[Rc<Lists>; 1]>,
    pub(crate) promotes: Option<Role>,
    pub(crate) marks: bool,
    pub(crate) roles: u128,
}

impl Shared {
    /// An atom of one role, without promotions and marks.
    pub(crate) fn new(atom: RawAtom, role: Role) -> Shared {
        Shared {
            mode: atom.mode,
            attacks: smallvec![Rc::clone(&atom.lists)],
            lists: atom.lists,
            promotes: None,
            marks: false,
            roles: 1 << role.index(),
        }
    }
}

/// Merges atoms of the same roles and mode if one of them has no conditions: its targets are then found at no
/// cost.
pub(crate) fn fuse(shared: &mut Vec<Shared>, cache: &mut PathCache) {
    let mut index = 0;
    while index < shared.len() {
        let (before, rest) = shared.split_at_mut(index);
        let first = &rest[0];
        let other = before.iter_mut().find(|other| {
            (first.mode, first.roles, first.promotes, first.marks)
                == (other.mode, other.roles, other.promotes, other.marks)
                && (depends_on_nothing(&first.lists) || depends_on_nothing(&other.lists))
        });
        match other {
            Some(other) => {
                other.lists = cache.fuse(&other.lists, &first.lists);
                for attack in &first.attacks {
                    let free = other
                        .attacks
                        .iter_mut()
                        .find(|known| depends_on_nothing(known));
                    match free.filter(|_| depends_on_nothing(attack)) {
                        Some(free) => *free = cache.fuse(free, attack),
                        None => other.attacks.push(Rc::clone(attack)),
                    }
                }
                shared.remove(index);
            }
            None => index += 1,
        }
    }
}

/// Combines a quiet atom and a capturing one, if this needs no more lookups: paths whose conditions include
/// the target distinguish quiet moves from captures.
pub(super) fn couple<const N: usize>(
    quiet: &Shared,
    others: &[Shared],
    pool: &mut Pool<N>,
) -> Option<(Kernel<N>, usize)> {
    if aim(quiet.mode) != Some(Aim::Quiet) || depends_on_nothing(&quiet.lists) {
        return None;
    }
    let fits = |other: &Shared| {
        aim(other.mode) == Some(Aim::Capture)
            && other.roles == quiet.roles
            && !depends_on_nothing(&other.lists)
            && [quiet, other]
                .iter()
                .all(|atom| atom.promotes.is_none() && !atom.marks)
    };
    let number = others.iter().position(fits)?;
    let capture = &others[number];
    let mut lists = Lists::clone(&quiet.lists);
    for (list, captures) in lists.iter_mut().zip(capture.lists.iter()) {
        for path in list.iter_mut() {
            path.empty |= Bits::single(path.to.into());
        }
        list.extend(captures.iter().map(|path| RawPath {
            occupied: path.occupied | Bits::single(path.to.into()),
            ..*path
        }));
        list.sort_unstable();
    }
    let [first, other] = [quiet, capture].map(|atom| pool.kernel(&atom.lists).look_ups());
    let coupled = pool.kernel(&Rc::new(lists));
    (coupled.look_ups() <= first.max(other)).then_some((coupled, number))
}

// Atoms sorted by kind of kernel, so that the main loop of move generation needs no dispatch for each atom.

/// Whether leapers have a list of their own. A compact build has one list, and one copy of each loop.
const SORTS: bool = !cfg!(feature = "compact");

/// Whether the kinds of lookups have lists of their own at a width.
const fn sorts_lookups(width: usize) -> bool {
    SORTS && width < GATHER_FROM
}

/// Atoms with their kernels by kind.
#[derive(Debug)]
pub(crate) struct AtomsByKernel<const N: usize> {
    atoms: Vec<Atom<N>>,
    leapers: Vec<AtomKernel<BySquare<Bits<N>, N>>>,
    ones: Vec<AtomKernel<Lookups<N, 1>>>,
    twos: Vec<AtomKernel<Lookups<N, 2>>>,
    fours: Vec<AtomKernel<Lookups<N, 4>>>,
    /// Kinds that are rare at this width.
    others: Vec<AtomKernel<Kernel<N>>>,
}

/// The kernel of one atom.
#[derive(Debug)]
struct AtomKernel<K> {
    group: usize,
    aim: Aim,
    number: usize,
    kernel: Arc<K>,
}

impl<const N: usize> AtomsByKernel<N> {
    pub(crate) fn new(atoms: Vec<Atom<N>>) -> AtomsByKernel<N> {
        let mut sorted = AtomsByKernel {
            atoms: Vec::new(),
            leapers: Vec::new(),
            ones: Vec::new(),
            twos: Vec::new(),
            fours: Vec::new(),
            others: Vec::new(),
        };
        for (number, atom) in atoms.iter().enumerate() {
            match &atom.kernel {
                Kernel::Leaper(kernel) if SORTS => {
                    sorted.leapers.push(AtomKernel::new(atom, number, kernel));
                }
                Kernel::Lookup1(kernel) if sorts_lookups(N) => {
                    sorted.ones.push(AtomKernel::new(atom, number, kernel));
                }
                Kernel::Lookup2(kernel) if sorts_lookups(N) => {
                    sorted.twos.push(AtomKernel::new(atom, number, kernel));
                }
                Kernel::Lookup4(kernel) if sorts_lookups(N) => {
                    sorted.fours.push(AtomKernel::new(atom, number, kernel));
                }
                kernel => {
                    let kernel = Arc::new(kernel.clone());
                    sorted.others.push(AtomKernel::new(atom, number, &kernel));
                }
            }
        }
        sorted.atoms = atoms;
        sorted
    }

    /// The atoms in the order of their indices.
    pub(crate) fn atoms(&self) -> &[Atom<N>] {
        &self.atoms
    }

    /// Calls `f` for each piece of each atom with the index of the atom, the square of the piece, its
    /// targets, and the value of `by_aim` for its aim, such as a mask.
    #[inline(always)]
    pub(crate) fn each<T: Copy, const G: usize>(
        &self,
        groups: &[Bits<N>; G],
        among: Bits<N>,
        occupied: &Bits<N>,
        by_aim: &[T; 4],
        mut f: impl FnMut(usize, usize, Bits<N>, T),
    ) {
        if const { SORTS } {
            each_of(&self.leapers, groups, among, occupied, by_aim, &mut f);
        }
        if const { sorts_lookups(N) } {
            each_of(&self.ones, groups, among, occupied, by_aim, &mut f);
            each_of(&self.twos, groups, among, occupied, by_aim, &mut f);
            each_of(&self.fours, groups, among, occupied, by_aim, &mut f);
        }
        each_of(&self.others, groups, among, occupied, by_aim, &mut f);
    }
}

impl<K> AtomKernel<K> {
    fn new<const N: usize>(atom: &Atom<N>, number: usize, kernel: &Arc<K>) -> AtomKernel<K> {
        AtomKernel {
            group: atom.group,
            aim: atom.aim,
            number,
            kernel: Arc::clone(kernel),
        }
    }
}

#[inline(always)]
fn each_of<T: Copy, const N: usize, const G: usize, K: Targets<N>>(
    atoms: &[AtomKernel<K>],
    groups: &[Bits<N>; G],
    among: Bits<N>,
    occupied: &Bits<N>,
    by_aim: &[T; 4],
    f: &mut impl FnMut(usize, usize, Bits<N>, T),
) {
    for atom in atoms {
        let pieces = groups[atom.group & (G - 1)] & among;
        let (own, number, kernel) = (by_aim[atom.aim as usize], atom.number, &*atom.kernel);
        pieces.each(|from| {
            f(number, from, kernel.targets(from, occupied), own);
        });
    }
}
