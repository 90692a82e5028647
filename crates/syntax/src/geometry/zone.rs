//! Zones: sets of squares written as text, by perspective of White or Black.
//!
//! A zone is a list of parts separated by commas. Each part is one of `*` (every square), `none`, a
//! square `e4`, a file `file c` or `file c..e`, ranks `rank 2` or `rank 4..6` (either end may be
//! omitted), `squares` or `intersections`, or a rectangle `d1-f3`; `not` before a part removes its squares
//! from those of the parts before it. Negative numbers count from the far side on a board of any
//! size: `rank -1` is the last rank, `rank -3..` the last three, `file -1` the last file. Ranks and
//! squares are White's; Black's zone is the mirror image, rank for rank. `white` before a part, as
//! in `white e4`, denotes the same squares for both sides.

use std::fmt;

use super::in_words::zone_in_words;
use super::shape::{BoardShape, Perspective};
use super::square::Square;
use super::square_set::SquareSet;

/// A set of squares for each side.
///
/// ```
/// # extern crate ferz_syntax as ferz;
/// use ferz::geometry::{BoardShape, Perspective, Zone};
///
/// let board = BoardShape::rectangle(8, 8).unwrap();
/// // The text has the view of White; Black has the mirror image.
/// let zone = Zone::parse("rank 7..", &board).unwrap();
/// assert!(zone.contains(board.parse("e8").unwrap(), Perspective::White));
/// assert!(zone.contains(board.parse("e1").unwrap(), Perspective::Black));
/// assert_eq!(zone.of(Perspective::White).len(), 16);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    white: SquareSet,
    black: SquareSet,
}

/// The reason why a zone text is invalid, with the byte range of the offending part.
///
/// ```
/// # extern crate ferz_syntax as ferz;
/// use ferz::geometry::{BoardShape, Zone};
///
/// let board = BoardShape::rectangle(8, 8).unwrap();
/// let error = Zone::parse("rank 1, z9", &board).unwrap_err();
/// assert_eq!(error.range, 8..10);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ZoneError {
    /// The byte range of the offending part.
    pub range: std::ops::Range<usize>,
    /// The message.
    pub message: String,
}

/// A part of a zone text that has no effect, with its byte range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdlePart {
    /// The byte range of the part.
    pub range: std::ops::Range<usize>,
    /// Whether it should remove squares.
    pub removes: bool,
    /// Whether there are no squares before it.
    pub is_first: bool,
}

impl IdlePart {
    /// The remedy for a zone with this text.
    pub fn remedy(&self, text: &str) -> String {
        match (self.removes, self.is_first) {
            (true, true) => format!("begin with all squares: `*, {text}`"),
            (true, false) => "write it after the part from which it removes squares".to_owned(),
            (false, _) => "delete it, or correct it".to_owned(),
        }
    }
}

impl fmt::Display for IdlePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.removes, self.is_first) {
            (true, true) => "a zone that begins with `not` has no squares to remove",
            (true, false) => "this removes nothing: the parts before it do not contain its squares",
            (false, _) => "this adds nothing: the parts before it contain all of its squares",
        })
    }
}

impl fmt::Display for ZoneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ZoneError {}

impl Zone {
    /// All existing squares of the board, for both sides.
    #[doc(hidden)]
    pub fn everywhere(shape: &BoardShape) -> Zone {
        let all: SquareSet = shape.squares().collect();
        Zone {
            white: all.clone(),
            black: all,
        }
    }

    /// The last rank from the view of each side.
    #[doc(hidden)]
    pub fn last_rank(shape: &BoardShape) -> Zone {
        let rank = shape.ranks() - 1;
        let squares: SquareSet = (0..shape.files())
            .filter_map(|file| shape.at(file, rank))
            .collect();
        Zone::mirrored(shape, &squares)
    }

    /// The empty zone.
    #[doc(hidden)]
    pub fn nowhere() -> Zone {
        Zone {
            white: SquareSet::new(),
            black: SquareSet::new(),
        }
    }

    /// A zone with a set for each side.
    #[doc(hidden)]
    pub const fn of_sides(white: SquareSet, black: SquareSet) -> Zone {
        Zone { white, black }
    }

    /// A zone computed by side.
    #[doc(hidden)]
    pub fn by_side(mut squares: impl FnMut(Perspective) -> SquareSet) -> Zone {
        let white = squares(Perspective::White);
        Zone::of_sides(white, squares(Perspective::Black))
    }

