//! Squares and zones in words: `rank 4`, `d1 to f3`, `all squares but e4`.

use super::{BoardShape, Layer, Perspective, Square, SquareSet, Zone};

/// A list in words: `a, b and c`, with the last conjunction given.
pub fn list(items: &[String], last: &str) -> String {
    match items {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [all @ .., end] => format!("{} {last} {end}", all.join(", ")),
    }
}

/// White's squares of a zone in words, and Black's if they are not the mirror image.
pub fn zone_in_words(shape: &BoardShape, zone: &Zone) -> String {
    let (white, black) = (zone.of(Perspective::White), zone.of(Perspective::Black));
    let words = squares_in_words(shape, white);
    let has = |set: &SquareSet| shape.squares().any(|square| set.contains(square));
    if Zone::mirrored(shape, white).of(Perspective::Black) == black {
        words
    } else if white == black {
        format!("{words} (for both sides)")
    } else if !has(black) {
        format!("{words} (White alone)")
    } else if !has(white) {
        format!("{} (Black alone)", squares_in_words(shape, black))
    } else {
        format!(
            "{words} (White) or {} (Black)",
            squares_in_words(shape, black)
        )
    }
}

/// Squares in words: whole ranks and files by name, others one by one. On a board with
/// intersections, these come after the squares.
pub fn squares_in_words(shape: &BoardShape, set: &SquareSet) -> String {
    let set: SquareSet = shape.squares().filter(|one| set.contains(*one)).collect();
    if set.is_empty() {
        return "no square".to_owned();
    }
    let grids = [
        Some(Grid::new(shape, shape.squares_layer())),
        shape
            .intersection_layer()
            .map(|layer| Grid::new(shape, layer)),
    ];
    let mut parts = Vec::new();
    for (grid, of_intersections) in grids.into_iter().flatten().zip([false, true]) {
        let here: SquareSet = set
            .iter()
            .filter(|one| shape.is_intersection(*one) == of_intersections)
            .collect();
        if here.is_empty() {
            continue;
        }
        let all = grid.existing().all(|one| here.contains(one));
        parts.push(match (of_intersections, all) {
            (false, true) => "any square".to_owned(),
            (true, true) => "any intersection".to_owned(),
            (false, false) => grid.words(&here),
            (true, false) => format!("the intersections {}", grid.words(&here)),
        });
    }
    list(&parts, "and")
}

/// Squares by name, existing or not; `None` for no squares.
pub fn squares_by_name(shape: &BoardShape, set: &SquareSet) -> Option<String> {
    let grid = Grid::new(shape, shape.squares_layer());
    let named: SquareSet = grid.places().filter(|place| set.contains(*place)).collect();
    (!named.is_empty()).then(|| grid.one_by_one(&named))
}

/// A run of ranks or files in words; `steps` is the distance between its ends.
fn run_words(word: &str, from: &str, to: &str, steps: u8) -> String {
    match steps {
        0 => format!("{word} {from}"),
        1 => format!("{word}s {from} and {to}"),
        _ => format!("{word}s {from} to {to}"),
    }
}

/// The squares or the intersections of a board.
struct Grid<'a> {
    shape: &'a BoardShape,
    layer: Layer,
}

impl<'a> Grid<'a> {
    fn new(shape: &'a BoardShape, layer: Layer) -> Grid<'a> {
        Grid { shape, layer }
    }

    /// Its places in ascending order, including holes.
    fn places(&self) -> impl Iterator<Item = Square> + '_ {
        let at = |file, rank| self.layer.at(self.shape, file, rank);
        (0..self.layer.ranks)
            .flat_map(move |rank| (0..self.layer.files).filter_map(move |file| at(file, rank)))
    }

