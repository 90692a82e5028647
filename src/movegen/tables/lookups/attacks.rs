//! Reverse attack tables: the squares from which each group attacks a royal piece, and the conditions of the
//! paths. They are compiled from reversed path lists.

use std::sync::Arc;

use super::kernel::Kernel;
use super::targets::{BySquare, Needs, Targets};
use crate::movegen::tables::bits::Bits;
use crate::movegen::tables::paths::{Lists, Wide, depends_on_nothing};

/// An attack on royal pieces by one group.
#[derive(Debug)]
pub(crate) struct Attack<const N: usize> {
    pub(crate) group: usize,
    /// Reversed: from the attacked square to the attackers.
    pub(crate) kernel: Kernel<N>,
    pub(crate) table: Arc<PathTable<N>>,
}

impl<const N: usize> Attack<N> {
    /// The pieces that would attack a target on an empty path.
    #[inline(always)]
    pub(crate) fn sources<const G: usize>(&self, target: usize, groups: &[Bits<N>; G]) -> Bits<N> {
        *self.table.reach.at(target) & groups[self.group & (G - 1)]
    }

    /// Whether one of these pieces does attack the target.
    #[inline(always)]
    pub(crate) fn hits(&self, target: usize, occupied: &Bits<N>, sources: Bits<N>) -> bool {
        sources.any() && (self.kernel.targets(target, occupied) & sources).any()
    }
}

/// All attacks of one color.
#[derive(Debug)]
pub(crate) struct Attacks<const N: usize> {
    /// Attacks without conditions.
    pub(crate) leaps: Sources<N>,
    /// Attacks with conditions on the squares of their paths.
    pub(crate) paths: Sources<N>,
    by_path: Vec<Attack<N>>,
    /// The indices of a role's attacks.
    by_role: Vec<Vec<usize>>,
}

impl<const N: usize> Attacks<N> {
    /// Collects attacks, each with its roles as bits.
    pub(crate) fn new(
        attacks: Vec<(Attack<N>, u128)>,
        roles: usize,
        room: usize,
        area: usize,
    ) -> Attacks<N> {
        let (free, bound): (Vec<_>, Vec<_>) =
            (attacks.into_iter()).partition(|(attack, _)| attack.table.is_free());
        let makers = |role: usize| {
            let numbers = bound.iter().enumerate();
            let made = numbers.filter(|(_, (_, roles))| roles >> role & 1 != 0);
            made.map(|(number, _)| number).collect()
        };
        let by_role = (0..roles).map(makers).collect();
        let [leaps, by_path] = [free, bound].map(|all| {
            all.into_iter()
                .map(|(attack, _)| attack)
                .collect::<Vec<_>>()
        });
        Attacks {
            leaps: Sources::new(&leaps, room, area),
            paths: Sources::new(&by_path, room, area),
            by_path,
            by_role,
        }
    }

    /// The attacks with conditions.
    pub(crate) fn by_path(&self) -> &[Attack<N>] {
        &self.by_path
    }

    /// The attacks of a role with conditions.
    #[inline(always)]
    pub(crate) fn of_role(&self, role: usize) -> impl Iterator<Item = &Attack<N>> {
        let numbers = &self.by_role[role];
        numbers.iter().map(|number| &self.by_path[*number])
    }

    /// Whether pieces of these groups on `among` attack `target` with the given occupancy. A piece on the
    /// target does not attack it.
    #[inline(always)]
    pub(crate) fn meet<const G: usize>(
        &self,
        groups: &[Bits<N>; G],
        target: usize,
        occupied: &Bits<N>,
        among: Bits<N>,
    ) -> bool {
        if (self.leaps.of(target, groups) & among).any() {
            return true;
        }
        for attack in &self.by_path {
            let sources = attack.sources(target, groups) & among;
            if attack.hits(target, occupied, sources) {
                return true;
            }
        }
        false
    }
}

/// The squares from which each group attacks a target if all paths are open.
#[derive(Debug)]
pub(crate) struct Sources<const N: usize> {
    /// All groups, or those that can attack.
    groups: Vec<usize>,
    /// By target and index among these groups.
    sets: Vec<Bits<N>>,
}

