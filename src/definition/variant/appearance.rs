//! The appearance of a board and its pieces: the keys of `presentation` that pictures use.
//!
//! ```
//! use ferz::definition::{Cells, PieceStyle};
//! use ferz::formats::Catalog;
//!
//! let xiangqi = Catalog::builtin().get("xiangqi").unwrap().appearance();
//! assert_eq!((xiangqi.cells, xiangqi.pieces), (Cells::Intersections, PieceStyle::Discs));
//! assert_eq!(xiangqi.palaces.len(), 2);
//! ```

use std::ops::Range;

use indexmap::IndexMap;

use crate::geometry::{BoardShape, Perspective, Square, SquareSet, Zone};
use crate::source::did_you_mean;

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$about:meta])* $word:ident $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub enum $name {
            $($(#[$about])* $word,)*
        }

        impl $name {
            /// All words of a definition.
            pub const WORDS: &[&str] = &[$($text),*];

            /// The value of a word.
            pub fn named(word: &str) -> Option<$name> {
                match word {
                    $($text => Some($name::$word),)*
                    _ => None,
                }
            }

            /// The word in a definition.
            pub const fn name(self) -> &'static str {
                match self { $($name::$word => $text,)* }
            }
        }
    };
}

words! {
    /// The form of the cells of a board.
    Cells {
        /// Squares of two colors.
        #[default]
        Squares "squares",
        /// Hexagons of three colors. Files run up; a rank runs to the right and half a cell down with each file.
        Hexes "hexes",
        /// Points where lines cross.
        Intersections "intersections",
        /// Sectors of rings. The first and last file are neighbors, and the first rank is outside.
        Rings "rings",
    }
}

words! {
    /// The drawings of pieces.
    PieceStyle {
        /// Figures that show how the pieces move; the orthodox ones have their usual look.
        #[default]
        Figures "figures",
        /// Letters on discs, except for orthodox pieces.
        Letters "letters",
        /// Small diagrams of the moves, except for orthodox pieces.
        Moves "moves",
        /// Pentagons that point to the enemy, with the signs of shogi or letters.
        Tiles "tiles",
        /// Discs with the signs of xiangqi or letters.
        Discs "discs",
    }
}

/// A part of the board that is drawn as a board of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubBoard {
    /// The name above it.
    pub name: String,
    /// The first and last file, from 0.
    pub files: (u8, u8),
    /// The first and last rank, from 0.
    pub ranks: (u8, u8),
}

impl SubBoard {
    /// Whether a square is in the rectangle of this part.
    pub fn contains(&self, shape: &BoardShape, square: Square) -> bool {
        let (file, rank) = (shape.file_of(square), shape.rank_of(square));
        (self.files.0..=self.files.1).contains(&file)
            && (self.ranks.0..=self.ranks.1).contains(&rank)
    }

    fn squares(&self, shape: &BoardShape) -> SquareSet {
        shape
            .squares()
            .filter(|square| self.contains(shape, *square))
            .collect()
    }

    /// The smallest part with these squares.
    fn around(name: &str, squares: &SquareSet, shape: &BoardShape) -> SubBoard {
        let range = |number: &dyn Fn(Square) -> u8| {
            let numbers = || squares.iter().map(number);
            (numbers().min().unwrap_or(0), numbers().max().unwrap_or(0))
        };
        SubBoard {
            name: name.to_owned(),
            files: range(&|square| shape.file_of(square)),
            ranks: range(&|square| shape.rank_of(square)),
        }
    }
}

/// The appearance of a board and its pieces.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Appearance {
    /// The form of the cells.
    pub cells: Cells,
    /// Squares of points with both diagonals, each by two opposite corners.
    pub palaces: Vec<[Square; 2]>,
    /// The rank below the river, from 0.
    pub river: Option<u8>,
    /// The boards in rows, from the top; empty if the board is in one piece.
    pub boards: Vec<Vec<SubBoard>>,
    /// The drawings of pieces.
    pub pieces: PieceStyle,
}

/// An error in a key of `presentation`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppearanceError {
    /// The key.
    pub key: String,
    /// The byte range of the error in the value.
    pub range: Range<usize>,
    /// The message.
    pub message: String,
    /// The remedy.
    pub help: Option<String>,
}