    /// A zone whose Black half is the mirror image of White's, without the holes of the board,
    /// which need not be symmetric.
    #[doc(hidden)]
    pub fn mirrored(shape: &BoardShape, white: &SquareSet) -> Zone {
        let black: SquareSet = white.iter().map(|square| shape.mirrored(square)).collect();
        Zone {
            white: white.difference(shape.holes()),
            black: black.difference(shape.holes()),
        }
    }

    /// Reads a zone in White's notation; Black's is the mirror image.
    pub fn parse(text: &str, shape: &BoardShape) -> Result<Zone, ZoneError> {
        Zone::read_onto(Zone::nowhere(), text, shape).map(|(zone, _)| zone.on(shape))
    }

    /// Reads the squares of a zone text, without mirroring.
    #[doc(hidden)]
    pub fn parse_squares(text: &str, shape: &BoardShape) -> Result<SquareSet, ZoneError> {
        Zone::parse(text, shape).map(|zone| zone.white)
    }

    /// The zone without the holes of the board, which a text may have named.
    #[must_use]
    #[doc(hidden)]
    pub fn on(self, shape: &BoardShape) -> Zone {
        Zone {
            white: self.white.difference(shape.holes()),
            black: self.black.difference(shape.holes()),
        }
    }

    /// Reads a zone text as the continuation of an earlier one, with the parts that have no effect,
    /// which are probably mistakes. The result may include holes of the board.
    #[doc(hidden)]
    pub fn read_onto(
        mut zone: Zone,
        text: &str,
        shape: &BoardShape,
    ) -> Result<(Zone, Vec<IdlePart>), ZoneError> {
        let mut idle = Vec::new();
        let mut start = 0;
        for part in text.split(',') {
            let lead = part.len() - part.trim_start().len();
            let word = part.trim();
            let range = start + lead..start + lead + word.len();
            start += part.len() + 1;
            let (word, removed) = without(word, "not ");
            let (word, is_the_same) = without(word, "white ");
            let white = part_squares(word, shape).map_err(|message| ZoneError {
                range: range.clone(),
                message,
            })?;
            let black = if is_the_same {
                white.clone()
            } else {
                white.iter().map(|square| shape.mirrored(square)).collect()
            };
            let changed = if removed {
                Zone::of_sides(zone.white.difference(&white), zone.black.difference(&black))
            } else {
                Zone::of_sides(zone.white.union(&white), zone.black.union(&black))
            };
            if changed == zone && word != "none" {
                idle.push(IdlePart {
                    range,
                    removes: removed,
                    is_first: zone == Zone::nowhere(),
                });
            }
            zone = changed;
        }
        Ok((zone, idle))
    }

    /// White's squares in words, such as `ranks 1 to 3`, and Black's if they are not the mirror image.
    #[doc(hidden)]
    pub fn words(&self, shape: &BoardShape) -> String {
        zone_in_words(shape, self)
    }

    /// The squares of one side.
    pub const fn of(&self, owner: Perspective) -> &SquareSet {
        match owner {
            Perspective::White => &self.white,
            Perspective::Black => &self.black,
        }
    }

    /// The squares of White and Black.
    #[doc(hidden)]
    pub const fn sides(&self) -> [&SquareSet; 2] {
        [&self.white, &self.black]
    }

    /// Whether neither side has a square.
    #[doc(hidden)]
    pub fn is_empty(&self) -> bool {
        self.white.is_empty() && self.black.is_empty()
    }

    /// Whether the square belongs to the zone of a side.
    #[inline]
    pub fn contains(&self, square: Square, owner: Perspective) -> bool {
        self.of(owner).contains(square)
    }
}

/// Strips a word from the beginning of a text, and returns whether it was there.
fn without<'t>(text: &'t str, word: &str) -> (&'t str, bool) {
    match text.strip_prefix(word) {
        Some(rest) => (rest.trim_start(), true),
        None => (text, false),
    }
}