/// Whether a loop over all groups in vector registers is faster than one over the relevant groups.
pub(crate) const fn looks_at_all(words: usize, groups: usize) -> bool {
    4 % words == 0 && words * groups <= 32
}

impl<const N: usize> Sources<N> {
    /// Creates the sets for positions with a number of groups.
    pub(crate) fn new(attacks: &[Attack<N>], room: usize, area: usize) -> Sources<N> {
        let mut groups: Vec<usize> = attacks.iter().map(|attack| attack.group).collect();
        groups.sort_unstable();
        groups.dedup();
        if looks_at_all(N, room) {
            groups = (0..room).collect();
        }
        let mut sets = vec![Bits::NONE; area * groups.len()];
        for attack in attacks {
            let place = groups.binary_search(&attack.group).unwrap_or(0);
            for target in 0..area {
                sets[target * groups.len() + place] |= *attack.table.reach.at(target);
            }
        }
        Sources { groups, sets }
    }

    /// The pieces that might attack a target.
    #[inline(always)]
    pub(crate) fn of<const G: usize>(&self, target: usize, groups: &[Bits<N>; G]) -> Bits<N> {
        if looks_at_all(N, G) {
            // PERF: four words at a time fill a vector register.
            let sets = &self.sets.as_chunks::<G>().0[target];
            let mut words = [0; 4];
            for group in 0..G {
                for i in 0..N {
                    words[(group * N + i) % 4] |= sets[group].0[i] & groups[group].0[i];
                }
            }
            let mut sources = Bits::NONE;
            for (place, word) in words.into_iter().enumerate() {
                sources.0[place % N] |= word;
            }
            return sources;
        }
        let sets = &self.sets[target * self.groups.len()..][..self.groups.len()];
        let mut sources = Bits::NONE;
        for (place, group) in self.groups.iter().enumerate() {
            sources |= sets[place] & groups[*group & (G - 1)];
        }
        sources
    }
}

/// All paths of an atom to possible squares of a royal piece.
#[derive(Debug)]
pub(crate) struct PathTable<const N: usize> {
    /// The origins of each target if all paths are open.
    pub(crate) reach: BySquare<Bits<N>, N>,
    /// By target and origin: range of `needs`.
    index: Vec<(u32, u32)>,
    needs: Vec<Needs<N>>,
    area: usize,
}

impl<const N: usize> PathTable<N> {
    pub(crate) fn new(lists: &Lists, turned: &Lists, region: &Wide) -> PathTable<N> {
        let area = lists.len();
        let mut reach = vec![Bits::NONE; area];
        let (mut ranges, mut all_needs) = (Vec::new(), Vec::new());
        let free = depends_on_nothing(lists);
        if !free {
            ranges = vec![(0, 0); area * area];
        }
        for (to, list) in turned.iter().enumerate() {
            if !region.has(to) {
                continue;
            }
            for same_source in list.chunk_by(|a, b| a.to == b.to) {
                let from = same_source[0].to as usize;
                reach[to] |= Bits::single(from);
                if !free {
                    let first = all_needs.len() as u32;
                    all_needs.extend(same_source.iter().map(Needs::of));
                    ranges[to * area + from] = (first, all_needs.len() as u32);
                }
            }
        }
        PathTable {
            reach: BySquare::new(Bits::NONE, reach),
            index: ranges,
            needs: all_needs,
            area,
        }
    }

    /// Whether no path has conditions.
    pub(crate) const fn is_free(&self) -> bool {
        self.index.is_empty()
    }

    /// The conditions of the paths from one square to another.
    #[inline(always)]
    pub(crate) fn needs(&self, to: usize, from: usize) -> &[Needs<N>] {
        let (first, last) = self.index[to * self.area + from];
        &self.needs[first as usize..last as usize]
    }

    pub(crate) fn bytes(&self) -> usize {
        64 * N * size_of::<Bits<N>>()
            + self.index.len() * 8
            + self.needs.len() * size_of::<Needs<N>>()
    }
}