impl Appearance {
    /// The keys.
    pub const KEYS: [&str; 5] = ["cells", "palaces", "river", "boards", "pieces"];

    /// Reads the keys of `presentation`, with all errors. Other keys are ignored, except misspellings of these.
    pub fn read(
        texts: &IndexMap<String, String>,
        shape: &BoardShape,
    ) -> (Appearance, Vec<AppearanceError>) {
        let mut reader = Reader {
            shape,
            found: Appearance::default(),
            errors: Vec::new(),
        };
        for (key, text) in texts {
            match key.as_str() {
                "cells" => {
                    reader.found.cells = reader
                        .word(key, text, Cells::WORDS, Cells::named)
                        .unwrap_or_default();
                }
                "pieces" => {
                    reader.found.pieces = reader
                        .word(key, text, PieceStyle::WORDS, PieceStyle::named)
                        .unwrap_or_default();
                }
                "palaces" => reader.palaces(text),
                "river" => reader.river(text),
                "boards" => reader.boards(text),
                _ => {
                    if let Some(meant) = Appearance::KEYS.iter().find(|known| is_slip(key, known)) {
                        let message = format!("unknown key `{key}`");
                        let help = Some(format!("write `{meant}`"));
                        reader.fault(key, text, 0..text.len(), message, help);
                    }
                }
            }
        }
        reader.check_fit(texts);
        (reader.found, reader.errors)
    }
}

struct Reader<'a> {
    shape: &'a BoardShape,
    found: Appearance,
    errors: Vec<AppearanceError>,
}