fn part_squares(word: &str, shape: &BoardShape) -> Result<SquareSet, String> {
    let rect = |files: (u8, u8), ranks: (u8, u8)| {
        (ranks.0..=ranks.1)
            .flat_map(|rank| (files.0..=files.1).filter_map(move |file| shape.at(file, rank)))
            .collect::<SquareSet>()
    };
    let (last_file, last_rank) = (shape.files() - 1, shape.ranks() - 1);
    let (squares, unit) = (shape.squares_layer(), shape.unit());
    if word == "*" {
        return Ok(rect((0, last_file), (0, last_rank)));
    }
    if word == "none" {
        return Ok(SquareSet::new());
    }
    if word == "intersections" || word == "squares" {
        let all = shape.squares();
        return Ok(all
            .filter(|square| shape.is_intersection(*square) == (word == "intersections"))
            .collect());
    }
    if let Some((several @ ("ranks" | "files"), which)) = word.split_once(' ') {
        let one = several.trim_end_matches('s');
        return Err(format!("write `{one} {which}`"));
    }
    if let Some(ranks) = word.strip_prefix("rank ") {
        let number = |text: &str| -> Result<u8, String> {
            let rank: i16 = text.parse().map_err(|_| match text.split_once('-') {
                Some((low, high)) => {
                    format!("`{text}` is not a rank number; write several ranks as `{low}..{high}`")
                }
                None => format!("`{text}` is not a rank number"),
            })?;
            let rank = if rank < 0 {
                rank.saturating_add(i16::from(squares.ranks))
            } else {
                rank.saturating_sub(shape.first_rank())
            };
            u8::try_from(rank)
                .ok()
                .filter(|rank| *rank < squares.ranks)
                .map(|rank| rank * unit)
                .ok_or_else(|| {
                    let first = shape.first_rank();
                    let last = first.saturating_add(i16::from(squares.ranks - 1));
                    format!("the board has no rank {text}, its ranks are {first} to {last}")
                })
        };
        return Ok(rect((0, last_file), ends(ranks.trim(), last_rank, number)?));
    }
    if let Some(files) = word.strip_prefix("file ") {
        let number = |text: &str| -> Result<u8, String> {
            let counted = text.parse().ok().filter(|from_right: &i16| *from_right < 0);
            let file = match counted {
                Some(from_right) => {
                    u8::try_from(from_right.saturating_add(i16::from(squares.files))).ok()
                }
                None => (0..squares.files).find(|file| shape.file_label(*file * unit) == text),
            };
            file.map(|file| file * unit).ok_or_else(|| {
                let (first, last) = (shape.file_label(0), shape.file_label(last_file));
                format!("the board has no file `{text}`, its files are {first} to {last}")
            })
        };
        return Ok(rect(ends(files.trim(), last_file, number)?, (0, last_rank)));
    }
    let square = |text: &str| {
        shape
            .parse(text.trim())
            .ok_or_else(|| not_a_square(text.trim()))
    };
    match word.split_once('-') {
        Some((a, b)) => {
            let (a, b) = (square(a)?, square(b)?);
            let (fa, fb) = (shape.file_of(a), shape.file_of(b));
            let (ra, rb) = (shape.rank_of(a), shape.rank_of(b));
            Ok(rect((fa.min(fb), fa.max(fb)), (ra.min(rb), ra.max(rb))))
        }
        None if word.is_empty() => Err("a part of the zone is empty".to_owned()),
        None => Ok([square(word)?].into_iter().collect()),
    }
}

/// The message about a text that is no square, with a suggestion.
fn not_a_square(text: &str) -> String {
    let remedy = match text.split_once(' ') {
        Some(("row", rank)) => format!("; write a rank as `rank {rank}`"),
        Some(("black", part)) => format!("; `white {part}` means the same squares for both sides"),
        Some(("column", file)) => format!("; write a file as `file {file}`"),
        Some((one, "rank" | "row")) if one == "last" || one == "first" => {
            let number = if one == "last" { "-1" } else { "1" };
            format!("; the {one} rank is `rank {number}`")
        }
        Some((word, number)) if ["rank", "file"].contains(&word.to_lowercase().as_str()) => {
            format!("; write `{} {number}`", word.to_lowercase())
        }
        Some(_) => "; separate the parts of a zone by commas: `e4, d5`".to_owned(),
        None => match text.split_once("..") {
            Some((from, to)) if !from.is_empty() && !to.is_empty() => {
                format!("; write a rectangle as `{from}-{to}`")
            }
            _ if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) => {
                format!("; write ranks as `rank {text}`")
            }
            _ if text.len() == 1 => format!("; write files as `file {text}`"),
            _ => {
                let lower = text.to_lowercase();
                let mut words = ["rank", "file"].into_iter();
                let part = words.find_map(|word| Some((word, lower.strip_prefix(word)?)));
                part.map_or(String::new(), |(word, part)| {
                    format!("; write `{word} {}`", part.trim())
                })
            }
        },
    };
    format!("`{text}` is not a square of the board{remedy}")
}

