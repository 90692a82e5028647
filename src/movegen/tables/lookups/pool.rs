//! Pool of kernels and path tables: each is compiled once for all atoms with equal lists.

use std::rc::Rc;
use std::sync::Arc;

use super::attacks::{Attack, PathTable};
use super::kernel::Kernel;
use crate::movegen::tables::paths::{Lists, Wide, reversed};
use crate::source::budget::spend_each;

/// Budget steps for each path of a kernel.
const PATH: u64 = 4;

/// A pool of kernels and path tables.
#[derive(Default)]
pub(crate) struct Pool<const N: usize> {
    /// Lists with their indices in `made`. Equal lists are usually identical, which saves comparisons.
    known: Vec<(Rc<Lists>, usize)>,
    made: Vec<Made<N>>,
}

/// The results for equal lists.
struct Made<const N: usize> {
    digest: u64,
    lists: Rc<Lists>,
    reversed: Option<Rc<Lists>>,
    kernel: Option<Kernel<N>>,
    tables: Vec<(Wide, Arc<PathTable<N>>)>,
}

impl<const N: usize> Pool<N> {
    fn of(&mut self, lists: &Rc<Lists>) -> &mut Made<N> {
        let mut known = self.known.iter();
        let known = known.find(|(known, _)| Rc::ptr_eq(known, lists));
        let number = known.map(|(_, number)| *number);
        let number = number.unwrap_or_else(|| self.intern(lists));
        &mut self.made[number]
    }

    /// The index of lists that are new by identity, but may equal others.
    fn intern(&mut self, lists: &Rc<Lists>) -> usize {
        let digest = digest(lists);
        let same = |made: &Made<N>| made.digest == digest && made.lists == *lists;
        let number = self.made.iter().position(same).unwrap_or(self.made.len());
        if number == self.made.len() {
            self.made.push(Made {
                digest,
                lists: Rc::clone(lists),
                reversed: None,
                kernel: None,
                tables: Vec::new(),
            });
        }
        self.known.push((Rc::clone(lists), number));
        number
    }

    pub(crate) fn kernel(&mut self, lists: &Rc<Lists>) -> Kernel<N> {
        let make = || {
            let _ = spend_each(lists.iter().map(|list| list.len() + 1).sum(), PATH);
            Kernel::new(lists)
        };
        self.of(lists).kernel.get_or_insert_with(make).clone()
    }

    /// The reversed lists.
    fn reversed(&mut self, lists: &Rc<Lists>) -> Rc<Lists> {
        let make = || Rc::new(reversed(lists));
        Rc::clone(self.of(lists).reversed.get_or_insert_with(make))
    }

    /// The kernel of the reversed lists.
    pub(crate) fn reverse_kernel(&mut self, lists: &Rc<Lists>) -> Kernel<N> {
        let turned = self.reversed(lists);
        self.kernel(&turned)
    }

    /// The kernel of quiet moves. Vanishing squares are never empty and are masked out of the targets, so a
    /// kernel that includes them is used if one exists.
    pub(crate) fn quiet_kernel(&mut self, lists: &Rc<Lists>, vanishing: &Wide) -> Kernel<N> {
        let same = |known: &Lists| {
            known.iter().zip(lists.iter()).all(|(known, wanted)| {
                known
                    .iter()
                    .filter(|path| !vanishing.has(path.to.into()))
                    .eq(wanted.iter())
            })
        };
        let mut made = self.made.iter();
        let known = made.find_map(|made| made.kernel.as_ref().filter(|_| same(&made.lists)));
        match known {
            Some(kernel) => kernel.clone(),
            None => self.kernel(lists),
        }
    }

    /// The attack of a group by these lists on royal pieces in a region.
    pub(crate) fn attack(&mut self, group: usize, lists: &Rc<Lists>, region: &Wide) -> Attack<N> {
        Attack {
            group,
            kernel: self.reverse_kernel(lists),
            table: self.table(lists, region),
        }
    }

    pub(crate) fn table(&mut self, lists: &Rc<Lists>, region: &Wide) -> Arc<PathTable<N>> {
        let turned = self.reversed(lists);
        let tables = &mut self.of(lists).tables;
        if let Some((_, table)) = tables.iter().find(|(known, _)| known == region) {
            return Arc::clone(table);
        }
        let table = Arc::new(PathTable::new(lists, &turned, region));
        tables.push((*region, Arc::clone(&table)));
        table
    }

    /// The size of the used results. Kernels that were only compared are dropped with the pool.
    pub(crate) fn bytes(&self) -> usize {
        let kernels = self.made.iter().filter_map(|made| made.kernel.as_ref());
        let kernels = kernels.filter(|kernel| kernel.is_shared());
        let tables = self.made.iter().flat_map(|made| &made.tables);
        kernels.map(Kernel::bytes).sum::<usize>()
            + tables.map(|(_, table)| table.bytes()).sum::<usize>()
    }
}

/// A hash of lists.
fn digest(lists: &Lists) -> u64 {
    let mut digest = lists.len() as u64;
    let mut mix = |word: u64| {
        digest = (digest.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    };
    for list in lists {
        mix(list.len() as u64);
        for path in list {
            mix(path.to as u64);
            let words = path.empty.0.into_iter().chain(path.occupied.0);
            words.for_each(&mut mix);
        }
    }
    digest
}