impl Reader<'_> {
    fn fault(
        &mut self,
        key: &str,
        text: &str,
        range: Range<usize>,
        message: impl Into<String>,
        help: Option<String>,
    ) {
        let range = range.start.min(text.len())..range.end.min(text.len());
        self.errors.push(AppearanceError {
            key: key.to_owned(),
            range,
            message: message.into(),
            help,
        });
    }

    fn word<T>(
        &mut self,
        key: &str,
        text: &str,
        words: &[&str],
        named: fn(&str) -> Option<T>,
    ) -> Option<T> {
        let found = named(text);
        if found.is_none() {
            let shown: String = text.chars().take(40).collect();
            let message = format!("`{shown}` is not a value of `presentation.{key}`");
            let help = did_you_mean(&shown, words.iter().copied());
            self.fault(key, text, 0..text.len(), message, Some(help));
        }
        found
    }

    /// The squares of a zone text; reports errors and empty zones.
    fn zone(&mut self, key: &str, text: &str, part: Range<usize>) -> Option<Zone> {
        match Zone::parse(&text[part.clone()], self.shape) {
            Ok(zone) if !zone.of(Perspective::White).is_empty() => Some(zone),
            Ok(_) => {
                self.fault(key, text, part, "these squares do not exist", None);
                None
            }
            Err(error) => {
                let range = part.start + error.range.start..part.start + error.range.end;
                self.fault(key, text, range, error.message, None);
                None
            }
        }
    }

    /// Both diagonals of rectangles, which are mirrored for Black.
    fn palaces(&mut self, text: &str) {
        for part in parts(text, &[',']) {
            let Some(zone) = self.zone("palaces", text, part.clone()) else {
                continue;
            };
            for squares in zone.sides() {
                let palace = SubBoard::around("", squares, self.shape);
                let side = palace.files.1 - palace.files.0;
                let is_square = side > 0 && palace.ranks.1 - palace.ranks.0 == side;
                if !is_square || palace.squares(self.shape) != *squares {
                    let message = "a palace is a rectangle with as many files as ranks";
                    let help = Some("write its corners: `d1-f3`".to_owned());
                    self.fault("palaces", text, part.clone(), message, help);
                    break;
                }
                let corners = [
                    self.shape.at(palace.files.0, palace.ranks.0),
                    self.shape.at(palace.files.1, palace.ranks.1),
                ];
                if let [Some(low), Some(high)] = corners
                    && !self.found.palaces.contains(&[low, high])
                {
                    self.found.palaces.push([low, high]);
                }
            }
        }
    }

    fn river(&mut self, text: &str) {
        let Some(zone) = self.zone("river", text, 0..text.len()) else {
            return;
        };
        let banks = zone.of(Perspective::White);
        let around = SubBoard::around("", banks, self.shape);
        let (low, high) = around.ranks;
        let rows = SubBoard {
            files: (0, self.shape.files() - 1),
            ..around
        };
        if high == low + 1 && rows.squares(self.shape) == *banks {
            self.found.river = Some(low);
        } else {
            let message = "a river flows between two neighboring ranks";
            let help = Some("write both ranks: `rank 5..6`".to_owned());
            self.fault("river", text, 0..text.len(), message, help);
        }
    }

    /// Rows of boards: `A: a1-h8, B: i1-p8 / C: …`.
    fn boards(&mut self, text: &str) {
        let mut covered = SquareSet::new();
        let mut rows: Vec<Vec<SubBoard>> = Vec::new();
        let mut is_sound = true;
        for row in parts(text, &['/']) {
            let mut boards = Vec::new();
            for part in parts(&text[row.clone()], &[',']) {
                let part = row.start + part.start..row.start + part.end;
                let (name, squares) = match text[part.clone()].split_once(':') {
                    None => ("", part.clone()),
                    Some((name, rest)) => {
                        let lead = rest.len() - rest.trim_start().len();
                        (name.trim(), part.end - rest.len() + lead..part.end)
                    }
                };
                let Some(zone) = self.zone("boards", text, squares.clone()) else {
                    is_sound = false;
                    continue;
                };
                let own = zone.of(Perspective::White);
                let board = SubBoard::around(name, own, self.shape);
                let message = if board.squares(self.shape) != *own {
                    "a board is a rectangle of squares"
                } else if !covered.intersection(own).is_empty() {
                    "two boards have the same squares"
                } else {
                    covered = covered.union(own);
                    boards.push(board);
                    continue;
                };
                is_sound = false;
                self.fault("boards", text, squares, message, None);
            }
            rows.push(boards);
        }
        if !is_sound {
            return;
        }
        let mut left_out = self.shape.squares().filter(|one| !covered.contains(*one));
        if let Some(square) = left_out.next() {
            let message = format!("no board contains {}", self.shape.name(square));
            self.fault("boards", text, 0..text.len(), message, None);
            return;
        }
        self.found.boards = rows;
    }

    /// Reports keys that do not fit the cells or the board.
    fn check_fit(&mut self, texts: &IndexMap<String, String>) {
        let cells = self.found.cells;
        let text = |key: &str| texts.get(key).map_or("", String::as_str);
        if cells != Cells::Intersections {
            for key in ["palaces", "river"] {
                if texts.contains_key(key) {
                    let message = format!(
                        "`presentation.{key}` needs lines, but the cells of the board are {}",
                        cells.name()
                    );
                    let help = "write `cells = 'intersections'`, or remove the key".to_owned();
                    self.fault(key, text(key), 0..text(key).len(), message, Some(help));
                }
            }
        }
        let value = text("cells");
        if self.shape.has_intersections() && cells != Cells::Squares {
            let message = format!("a board with `intersections` cannot have cells as {value}");
            let help = Some("write `cells = 'squares'`, or remove the key".to_owned());
            self.fault("cells", value, 0..value.len(), message, help);
            self.found.cells = Cells::Squares;
        }
        let widths = if self.found.boards.is_empty() {
            vec![self.shape.files()]
        } else {
            let boards = self.found.boards.iter().flatten();
            boards.map(|one| one.files.1 - one.files.0 + 1).collect()
        };
        if cells == Cells::Rings && widths.iter().any(|files| *files < 3) {
            let message = "a ring has at least three files".to_owned();
            self.fault("cells", value, 0..value.len(), message, None);
            self.found.cells = Cells::Squares;
        }
        if self.found.cells != Cells::Intersections {
            self.found.palaces.clear();
            self.found.river = None;
        }
    }
}

/// Whether two words differ by one character, or by the order of two. Keys of other formats differ by more.
fn is_slip(word: &str, known: &str) -> bool {
    let (mut one, mut other) = (word.as_bytes(), known.as_bytes());
    while let ([a, rest @ ..], [b, others @ ..]) = (one, other)
        && a == b
    {
        (one, other) = (rest, others);
    }
    while let ([rest @ .., a], [others @ .., b]) = (one, other)
        && a == b
    {
        (one, other) = (rest, others);
    }
    match (one, other) {
        ([a, b], [c, d]) => a == d && b == c,
        _ => one.len() <= 1 && other.len() <= 1,
    }
}

