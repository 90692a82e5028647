//! Direction letters to headings, for the symmetry class of an atom.
//!
//! Letters are read from left to right; two letters that form a pair of the class are read together, and the result is
//! the union. Programs differ in the pairs, so each reading has a function of its own.

use crate::geometry::{Heading, Headings};

/// The symmetry class of an atom's move set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Four orthogonal moves.
    Orthogonal,
    /// Four diagonal moves.
    Diagonal,
    /// Eight oblique moves.
    Oblique,
    /// Four orthogonal and four diagonal moves; also the class of every continuation leg.
    King,
}

impl Class {
    /// The headings of the class.
    pub(super) const fn owned(self) -> Headings {
        match self {
            Class::Orthogonal => Headings::ORTHOGONAL,
            Class::Diagonal => Headings::DIAGONAL,
            Class::Oblique | Class::King => Headings::ALL,
        }
    }

    /// Whether the class has only four moves.
    pub(super) const fn is_four_way(self) -> bool {
        matches!(self, Class::Orthogonal | Class::Diagonal)
    }
}

/// Whether `s` and `v` may be the first letter of a pair in the King's class (clause `dir.pair.king.diagram`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leading {
    /// `sf` is `s` and `f`.
    Never,
    /// `sf` is `fs`.
    OnKing,
}

/// The result of reading a run of direction letters.
#[derive(Debug, Default)]
pub(super) struct Selection {
    /// The union of the headings.
    pub headings: Headings,
    /// Indices of letters that have no meaning here.
    pub meaningless: Vec<usize>,
    /// Indices of letters that change nothing.
    pub useless: Vec<usize>,
    /// Indices of `s` and `v` before a letter with which only some programs pair them.
    pub leading: Vec<usize>,
}

/// Reads a run of direction letters for one class in XBetza. Clauses `dir.*`.
pub(super) fn select(class: Class, letters: &[char], leading: Leading) -> Selection {
    let mut selection = Selection::default();
    let mut at = 0;
    while at < letters.len() {
        let letter = letters[at];
        let leads = match letters.get(at + 1) {
            Some(next) => matches!((letter, next), ('s', 'f' | 'b') | ('v', 'l' | 'r')),
            None => false,
        };
        if leads && class != Class::Orthogonal {
            selection.leading.push(at);
        }
        let found = match letters.get(at + 1) {
            // Clause `dir.pair.king.double`: `ffsK` is `f` and `fs`: the second copy belongs to the following pair.
            Some(next) if class == Class::King && *next == letter => {
                let behind = letters.get(at + 2);
                let leads = behind.is_some_and(|behind| matches!(behind, 's' | 'v' | 'h'))
                    && behind.is_some_and(|behind| pair(class, letter, *behind, leading).is_some());
                single(class, letter).map(|headings| (headings, if leads { 1 } else { 2 }))
            }
            // Clause `dir.h`: on four orthogonal moves a half-plane is the direction itself.
            Some('h') if class == Class::Orthogonal && "fblr".contains(letter) => {
                selection.useless.push(at + 1);
                single(class, letter).map(|headings| (headings, 2))
            }
            Some(next) => match pair(class, letter, *next, leading) {
                Some(headings) => Some((headings, 2)),
                None => single(class, letter).map(|headings| (headings, 1)),
            },
            None => single(class, letter).map(|headings| (headings, 1)),
        };
        if let Some((headings, used)) = found {
            selection.headings = selection.headings.union(headings);
            at += used;
        } else {
            selection.meaningless.push(at);
            at += 1;
        }
    }
    selection
}

/// The headings of a single letter. Clause `dir.single`.
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

/// The headings of a pair of letters. Clauses `dir.pair.*`.
fn pair(class: Class, first: char, second: char, leading: Leading) -> Option<Headings> {
    if first == second {
        return match class {
            Class::Orthogonal => None,
            _ => single(class, first),
        };
    }
    let numbers: &[u8] = match class {
        // Four-way orthogonal atoms have no pairs: single letters are united.
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
        Class::Oblique => oblique_pair(first, second)?,
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
            ('s', 'f' | 'b') | ('v', 'r' | 'l') if leading == Leading::OnKing => {
                return pair(class, second, first, leading);
            }
            _ => return None,
        },
    };
    Some(Headings::of(numbers))
}

/// The octant of a pair on an oblique atom: the second letter is the long direction, the first one is the side.
fn oblique_pair(first: char, second: char) -> Option<&'static [u8]> {
    Some(match (first, second) {
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
    })
}

