//! Direction letters to headings, by the symmetry class of the atom.
//!
//! Letters are read from left to right; two letters that form a pair of the class are taken
//! together, and all results are united.

use crate::geometry::Headings;

/// The symmetry class of an atom's move set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Four orthogonal moves.
    Orthogonal,
    /// Four diagonal moves.
    Diagonal,
    /// Eight oblique moves.
    Oblique,
    /// Four orthogonal and four diagonal moves; also every continuation leg.
    King,
}

impl Class {
    /// All headings that the class owns.
    pub(super) const fn owned(self) -> Headings {
        match self {
            Class::Orthogonal => Headings::ORTHOGONAL,
            Class::Diagonal => Headings::DIAGONAL,
            Class::Oblique | Class::King => Headings::ALL,
        }
    }
}

/// What reading a run of direction letters gave.
#[derive(Debug)]
pub(super) struct Selection {
    /// The union of the headings.
    pub headings: Headings,
    /// Indices of letters that mean nothing here.
    pub meaningless: Vec<usize>,
}

/// Reads a run of direction letters for one class.
pub(super) fn select(class: Class, letters: &[char]) -> Selection {
    let mut selection = Selection {
        headings: Headings::NONE,
        meaningless: Vec::new(),
    };
    let mut at = 0;
    while at < letters.len() {
        let pair = match letters.get(at + 1) {
            // `ffsK` is `f` and `fs`: the second copy belongs to the pair behind it.
            Some(next)
                if class == Class::King
                    && *next == letters[at]
                    && leads_pair(&letters[at + 1..]) =>
            {
                None
            }
            Some(next) => pair(class, letters[at], *next),
            None => None,
        };
        let (headings, used) = match pair {
            Some(headings) => (Some(headings), 2),
            None => (single(class, letters[at]), 1),
        };
        match headings {
            Some(headings) => selection.headings = selection.headings.union(headings),
            None => selection.meaningless.push(at),
        }
        at += used;
    }
    selection
}

/// Whether the first of the letters forms a King pair with a following `s`, `v` or `h`.
fn leads_pair(letters: &[char]) -> bool {
    matches!(letters, [first, second @ ('s' | 'v' | 'h'), ..] if pair(Class::King, *first, *second).is_some())
}

fn single(class: Class, letter: char) -> Option<Headings> {
    let numbers: &[u8] = match (class, letter) {
        (Class::Orthogonal | Class::King, 'f') => &[0],
        (Class::Orthogonal | Class::King, 'b') => &[4],
        (Class::Orthogonal | Class::King, 'r') => &[2],
        (Class::Orthogonal | Class::King, 'l') => &[6],
        (Class::Orthogonal | Class::King, 'v') => &[0, 4],
        (Class::Orthogonal | Class::King, 's') => &[2, 6],
        (Class::Diagonal, 'f') => &[1, 7],
        (Class::Diagonal, 'b') => &[3, 5],
        (Class::Diagonal, 'r') => &[1, 3],
        (Class::Diagonal, 'l') => &[5, 7],
        (Class::Diagonal, 'v' | 's') => &[1, 3, 5, 7],
        (Class::Oblique, 'f') => &[0, 7],
        (Class::Oblique, 'b') => &[3, 4],
        (Class::Oblique, 'r') => &[1, 2],
        (Class::Oblique, 'l') => &[5, 6],
        (Class::Oblique, 'v') => &[0, 3, 4, 7],
        (Class::Oblique, 's') => &[1, 2, 5, 6],
        _ => return None,
    };
    Some(Headings::of(numbers))
}

fn pair(class: Class, first: char, second: char) -> Option<Headings> {
    if first == second && "fbrl".contains(first) {
        return if class == Class::Orthogonal {
            None
        } else {
            single(class, first)
        };
    }
    let numbers: &[u8] = match class {
        // Four-way orthogonal atoms never pair: letters are simply united.
        Class::Orthogonal => return None,
        Class::Diagonal => match (first, second) {
            ('f', 'r') | ('r', 'f') => &[1],
            ('f', 'l') | ('l', 'f') => &[7],
            ('b', 'r') | ('r', 'b') => &[3],
            ('b', 'l') | ('l', 'b') => &[5],
            ('f', 's' | 'h') | ('s', 'f') => &[1, 7],
            ('b', 's' | 'h') | ('s', 'b') => &[3, 5],
            ('r', 'v' | 'h') | ('v', 'r') => &[1, 3],
            ('l', 'v' | 'h') | ('v', 'l') => &[5, 7],
            _ => return None,
        },
        Class::Oblique => match (first, second) {
            ('r', 'f') => &[0],
            ('f', 'r') => &[1],
            ('b', 'r') => &[2],
            ('r', 'b') => &[3],
            ('l', 'b') => &[4],
            ('b', 'l') => &[5],
            ('f', 'l') => &[6],
            ('l', 'f') => &[7],
            ('f', 's') => &[1, 6],
            ('b', 's') => &[2, 5],
            ('r', 'v') => &[0, 3],
            ('l', 'v') => &[4, 7],
            ('f', 'h') => &[0, 1, 6, 7],
            ('b', 'h') => &[2, 3, 4, 5],
            ('r', 'h') => &[0, 1, 2, 3],
            ('l', 'h') => &[4, 5, 6, 7],
            ('h', 'r') => &[0, 2, 4, 6],
            ('h', 'l') => &[1, 3, 5, 7],
            _ => return None,
        },
        Class::King => match (first, second) {
            ('f', 'r') | ('r', 'f') => &[1],
            ('f', 'l') | ('l', 'f') => &[7],
            ('b', 'r') | ('r', 'b') => &[3],
            ('b', 'l') | ('l', 'b') => &[5],
            ('f', 's') => &[1, 7],
            ('b', 's') => &[3, 5],
            ('r', 'v') => &[1, 3],
            ('l', 'v') => &[5, 7],
            ('f', 'h') => &[7, 0, 1],
            ('b', 'h') => &[3, 4, 5],
            ('r', 'h') => &[1, 2, 3],
            ('l', 'h') => &[5, 6, 7],
            _ => return None,
        },
    };
    Some(Headings::of(numbers))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(class: Class, letters: &str, expected: &[u8]) {
        let letters: Vec<char> = letters.chars().collect();
        let selection = select(class, &letters);
        assert_eq!(selection.headings, Headings::of(expected), "{letters:?}");
        assert!(selection.meaningless.is_empty());
    }

    #[test]
    fn the_table_of_the_specification() {
        check(Class::Oblique, "rf", &[0]);
        check(Class::Oblique, "fr", &[1]);
        check(Class::Oblique, "ffrr", &[0, 7, 1, 2]);
        check(Class::Oblique, "sf", &[1, 2, 5, 6, 0, 7]);
        check(Class::Oblique, "frl", &[1, 5, 6]);
        check(Class::Diagonal, "fr", &[1]);
        check(Class::Diagonal, "fs", &[1, 7]);
        check(Class::Orthogonal, "frlb", &[0, 2, 4, 6]);
        check(Class::King, "ffs", &[0, 1, 7]);
        check(Class::King, "ffrr", &[0, 2]);
        check(Class::King, "fs", &[1, 7]);
        check(Class::King, "fh", &[7, 0, 1]);
        check(Class::King, "sf", &[2, 6, 0]);
    }
}