/// The trimmed parts between separators, as byte ranges.
fn parts(text: &str, separators: &[char]) -> Vec<Range<usize>> {
    let mut start = 0;
    let mut found = Vec::new();
    for part in text.split(separators) {
        let lead = part.len() - part.trim_start().len();
        let from = start + lead;
        found.push(from..from + part.trim().len());
        start += part.len() + 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(files: u8, ranks: u8, texts: &[(&str, &str)]) -> (Appearance, Vec<AppearanceError>) {
        let shape = BoardShape::rectangle(files, ranks).unwrap();
        let texts = texts
            .iter()
            .map(|(key, text)| ((*key).to_owned(), (*text).to_owned()));
        Appearance::read(&texts.collect(), &shape)
    }

    #[test]
    fn palaces_are_mirrored_and_a_river_lies_between_two_ranks() {
        let texts = [
            ("cells", "intersections"),
            ("palaces", "d1-f3"),
            ("river", "rank 5..6"),
        ];
        let (found, errors) = read(9, 10, &texts);
        assert_eq!(errors, []);
        assert_eq!(found.river, Some(4));
        let shape = BoardShape::rectangle(9, 10).unwrap();
        let corners = |low: &str, high: &str| [low, high].map(|name| shape.parse(name).unwrap());
        assert_eq!(found.palaces, [corners("d1", "f3"), corners("d8", "f10")]);
    }

    #[test]
    fn boards_have_rows_and_names() {
        let (found, errors) = read(4, 4, &[("boards", "A: a1-b2, B: c1-d2 / rank 3..4")]);
        assert_eq!(errors, []);
        let names =
            |row: &Vec<SubBoard>| row.iter().map(|one| one.name.clone()).collect::<Vec<_>>();
        let rows: Vec<_> = found.boards.iter().map(names).collect();
        assert_eq!(
            rows,
            [vec!["A".to_owned(), "B".to_owned()], vec![String::new()]]
        );
        assert_eq!(found.boards[1][0].ranks, (2, 3));
    }

    #[test]
    fn what_does_not_fit_the_board_is_an_error_with_its_place() {
        let lines = ("cells", "intersections");
        for (texts, key, at) in [
            (vec![("cells", "hexs")], "cells", 0..4),
            (vec![("cels", "hexes")], "cels", 0..5),
            (
                vec![("cells", "hexes"), ("palaces", "a1-c3")],
                "palaces",
                0..5,
            ),
            (vec![("river", "rank 4..5")], "river", 0..9),
            (vec![lines, ("palaces", "a1-c3, d1-e3")], "palaces", 7..12),
            (vec![lines, ("palaces", "j1-l3")], "palaces", 0..5),
            (vec![lines, ("river", "rank 4..6")], "river", 0..9),
            (vec![("boards", "a1-d8, d1-h8")], "boards", 7..12),
            (vec![("boards", "A: a1-d8, B: e1-h7")], "boards", 0..18),
            (vec![("boards", "A: a1-d8, B: x1-h8")], "boards", 13..18),
            (vec![("boards", "a1-d8, e1-h7, e8-h8")], "", 0..0),
            (
                vec![("boards", "a1-a8, b1-h8"), ("cells", "rings")],
                "cells",
                0..5,
            ),
            (
                vec![("pieces", "discs"), ("coords", "1"), ("borders", "0")],
                "",
                0..0,
            ),
            (vec![("palcaes", "d1-f3")], "palcaes", 0..5),
        ] {
            let (_, errors) = read(8, 8, &texts);
            let found: Vec<_> = errors
                .iter()
                .map(|one| (one.key.as_str(), one.range.clone()))
                .collect();
            let expected = if key.is_empty() {
                vec![]
            } else {
                vec![(key, at)]
            };
            assert_eq!(found, expected, "{texts:?}: {errors:?}");
        }
    }

    #[test]
    fn cells_of_a_board_with_intersections_are_squares() {
        let shape = BoardShape::with_intersections(8, 8).unwrap();
        let texts = [("cells".to_owned(), "hexes".to_owned())]
            .into_iter()
            .collect();
        let (found, errors) = Appearance::read(&texts, &shape);
        assert_eq!((found.cells, errors.len()), (Cells::Squares, 1));
    }
}
