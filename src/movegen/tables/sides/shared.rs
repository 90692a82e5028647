//! Atoms shared by several roles, merged where that reduces their number.

use std::rc::Rc;

use smallvec::SmallVec;

use super::atom::{Aim, aim};
use crate::movegen::tables::lookups::{Kernel, Pool};
use crate::movegen::tables::paths::{Lists, Mode, PathCache, RawPath, depends_on_nothing};
use crate::state::Role;

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
        let place = |path: &RawPath| (path.to as usize >> 6, 1 << (path.to & 63));
        for path in list.iter_mut() {
            let (word, bit) = place(path);
            path.empty[word] |= bit;
        }
        list.extend(captures.iter().map(|path| {
            let (word, bit) = place(path);
            let mut path = *path;
            path.occupied[word] |= bit;
            path
        }));
        list.sort_unstable();
    }
    let [first, other] = [quiet, capture].map(|atom| pool.kernel(&atom.lists).look_ups());
    let coupled = pool.kernel(&Rc::new(lists));
    (coupled.look_ups() <= first.max(other)).then_some((coupled, number))
}
