//! Atoms sorted by kind of kernel, so that the main loop of move generation needs no dispatch for each atom.

use std::sync::Arc;

use super::atom::{Aim, Atom};
use crate::movegen::tables::lookups::{Bits, BySquare, GATHER_FROM, Kernel, Lookups, Targets};

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
