//! Numbered men to pieces: which numbers share a piece, and under which letter.
//!
//! A letter means the first man of that letter for White and the last for Black, as the manual
//! says. So two men of one letter are one piece, seen from both sides, unless a side uses the
//! other's.

use super::steps::{Route, Straight};
use crate::syntax::fairy_max::PieceLine;

/// A piece line that has been read.
#[derive(Debug)]
pub(super) struct Man<'a> {
    pub(super) line: &'a PieceLine,
    pub(super) letter: char,
    pub(super) value: i32,
    /// Its moves in absolute directions, in ascending order.
    pub(super) routes: Vec<Route>,
}

impl<'a> Man<'a> {
    /// A piece line with its moves, in whatever order they were read.
    pub(super) fn new(line: &'a PieceLine, mut routes: Vec<Route>) -> Man<'a> {
        routes.sort();
        routes.dedup();
        let letter = line.letter.text.chars().next().unwrap_or('?');
        Man {
            line,
            letter: letter.to_ascii_uppercase(),
            value: line.value.value,
            routes,
        }
    }

    pub(super) fn is_royal(&self) -> bool {
        self.value < 0
    }
}

/// One piece of the variant: a man for each side, by index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Role {
    pub(super) name: String,
    pub(super) letter: String,
    pub(super) men: [usize; 2],
}

/// Which men each side uses at the start or by promotion without a choice.
pub(super) type Uses = [Vec<bool>; 2];

/// The first man that is the same as this one but for its number.
pub(super) fn canonical(men: &[Man<'_>], index: usize) -> usize {
    let one = &men[index];
    // Pawns are pawns by their numbers.
    if index < 2 {
        return index;
    }
    (2..index)
        .find(|other| {
            let other = &men[*other];
            other.letter == one.letter && other.value == one.value && other.routes == one.routes
        })
        .unwrap_or(index)
}

/// The pieces of a game.
pub(super) fn roles(men: &[Man<'_>], uses: &Uses) -> Vec<Role> {
    let mut roles: Vec<Role> = Vec::new();
    let mut seen: Vec<char> = Vec::new();
    let mut spare: Vec<usize> = Vec::new();
    for man in men {
        if seen.contains(&man.letter) {
            continue;
        }
        seen.push(man.letter);
        let mut kinds: Vec<usize> = Vec::new();
        for index in (0..men.len()).filter(|index| men[*index].letter == man.letter) {
            let kind = canonical(men, index);
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        let last = (0..men.len())
            .rfind(|index| men[*index].letter == man.letter)
            .map_or(kinds[0], |index| canonical(men, index));
        let first = kinds[0];
        let used = |side: usize, kind: usize| {
            (0..men.len()).any(|index| uses[side][index] && canonical(men, index) == kind)
        };
        let is_pair = first == last
            || men[first].is_royal() == men[last].is_royal()
                && (first < 2) == (last < 2)
                && !used(0, last)
                && !used(1, first);
        let pair = if is_pair { [first, last] } else { [first; 2] };
        roles.push(Role {
            name: man.letter.to_ascii_lowercase().to_string(),
            letter: man.letter.to_string(),
            men: pair,
        });
        spare.extend(kinds.into_iter().filter(|kind| !pair.contains(kind)));
    }
    // Men whose letter means another piece get a letter that is free, if a side uses them.
    spare.retain(|kind| {
        (0..men.len())
            .any(|index| canonical(men, index) == *kind && (uses[0][index] || uses[1][index]))
    });
    for kind in spare {
        let free = ('A'..='Z').find(|letter| !seen.contains(letter));
        let letter = free.map_or_else(
            || format!("{}{}", men[kind].letter, men[kind].letter),
            |letter| {
                seen.push(letter);
                letter.to_string()
            },
        );
        roles.push(Role {
            name: format!("{}{}", men[kind].letter.to_ascii_lowercase(), kind + 1),
            letter,
            men: [kind; 2],
        });
    }
    roles.sort_by_key(|role| role.men[0].min(role.men[1]));
    roles
}

/// The routes as a player sees them who sits on the other side.
pub(super) fn turned(routes: &[Route]) -> Vec<Route> {
    let mut turned: Vec<Route> = routes
        .iter()
        .map(|route| match route {
            Route::Castle { right, distance } => Route::Castle {
                right: !right,
                distance: *distance,
            },
            Route::Walk(chain) => {
                let mut chain = chain.clone();
                for Straight { vector, .. } in &mut chain.legs {
                    *vector = (-vector.0, -vector.1);
                }
                Route::Walk(chain)
            }
        })
        .collect();
    turned.sort();
    turned
}
