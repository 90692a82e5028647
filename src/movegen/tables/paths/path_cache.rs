//! Cache of paths and path lists during compilation of the tables.

use std::rc::Rc;

use super::path_lists::{Lists, RawAtom, RawPath, Wide, tidy};
use crate::compile::{Path, PathLimitError, paths};
use crate::geometry::{Headings, Square};
use crate::movement::{Range, Turn, Walk};
use crate::rules::CompiledRules;
use crate::state::Color;

/// Maximum number of paths from one square.
const PATH_LIMIT: usize = 4096;

/// Results for walks, shared by all roles.
///
/// A walk whose first headings are symmetric under a half turn has the same paths for both colors, because
/// Black's headings are White's after a half turn and later turns are relative.
#[derive(Default)]
pub(crate) struct PathCache {
    known: Vec<KnownWalk>,
    /// Two lists and their union.
    fused: Vec<[Rc<Lists>; 3]>,
    /// Two lists, and whether a path of each can be the same move.
    crossed: Vec<([Rc<Lists>; 2], bool)>,
}

/// The results for a walk.
struct KnownWalk {
    walk: Walk,
    /// The color, if the paths depend on it.
    color: Option<Color>,
    /// By origin.
    paths: Vec<Option<Rc<Vec<Path>>>>,
    /// The atoms of the walk without zones and marks.
    atoms: Option<Vec<RawAtom>>,
}

impl PathCache {
    /// The index of a walk's results.
    pub(crate) fn place(&mut self, rules: &CompiledRules, walk: &Walk, color: Color) -> usize {
        let color = (!is_half_turn_symmetric(walk)).then_some(color);
        let mut known = self.known.iter();
        known
            .position(|known| known.color == color && known.walk == *walk)
            .unwrap_or_else(|| {
                self.known.push(KnownWalk {
                    walk: walk.clone(),
                    color,
                    paths: vec![None; rules.shape.area()],
                    atoms: None,
                });
                self.known.len() - 1
            })
    }

    /// The paths of the walk with an index from one square.
    pub(crate) fn paths(
        &mut self,
        rules: &CompiledRules,
        place: usize,
        color: Color,
        origin: Square,
    ) -> Result<Rc<Vec<Path>>, PathLimitError> {
        let KnownWalk {
            walk, paths: found, ..
        } = &mut self.known[place];
        if let Some(found) = &found[origin.index()] {
            return Ok(Rc::clone(found));
        }
        let all = paths(walk, &rules.shape, color.perspective(), origin, PATH_LIMIT)?;
        let all = Rc::new(all);
        found[origin.index()] = Some(Rc::clone(&all));
        Ok(all)
    }

    /// The atoms of the walk with an index without zones and marks, after they are stored.
    pub(crate) fn atoms(&mut self, place: usize) -> &mut Option<Vec<RawAtom>> {
        &mut self.known[place].atoms
    }

    /// Whether two atoms can contain the same move. Attacks on royal pieces are not moves.
    pub(super) fn overlap(&mut self, a: &RawAtom, b: &RawAtom) -> bool {
        let shared = a.mode.both(b.mode);
        if !(shared.quiet || shared.capture || shared.en_passant) {
            return false;
        }
        let same = |[first, other]: &[Rc<Lists>; 2]| {
            Rc::ptr_eq(first, &a.lists) && Rc::ptr_eq(other, &b.lists)
        };
        if let Some((_, crossed)) = self.crossed.iter().find(|(pair, _)| same(pair)) {
            return *crossed;
        }
        let crossed = cross(&a.lists, &b.lists);
        let pair = [Rc::clone(&a.lists), Rc::clone(&b.lists)];
        self.crossed.push((pair, crossed));
        crossed
    }

    /// The union of two lists.
    pub(crate) fn fuse(&mut self, first: &Rc<Lists>, other: &Rc<Lists>) -> Rc<Lists> {
        let mut known = self.fused.iter();
        if let Some([.., both]) =
            known.find(|[a, b, _]| Rc::ptr_eq(a, first) && Rc::ptr_eq(b, other))
        {
            return Rc::clone(both);
        }
        let mut both = Lists::clone(first);
        for (list, more) in both.iter_mut().zip(other.iter()) {
            list.extend_from_slice(more);
        }
        tidy(&mut both);
        let both = Rc::new(both);
        self.fused
            .push([Rc::clone(first), Rc::clone(other), Rc::clone(&both)]);
        both
    }
}

/// Whether a path of each can be the same move.
fn cross(first: &Lists, other: &Lists) -> bool {
    first.iter().zip(other).any(|(a, b)| {
        let targets: Wide = a.iter().map(|path| usize::from(path.to)).collect();
        let common = |path: &&RawPath| targets.has(path.to.into());
        b.iter().filter(common).any(|other| {
            a.iter().any(|path| {
                path.to == other.to
                    && (path.empty & other.occupied).is_empty()
                    && (other.empty & path.occupied).is_empty()
            })
        })
    })
}

fn is_half_turn_symmetric(walk: &Walk) -> bool {
    let turned = |set: Headings| {
        set.iter()
            .map(|heading| heading.turned(4))
            .collect::<Headings>()
    };
    let symmetric_start = match walk.legs.first().map(|leg| &leg.turn) {
        Some(Turn::Absolute(set)) => turned(*set) == *set,
        _ => false,
    };
    symmetric_start && walk.legs.iter().all(|leg| leg.range != Range::ToMiddle)
}