/// Reads direction letters from the front of `letters` as XBoard does; returns the headings and the number of letters
/// read. No headings means the default. Clauses `xboard.dir.*`.
pub(super) fn select_xboard(class: Class, letters: &[char]) -> (Headings, usize) {
    if class == Class::Oblique && letters.first() == Some(&'h') {
        let headings = match letters.get(1) {
            Some('r') => Headings::of(&[0, 2, 4, 6]),
            _ => Headings::of(&[1, 3, 5, 7]),
        };
        return (headings, letters.len().min(2));
    }
    let is_direction = |letter: char| match class {
        Class::Orthogonal => "fblrvs".contains(letter),
        _ => "fblrvsh".contains(letter),
    };
    let mut headings = Headings::NONE;
    let mut at = 0;
    while let Some(letter) = letters.get(at).copied().filter(|one| is_direction(*one)) {
        let next = letters.get(at + 1).copied();
        let across = next.is_some_and(|next| is_across(letter, next));
        let leads = "fblr".contains(letter);
        let (found, used) = match (class, next) {
            (Class::Orthogonal, _) => (xboard_narrow(class, letter), 1),
            (Class::Diagonal, Some(next)) if across => (
                xboard_wide(class, letter).intersection(xboard_wide(class, next)),
                2,
            ),
            (Class::Diagonal, _) => (xboard_wide(class, letter), 1),
            (Class::Oblique, Some('h')) => (xboard_wide(class, letter), 2),
            (Class::Oblique, Some(next)) if next == letter || leads && across => (
                xboard_wide(class, letter).intersection(xboard_narrow(class, next)),
                2,
            ),
            (Class::King, Some(next)) if next != letter && leads && across => (
                xboard_wide(class, letter).intersection(xboard_wide(class, next)),
                2,
            ),
            _ => (xboard_narrow(class, letter), 1),
        };
        headings = headings.union(found);
        at += used;
    }
    (headings, at)
}

/// Whether XBoard takes two letters as perpendicular directions.
fn is_across(first: char, second: char) -> bool {
    let along = |letter: char| "fbv".contains(letter);
    let sideways = |letter: char| "lrs".contains(letter);
    along(first) && sideways(second) || sideways(first) && along(second)
}

/// XBoard's headings for a single letter.
fn xboard_narrow(class: Class, letter: char) -> Headings {
    match letter {
        'h' => Headings::ALL,
        _ => single(class, letter).unwrap_or(Headings::NONE),
    }
}

/// XBoard's headings for a letter of a pair; `s`, `v` and `h` have none except on the King.
fn xboard_wide(class: Class, letter: char) -> Headings {
    let numbers: &[u8] = match (class, letter) {
        (Class::King, 'f') => &[7, 0, 1],
        (Class::King, 'b') => &[3, 4, 5],
        (Class::King, 'r') => &[1, 2, 3],
        (Class::King, 'l') => &[5, 6, 7],
        (Class::King, 's') => &[1, 2, 3, 5, 6, 7],
        (Class::King, 'v') => &[7, 0, 1, 3, 4, 5],
        (Class::Diagonal, 'f' | 'b' | 'r' | 'l') => {
            return single(class, letter).unwrap_or(Headings::NONE);
        }
        (_, 'f') => &[0, 1, 6, 7],
        (_, 'b') => &[2, 3, 4, 5],
        (_, 'r') => &[0, 1, 2, 3],
        (_, 'l') => &[4, 5, 6, 7],
        _ => &[],
    };
    Headings::of(numbers)
}