    fn existing(&self) -> impl Iterator<Item = Square> + '_ {
        self.places().filter(|place| self.shape.exists(*place))
    }

    fn is_of_intersections(&self) -> bool {
        self.shape.intersection_layer() == Some(self.layer)
    }

    fn file_of(&self, place: Square) -> u8 {
        self.shape.file_of(place) / self.shape.unit()
    }

    fn rank_of(&self, place: Square) -> u8 {
        self.shape.rank_of(place) / self.shape.unit()
    }

    fn words(&self, set: &SquareSet) -> String {
        let rank_name = |rank: u8| (i16::from(rank) + self.shape.first_rank()).to_string();
        let file_name = |file: u8| self.shape.column(file);
        let Layer { files, ranks, .. } = self.layer;
        // Intersections lie between ranks and files and have no names of lines.
        let lines = || {
            self.whole(
                set,
                (ranks, files),
                |one| self.rank_of(one),
                "rank",
                rank_name,
            )
            .or_else(|| {
                self.whole(
                    set,
                    (files, ranks),
                    |one| self.file_of(one),
                    "file",
                    file_name,
                )
            })
        };
        if self.is_of_intersections() {
            return self.one_by_one(set);
        }
        let shade = || self.shade(set).map(str::to_owned);
        lines().or_else(shade).unwrap_or_else(|| {
            let rest: SquareSet = self.existing().filter(|one| !set.contains(*one)).collect();
            match self.block(&rest) {
                Some(block) if self.block(set).is_none() && rest.len() > 1 => {
                    format!("all squares but {block}")
                }
                _ => self.one_by_one(set),
            }
        })
    }

    /// The set as whole lines, if it consists of such.
    fn whole(
        &self,
        set: &SquareSet,
        (lines, across): (u8, u8),
        line_of: impl Fn(Square) -> u8,
        word: &str,
        name: impl Fn(u8) -> String,
    ) -> Option<String> {
        let mut full = Vec::new();
        let mut has_long = false;
        for line in 0..lines {
            let mut all = self.existing().filter(|one| line_of(*one) == line);
            let count = set.iter().filter(|one| line_of(*one) == line).count();
            if count == 0 {
                continue;
            }
            if !all.all(|one| set.contains(one)) {
                return None;
            }
            has_long |= count * 2 > usize::from(across);
            full.push(line);
        }
        // Lines with many holes are described square by square.
        if !has_long {
            return None;
        }
        let mut runs: Vec<(u8, u8)> = Vec::new();
        for line in full {
            match runs.last_mut() {
                Some((_, end)) if *end + 1 == line => *end = line,
                _ => runs.push((line, line)),
            }
        }
        let words: Vec<String> = runs
            .into_iter()
            .map(|(from, to)| run_words(word, &name(from), &name(to), to - from))
            .collect();
        Some(list(&words, "and"))
    }

    /// The corners of a set that is a rectangle of more than one file and rank.
    fn block(&self, set: &SquareSet) -> Option<String> {
        let files = || set.iter().map(|one| self.file_of(one));
        let ranks = || set.iter().map(|one| self.rank_of(one));
        let (left, right) = files().min().zip(files().max())?;
        let (low, high) = ranks().min().zip(ranks().max())?;
        let (wide, tall) = (usize::from(right - left) + 1, usize::from(high - low) + 1);
        let corner = |file, rank| self.layer.at(self.shape, file, rank);
        let corners = corner(left, low).zip(corner(right, high));
        let (from, to) = corners.filter(|_| wide * tall == set.len() && wide > 1 && tall > 1)?;
        Some(format!(
            "{} to {}",
            self.shape.name(from),
            self.shape.name(to)
        ))
    }

    fn one_by_one(&self, set: &SquareSet) -> String {
        if let Some(block) = self.block(set) {
            return block;
        }
        // Runs along a rank are described by their ends.
        let mut runs: Vec<(Square, Square)> = Vec::new();
        for square in set {
            match runs.last_mut() {
                Some((_, end))
                    if self.rank_of(*end) == self.rank_of(square)
                        && self.file_of(*end) + 1 == self.file_of(square) =>
                {
                    *end = square;
                }
                _ => runs.push((square, square)),
            }
        }
        // Equal runs on adjacent ranks form a rectangle.
        let mut blocks: Vec<(Square, Square)> = Vec::new();
        for (from, to) in runs {
            let files = |one: &(Square, Square)| (self.file_of(one.0), self.file_of(one.1));
            let goes_on = |one: &&mut (Square, Square)| {
                files(one) == files(&(from, to)) && self.rank_of(one.1) + 1 == self.rank_of(from)
            };
            match blocks.iter_mut().find(goes_on) {
                Some(block) => block.1 = to,
                None => blocks.push((from, to)),
            }
        }
        let names: Vec<String> = blocks
            .into_iter()
            .flat_map(|(from, to)| {
                let (low, high) = (self.shape.name(from), self.shape.name(to));
                let across = self.file_of(to) - self.file_of(from);
                let up = self.rank_of(to) - self.rank_of(from);
                if across > 0 && across + 1 == self.layer.files && !self.is_of_intersections() {
                    let name = |square| {
                        (i16::from(self.rank_of(square)) + self.shape.first_rank()).to_string()
                    };
                    return vec![run_words("rank", &name(from), &name(to), up)];
                }
                match across + up {
                    0 => vec![low],
                    1 => vec![low, high],
                    _ => vec![format!("{low} to {high}")],
                }
            })
            .collect();
        list(&names, "and")
    }

    /// The dark or the light squares, if the set is all of either.
    fn shade(&self, set: &SquareSet) -> Option<&'static str> {
        let shade = |one: Square| (self.file_of(one) + self.rank_of(one)) % 2;
        let all = |wanted: u8| {
            self.existing()
                .all(|one| set.contains(one) == (shade(one) == wanted))
        };
        let has_both = self.existing().any(|one| shade(one) == 0)
            && self.existing().any(|one| shade(one) == 1);
        match (all(0), all(1)) {
            _ if !has_both => None,
            (true, _) => Some("the dark squares"),
            (_, true) => Some("the light squares"),
            _ => None,
        }
    }
}