fn ends(
    text: &str,
    last: u8,
    number: impl Fn(&str) -> Result<u8, String>,
) -> Result<(u8, u8), String> {
    match text.split_once("..") {
        Some((a, b)) => {
            let low = if a.trim().is_empty() {
                0
            } else {
                number(a.trim())?
            };
            let high = if b.trim().is_empty() {
                last
            } else {
                number(b.trim())?
            };
            if low > high {
                Err(format!("`{text}` is empty"))
            } else {
                Ok((low, high))
            }
        }
        None => number(text).map(|n| (n, n)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_of_both_sides_are_not_mirrored() {
        let shape = BoardShape::rectangle(8, 8).unwrap();
        let zone = Zone::parse("rank 1, white e4, not white a1", &shape).unwrap();
        let has = |name: &str| {
            let square = shape.parse(name).unwrap();
            [Perspective::White, Perspective::Black].map(|owner| zone.contains(square, owner))
        };
        assert_eq!(
            ["e4", "e5", "a1", "b1", "a8"].map(has),
            [
                [true; 2],
                [false; 2],
                [false; 2],
                [true, false],
                [false, true]
            ]
        );
        assert!(Zone::parse("black e4", &shape).is_err());
    }

    #[test]
    fn parts_unite_and_black_sees_the_mirror_image() {
        let shape = BoardShape::rectangle(9, 10).unwrap();
        let palace = Zone::parse("d1-f3", &shape).unwrap();
        assert_eq!(palace.of(Perspective::White).len(), 9);
        assert!(palace.contains(shape.parse("e10").unwrap(), Perspective::Black));
        let river = Zone::parse("rank 6.., not file a", &shape).unwrap();
        assert_eq!(river.of(Perspective::White).len(), 40);
        let error = Zone::parse("rank 1, z9", &shape).unwrap_err();
        assert_eq!(error.range, 8..10);
    }

    #[test]
    fn negative_numbers_count_from_the_far_side_of_any_board() {
        for (files, ranks, first) in [(8, 8, 1), (10, 12, 0), (1, 1, 5)] {
            let shape = BoardShape::rectangle(files, ranks)
                .unwrap()
                .with_first_rank(first);
            let last = Zone::parse("rank -1", &shape).unwrap();
            for file in 0..files {
                let top = shape.at(file, ranks - 1).unwrap();
                assert!(last.contains(top, Perspective::White));
                assert!(last.contains(shape.mirrored(top), Perspective::Black));
            }
            assert_eq!(last.of(Perspective::White).len(), files as usize);
            let edge = Zone::parse_squares("file -1", &shape).unwrap();
            assert_eq!(edge.len(), ranks as usize);
        }
        let shape = BoardShape::rectangle(8, 8).unwrap();
        let far = Zone::parse_squares("rank -3..", &shape).unwrap();
        assert_eq!(far, Zone::parse_squares("rank 6..8", &shape).unwrap());
        assert_eq!(Zone::parse_squares("rank ..-8", &shape).unwrap().len(), 8);
        for outside in ["rank -9", "rank 0", "file -9", "file 1", "rank -32768"] {
            assert!(Zone::parse(outside, &shape).is_err(), "{outside}");
        }
    }

    #[test]
    fn black_sees_the_mirror_image_of_the_rectangle_and_not_of_its_holes() {
        let shape = BoardShape::rectangle(4, 4).unwrap();
        let holes = Zone::parse_squares("a4-c4, a1", &shape).unwrap();
        let shape = shape.with_holes(&holes).unwrap();
        let last = Zone::parse("rank -1", &shape).unwrap();
        assert_eq!(last.of(Perspective::White).len(), 1);
        assert_eq!(last.of(Perspective::Black).len(), 3);
    }

    #[test]
    fn parts_that_change_nothing_are_told() {
        let shape = BoardShape::rectangle(8, 8).unwrap();
        let idle = |text: &str| -> Vec<(String, bool, bool)> {
            let (_, idle) = Zone::read_onto(Zone::nowhere(), text, &shape).unwrap();
            idle.into_iter()
                .map(|part| (text[part.range].to_owned(), part.removes, part.is_first))
                .collect()
        };
        let part = |text: &str, removes, is_first| vec![(text.to_owned(), removes, is_first)];
        assert_eq!(idle("not rank 1"), part("not rank 1", true, true));
        assert_eq!(idle("file c, not c1, c8"), part("c8", false, false));
        assert_eq!(idle("file c, not d4, e4"), part("not d4", true, false));
        for good in ["*", "none", "*, not rank 1", "a1, b1", "*, not a1-h8, e4"] {
            assert_eq!(idle(good), [], "{good}");
        }
    }

    #[test]
    fn a_zone_can_be_continued_by_a_second_text() {
        let shape = BoardShape::rectangle(8, 8).unwrap();
        let ring = Zone::parse("*", &shape).unwrap();
        let (ring, _) = Zone::read_onto(ring, "not b2-g7", &shape).unwrap();
        assert_eq!(ring.of(Perspective::White).len(), 28);
    }
}
