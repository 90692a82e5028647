//! Names, numbers and squares in words.

use crate::geometry::{BoardShape, Perspective, Square, SquareSet, Zone};

/// A name with a capital at its beginning and blanks between its words.
pub(super) fn capitalized(name: &str) -> String {
    let spaced = spaced(name);
    let mut letters = spaced.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => spaced,
    }
}

/// A name with blanks between its words.
pub(super) fn spaced(name: &str) -> String {
    name.replace(['-', '_'], " ")
}

/// A count of pieces.
pub(super) fn plural(count: u16, name: &str) -> String {
    let name = spaced(name);
    match count {
        1 => format!("1 {name}"),
        _ => format!("{count} {name}s"),
    }
}

/// `a, b and c`.
pub(super) fn list(items: &[String], last: &str) -> String {
    match items {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [all @ .., end] => format!("{} {last} {end}", all.join(", ")),
    }
}

/// White's squares of a zone, and Black's where they are not the mirror image.
pub(super) fn zone(shape: &BoardShape, zone: &Zone) -> String {
    let (white, black) = (zone.of(Perspective::White), zone.of(Perspective::Black));
    let words = squares(shape, white);
    if Zone::mirrored(shape, white).of(Perspective::Black) == black {
        words
    } else {
        format!("{words} (White) or {} (Black)", squares(shape, black))
    }
}

/// Squares in words: whole ranks and files by their names, others one by one.
pub(super) fn squares(shape: &BoardShape, set: &SquareSet) -> String {
    let set: SquareSet = shape.squares().filter(|one| set.contains(*one)).collect();
    if set.is_empty() {
        return "no square".to_owned();
    }
    if shape.squares().all(|one| set.contains(one)) {
        return "any square".to_owned();
    }
    let rank_name = |rank: u8| (i16::from(rank) + shape.first_rank()).to_string();
    let of_rank = |square: Square| shape.rank_of(square);
    let of_file = |square: Square| shape.file_of(square);
    let (files, ranks) = (shape.files(), shape.ranks());
    whole(shape, &set, (ranks, files), of_rank, "rank", rank_name)
        .or_else(|| {
            whole(
                shape,
                &set,
                (files, ranks),
                of_file,
                "file",
                BoardShape::file_name,
            )
        })
        .unwrap_or_else(|| one_by_one(shape, &set))
}

/// The lines of squares that the set consists of, if it consists of such.
fn whole(
    shape: &BoardShape,
    set: &SquareSet,
    (lines, across): (u8, u8),
    line_of: impl Fn(Square) -> u8,
    word: &str,
    name: impl Fn(u8) -> String,
) -> Option<String> {
    let mut full = Vec::new();
    for line in 0..lines {
        let mut all = shape.squares().filter(|one| line_of(*one) == line);
        let count = set.iter().filter(|one| line_of(*one) == line).count();
        if count == 0 {
            continue;
        }
        // A line with many holes is better told square by square.
        if count * 2 <= usize::from(across) || !all.all(|one| set.contains(one)) {
            return None;
        }
        full.push(line);
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
        .map(|(from, to)| {
            if from == to {
                format!("{word} {}", name(from))
            } else {
                format!("{word}s {} to {}", name(from), name(to))
            }
        })
        .collect();
    Some(list(&words, "and"))
}

/// Squares one by one, whether they exist or not.
pub(super) fn squares_as_they_are(shape: &BoardShape, set: &SquareSet) -> String {
    one_by_one(shape, set)
}

fn one_by_one(shape: &BoardShape, set: &SquareSet) -> String {
    let files: Vec<u8> = set.iter().map(|one| shape.file_of(one)).collect();
    let ranks: Vec<u8> = set.iter().map(|one| shape.rank_of(one)).collect();
    let low = files.iter().min().zip(ranks.iter().min());
    let high = files.iter().max().zip(ranks.iter().max());
    let corner = |(file, rank): (&u8, &u8)| shape.at(*file, *rank);
    let corners = low.and_then(corner).zip(high.and_then(corner));
    if let Some((low, high)) = corners {
        let wide = usize::from(shape.file_of(high) - shape.file_of(low)) + 1;
        let tall = usize::from(shape.rank_of(high) - shape.rank_of(low)) + 1;
        if wide * tall == set.len() && wide > 1 && tall > 1 {
            return format!("{} to {}", shape.name(low), shape.name(high));
        }
    }
    // Runs along a rank are told by their ends.
    let mut runs: Vec<(Square, Square)> = Vec::new();
    for square in set {
        match runs.last_mut() {
            Some((_, end))
                if shape.rank_of(*end) == shape.rank_of(square)
                    && shape.file_of(*end) + 1 == shape.file_of(square) =>
            {
                *end = square;
            }
            _ => runs.push((square, square)),
        }
    }
    let names: Vec<String> = runs
        .into_iter()
        .flat_map(|(from, to)| {
            let (low, high) = (shape.name(from), shape.name(to));
            match shape.file_of(to) - shape.file_of(from) {
                0 => vec![low],
                1 => vec![low, high],
                _ => vec![format!("{low} to {high}")],
            }
        })
        .collect();
    list(&names, "and")
}