/// Reads a run of direction letters as Fairy-Stockfish does. Clauses `fsf.dir.*`.
///
/// Fairy-Stockfish reads every atom as an oblique one: a four-way atom has each of its moves twice,
/// and K and Q are two such atoms.
pub(super) fn select_fairy_stockfish(class: Class, letters: &[char]) -> Selection {
    let mut selection = Selection::default();
    let mut oblique = Headings::NONE;
    let mut at = 0;
    while at < letters.len() {
        let first = letters[at];
        let pairs = letters.get(at + 1).copied().filter(|second| {
            let vertical = |letter: char| "fbvh".contains(letter);
            let horizontal = |letter: char| "rlsh".contains(letter);
            first == *second
                || vertical(first) && horizontal(*second)
                || horizontal(first) && vertical(*second)
        });
        let found = match pairs {
            Some(second) if class == Class::Orthogonal && first != second => [first, second]
                .iter()
                .filter_map(|letter| single(Class::Oblique, *letter))
                .reduce(Headings::union),
            Some(second) if first != second => oblique_pair(first, second).map(Headings::of),
            _ => single(Class::Oblique, first),
        };
        match found {
            Some(headings) => oblique = oblique.union(headings),
            None => selection.meaningless.push(at),
        }
        at += 1 + usize::from(pairs.is_some());
    }
    // Two neighbors on the oblique ring are the same move of a four-way atom.
    let rounded = |number: fn(u8) -> u8| {
        oblique
            .iter()
            .map(|heading| Heading::new(number(heading.number())))
            .collect::<Headings>()
    };
    let orthogonal = || rounded(|number| number.div_ceil(2) * 2);
    let diagonal = || rounded(|number| number | 1);
    selection.headings = match class {
        Class::Oblique => oblique,
        Class::Orthogonal => orthogonal(),
        Class::Diagonal => diagonal(),
        Class::King => orthogonal().union(diagonal()),
    };
    selection
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(class: Class, letters: &str, expected: &[u8]) {
        let letters: Vec<char> = letters.chars().collect();
        let selection = select(class, &letters, Leading::Never);
        assert_eq!(selection.headings, Headings::of(expected), "{letters:?}");
        assert!(selection.meaningless.is_empty());
    }

    #[track_caller]
    fn check_xboard(class: Class, letters: &str, expected: &[u8], used: usize) {
        let letters: Vec<char> = letters.chars().collect();
        let found = select_xboard(class, &letters);
        assert_eq!(found, (Headings::of(expected), used), "{letters:?}");
    }

    #[track_caller]
    fn check_fairy_stockfish(class: Class, letters: &str, expected: &[u8]) {
        let letters: Vec<char> = letters.chars().collect();
        let found = select_fairy_stockfish(class, &letters);
        assert_eq!(found.headings, Headings::of(expected), "{letters:?}");
    }

    #[test]
    fn the_table_of_the_specification() {
        check(Class::Oblique, "rf", &[0]);
        check(Class::Oblique, "fr", &[1]);
        check(Class::Oblique, "ffrr", &[0, 7, 1, 2]);
        check(Class::Oblique, "sf", &[1, 2, 5, 6, 0, 7]);
        check(Class::Oblique, "frl", &[1, 5, 6]);
        check(Class::Oblique, "ffr", &[0, 7, 1, 2]);
        check(Class::Diagonal, "fr", &[1]);
        check(Class::Diagonal, "fs", &[1, 7]);
        check(Class::Orthogonal, "frlb", &[0, 2, 4, 6]);
        check(Class::King, "ffs", &[0, 1, 7]);
        check(Class::King, "ffrr", &[0, 2]);
        check(Class::King, "fs", &[1, 7]);
        check(Class::King, "fh", &[7, 0, 1]);
        check(Class::King, "sf", &[2, 6, 0]);
    }

    #[test]
    fn half_planes_are_directions_on_orthogonal_atoms() {
        let selection = select(Class::Orthogonal, &['f', 'h'], Leading::Never);
        assert_eq!(selection.headings, Headings::of(&[0]));
        assert_eq!(selection.useless, [1]);
        let selection = select(Class::King, &['h', 'r'], Leading::Never);
        assert_eq!(selection.meaningless, [0]);
    }

    #[test]
    fn diagram_pairs_sideways_letters_on_the_king() {
        let selection = select(Class::King, &['s', 'f'], Leading::OnKing);
        assert_eq!(selection.headings, Headings::of(&[1, 7]));
    }

    #[test]
    fn xboard_has_its_own_pairs() {
        check_xboard(Class::Diagonal, "fs", &[], 2);
        check_xboard(Class::Diagonal, "fr", &[1], 2);
        check_xboard(Class::Diagonal, "fsr", &[1, 3], 3);
        check_xboard(Class::Orthogonal, "fhr", &[0], 1);
        check_xboard(Class::Oblique, "vv", &[], 2);
        check_xboard(Class::Oblique, "ffrr", &[0, 7, 1, 2], 4);
        check_xboard(Class::Oblique, "hrf", &[0, 2, 4, 6], 2);
        check_xboard(Class::Oblique, "fh", &[0, 1, 6, 7], 2);
        check_xboard(Class::King, "ffrr", &[0, 1, 2], 4);
        check_xboard(Class::King, "fh", &[0, 1, 2, 3, 4, 5, 6, 7], 2);
        check_xboard(Class::King, "fsm", &[1, 7], 2);
    }

    #[test]
    fn fairy_stockfish_reads_everything_as_oblique() {
        check_fairy_stockfish(Class::King, "f", &[7, 0, 1]);
        check_fairy_stockfish(Class::King, "fs", &[1, 2, 6, 7]);
        check_fairy_stockfish(Class::Diagonal, "fs", &[1, 7]);
        check_fairy_stockfish(Class::Orthogonal, "fs", &[0, 2, 6]);
        check_fairy_stockfish(Class::Orthogonal, "vl", &[0, 4, 6]);
        check_fairy_stockfish(Class::Oblique, "sf", &[]);
        check_fairy_stockfish(Class::Oblique, "lv", &[4, 7]);
    }
}
