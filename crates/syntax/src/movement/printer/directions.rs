//! Spelling of headings: the shortest direction letters of every set, by class and dialect.

use std::sync::LazyLock;

use crate::geometry::{Heading, Headings, value_at, value_for};
use crate::movement::Dialect;
use crate::movement::directions::{
    Class, Leading, Selection, select, select_fairy_stockfish, select_xboard,
};
use crate::source::budget::unbounded;

/// The direction letters in order of preference.
const LETTERS: [char; 7] = ['f', 'b', 'l', 'r', 'v', 's', 'h'];

/// Spellings of heading sets.
type Table = Vec<(Headings, String)>;

/// The reading of direction letters.
#[derive(Clone, Copy)]
enum Reader {
    XBetza,
    Diagram2020,
    /// K and Q are two atoms each.
    ClassicKing,
    XBoard,
    FairyStockfish,
}

/// The shortest letters for the headings, on the first leg of an atom of the class or, with [`Class::King`], on a later
/// leg. The empty string stands for all headings of the class.
pub(super) fn spelled(
    class: Class,
    headings: Headings,
    dialect: Dialect,
    is_first: bool,
) -> Option<&'static str> {
    macro_rules! table {
        ($reader:expr, $class:expr) => {{
            static TABLE: LazyLock<Table> =
                LazyLock::new(|| unbounded(|| table_of($reader, $class)));
            &*TABLE
        }};
    }
    macro_rules! tables {
        ($reader:expr) => {
            match class {
                Class::Orthogonal => table!($reader, Class::Orthogonal),
                Class::Diagonal => table!($reader, Class::Diagonal),
                Class::Oblique => table!($reader, Class::Oblique),
                Class::King => table!($reader, Class::King),
            }
        };
    }
    let table = match dialect {
        Dialect::Classic if is_first && class == Class::King => {
            table!(Reader::ClassicKing, Class::King)
        }
        Dialect::XBetza | Dialect::Classic => tables!(Reader::XBetza),
        Dialect::Diagram2020 => tables!(Reader::Diagram2020),
        Dialect::XBoard => tables!(Reader::XBoard),
        Dialect::FairyStockfish => tables!(Reader::FairyStockfish),
    };
    value_at(table, &headings).map(String::as_str)
}

/// The headings that the letters select, if each letter has an effect.
fn selected(reader: Reader, class: Class, letters: &[char]) -> Option<Headings> {
    let clean = |selection: Selection| {
        (selection.meaningless.is_empty() && selection.useless.is_empty())
            .then_some(selection.headings)
    };
    let doubtful = |pair: &[char]| matches!(pair, ['s', 'f' | 'b'] | ['v', 'l' | 'r']);
    if class != Class::Orthogonal && letters.windows(2).any(doubtful) {
        return None;
    }
    match reader {
        Reader::XBetza => clean(select(class, letters, Leading::Never)),
        Reader::Diagram2020 => clean(select(class, letters, Leading::OnKing)),
        Reader::ClassicKing => {
            let one = clean(select(Class::Orthogonal, letters, Leading::Never))?;
            let other = clean(select(Class::Diagonal, letters, Leading::Never))?;
            Some(one.union(other))
        }
        // In XBoard, a leading `h` includes the letter after it.
        Reader::XBoard if matches!(letters, ['h'] | ['h', 'f' | 'b' | 'v' | 's' | 'h', ..]) => None,
        Reader::XBoard => {
            let (headings, used) = select_xboard(class, letters);
            (used == letters.len()).then_some(headings)
        }
        Reader::FairyStockfish => clean(select_fairy_stockfish(class, letters)),
    }
}

/// Builds spellings one unit at a time and keeps the shortest one for each set.
fn table_of(reader: Reader, class: Class) -> Table {
    let mut units: Vec<Vec<char>> = LETTERS.iter().map(|one| vec![*one]).collect();
    units.extend(
        LETTERS
            .iter()
            .flat_map(|one| LETTERS.iter().map(|other| vec![*one, *other])),
    );
    let every_set = match class {
        Class::Orthogonal | Class::Diagonal => 15,
        Class::Oblique | Class::King => 255,
    };
    let mut table = Table::new();
    // The next letter can pair with the last one, so spellings are extended for each last letter.
    let mut reached: Vec<((Headings, Option<char>), usize)> = Vec::new();
    let mut by_length: Vec<Vec<Vec<char>>> = vec![vec![Vec::new()]];
    let mut length = 0;
    while length < by_length.len() && length < 16 {
        for spelling in std::mem::take(&mut by_length[length]) {
            for unit in &units {
                let mut longer = spelling.clone();
                longer.extend(unit);
                let Some(headings) = selected(reader, class, &longer) else {
                    continue;
                };
                if headings.is_empty() {
                    continue;
                }
                let best = value_for(&mut reached, (headings, longer.last().copied()));
                if (1..=longer.len()).contains(best) {
                    continue;
                }
                *best = longer.len();
                let text: String = longer.iter().collect();
                match value_at(&table, &headings) {
                    Some(best) if best.len() <= text.len() => {}
                    _ => *value_for(&mut table, headings) = text,
                }
                while by_length.len() <= longer.len() {
                    by_length.push(Vec::new());
                }
                by_length[longer.len()].push(longer);
            }
        }
        length += 1;
        let longest = table.iter().map(|(_, text)| text.len()).max().unwrap_or(0);
        if table.len() >= every_set && length > longest {
            break;
        }
    }
    value_for(&mut table, class.owned()).clear();
    table
}

/// The class of headings on the radial ring: orthogonal, diagonal, or both.
pub(super) fn class_of(headings: Headings) -> Class {
    let is_in = |set: Headings| headings.difference(set).is_empty();
    if is_in(Headings::ORTHOGONAL) {
        Class::Orthogonal
    } else if is_in(Headings::DIAGONAL) {
        Class::Diagonal
    } else {
        Class::King
    }
}

/// The mirror images of the turns.
pub(super) fn mirrored(turns: Headings) -> Headings {
    turns
        .iter()
        .map(|turn| Heading::FORWARD.turned(8 - turn.number()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(class: Class, numbers: &[u8], expected: &str) {
        let found = spelled(class, Headings::of(numbers), Dialect::XBetza, true);
        assert_eq!(found, Some(expected));
    }

    #[test]
    fn the_shortest_letters_are_found() {
        check(Class::Orthogonal, &[0], "f");
        check(Class::Orthogonal, &[0, 2, 6], "fs");
        check(Class::Orthogonal, &[0, 2, 4, 6], "");
        check(Class::Diagonal, &[1], "fr");
        check(Class::Oblique, &[0], "rf");
        check(Class::Oblique, &[1, 6], "fs");
        check(Class::King, &[7, 0, 1], "fh");
        check(Class::King, &[1, 7], "fs");
    }

    #[test]
    fn every_set_can_be_said() {
        for class in [Class::Oblique, Class::King] {
            for bits in 1..=255_u8 {
                let headings: Headings = (0..8)
                    .filter(|bit| bits >> bit & 1 == 1)
                    .map(Heading::new)
                    .collect();
                for dialect in [Dialect::XBetza, Dialect::Diagram2020] {
                    assert!(spelled(class, headings, dialect, true).is_some());
                }
            }
        }
    }
}
