//! Names of pieces and squares in English sentences, and sets of squares as zone texts.

use crate::geometry::{BoardShape, Perspective, Square, SquareSet, Zone};

use super::tree::{Node, Table};

/// A name with spaces between its words.
pub fn spaced(name: &str) -> String {
    name.replace(['-', '_'], " ")
}

/// A count with the name of a piece in singular or plural.
pub fn plural(count: u16, name: &str) -> String {
    let name = spaced(name);
    match count {
        1 => format!("1 {name}"),
        _ => format!("{count} {}", several(&name)),
    }
}

/// The plural of a name: `pawns of rooks`, `foxes`.
pub fn several(name: &str) -> String {
    let name = spaced(name);
    if let Some((head, rest)) = name.split_once(" of ") {
        return format!("{} of {rest}", several(head));
    }
    let stem = |ending: &str, new: &str| Some(format!("{}{new}", name.strip_suffix(ending)?));
    let hisses = ["s", "x", "z", "ch", "sh"];
    let after_vowel = ["ay", "ey", "oy", "uy"];
    let is_ox = name == "ox" || name.ends_with(" ox");
    None.or_else(|| is_ox.then(|| format!("{name}en")))
        .or_else(|| stem("wolf", "wolves"))
        .or_else(|| stem("man", "men"))
        .or_else(|| {
            hisses
                .iter()
                .any(|end| name.ends_with(end))
                .then(|| format!("{name}es"))
        })
        .or_else(|| {
            let keeps = after_vowel.iter().any(|end| name.ends_with(end));
            if keeps { None } else { stem("y", "ies") }
        })
        .unwrap_or_else(|| format!("{name}s"))
}

/// A name, or a choice of several names, with an article: `an heir`, `a unicorn`.
pub fn one_of(names: &str) -> String {
    let begins_with = |starts: &[&str]| starts.iter().any(|start| names.starts_with(start));
    let has_vowel = begins_with(&["a", "e", "i", "o", "u"]);
    let sounds_otherwise = if has_vowel {
        begins_with(&["eu", "one ", "uni", "use"])
    } else {
        begins_with(&["heir", "honest", "honor", "hour"])
    };
    let article = match (has_vowel, sounds_otherwise) {
        (true, false) | (false, true) => "an",
        _ => "a",
    };
    format!("{article} {names}")
}

/// A description of squares as a choice: `a1, g1 or a7`, `rank 8 or 9`.
pub fn either(place: &str) -> String {
    let text = place.replace(" and ", " or ");
    for (several, one) in [("ranks ", "rank "), ("files ", "file ")] {
        let rest = text.strip_prefix(several);
        if let Some(rest) =
            rest.filter(|rest| rest.split(' ').count() == 3 && !rest.contains(" to "))
        {
            return format!("{one}{rest}");
        }
    }
    text
}

// Zone texts of sets of squares.

/// A zone: one text if Black's squares mirror White's, otherwise a text for each side.
pub(crate) fn zone(zone: &Zone, shape: &BoardShape) -> Node {
    let [white, black] = zone.sides();
    if let Some(text) = one_text([white, black], shape) {
        return Node::Text(text);
    }
    let mut table = Table::default();
    table.put("white", squares(white, shape));
    table.put("black", squares(black, shape));
    table.into()
}

/// The text for both sides, if Black's squares mirror White's.
pub(crate) fn one_text([white, black]: [&SquareSet; 2], shape: &BoardShape) -> Option<String> {
    let mirrored = Zone::mirrored(shape, white);
    let is_mirrored =
        mirrored.of(Perspective::White) == white && mirrored.of(Perspective::Black) == black;
    is_mirrored.then(|| squares(white, shape))
}

/// The text of squares as White sees them: whole ranks, whole files, rectangles.
pub fn squares(set: &SquareSet, shape: &BoardShape) -> String {
    if set.is_empty() {
        return "none".to_owned();
    }
    let all: SquareSet = shape.squares().collect();
    if *set == all {
        return "*".to_owned();
    }
    let intersections: SquareSet = all
        .iter()
        .filter(|one| shape.is_intersection(*one))
        .collect();
    for (word, those) in [
        ("squares", all.difference(&intersections)),
        ("intersections", intersections),
    ] {
        if shape.has_intersections() && *set == those {
            return word.to_owned();
        }
    }
    let mut rest = set.clone();
    let mut parts = Vec::new();
    let unit = shape.unit();
    // Lines of intersections have no name; they are between two lines of squares.
    let named = |(low, high): (u8, u8)| {
        let (low, high) = (low.next_multiple_of(unit), high - high % unit);
        (low <= high).then_some((low, high))
    };
    let whole = |line: &dyn Fn(Square) -> u8, number: u8| {
        let mut there = shape.squares().filter(|square| line(*square) == number);
        let mut any = false;
        there.all(|square| {
            any = true;
            set.contains(square)
        }) && any
    };
    let rank_of = |square| shape.rank_of(square);
    let first = shape.first_rank();
    let ranks = runs((0..shape.ranks()).filter(|rank| whole(&rank_of, *rank)));
    let ranks: Vec<(u8, u8)> = ranks.into_iter().filter_map(named).collect();
    for (low, high) in &ranks {
        let last = (shape.ranks() - 1) / unit;
        parts.push(match (*low / unit, *high / unit) {
            (low, high) if high == last && low == last => "rank -1".to_owned(),
            (low, high) if high == last => format!("rank -{}..", last - low + 1),
            (low, high) if low == high => format!("rank {}", i16::from(low) + first),
            (0, high) => format!("rank ..{}", i16::from(high) + first),
            (low, high) => format!(
                "rank {}..{}",
                i16::from(low) + first,
                i16::from(high) + first
            ),
        });
    }
    let in_runs = |runs: &[(u8, u8)], number: u8| {
        let mut runs = runs.iter();
        runs.any(|(low, high)| (*low..=*high).contains(&number))
    };
    rest = rest
        .iter()
        .filter(|square| !in_runs(&ranks, rank_of(*square)))
        .collect();
    let file_of = |square| shape.file_of(square);
    let files = if rest.is_empty() {
        Vec::new()
    } else {
        let runs = runs((0..shape.files()).filter(|file| whole(&file_of, *file)));
        runs.into_iter().filter_map(named).collect()
    };
    for (low, high) in &files {
        let (low, high) = (shape.file_label(*low), shape.file_label(*high));
        parts.push(if low == high {
            format!("file {low}")
        } else {
            format!("file {low}..{high}")
        });
    }
    rest = rest
        .iter()
        .filter(|square| !in_runs(&files, file_of(*square)))
        .collect();
    while let Some(corner) = rest.iter().next() {
        let (file, rank) = (file_of(corner), rank_of(corner));
        let row = |from: u8, to: u8, rank: u8| {
            (from..=to).all(|file| {
                let square = shape.at(file, rank);
                square.is_some_and(|square| rest.contains(square))
            })
        };
        let right = (file..shape.files())
            .take_while(|right| row(*right, *right, rank))
            .last()
            .unwrap_or(file);
        let top = (rank..shape.ranks())
            .take_while(|top| row(file, right, *top))
            .last()
            .unwrap_or(rank);
        let opposite = shape.at(right, top).unwrap_or(corner);
        parts.push(if opposite == corner {
            shape.name(corner)
        } else {
            format!("{}-{}", shape.name(corner), shape.name(opposite))
        });
        rest = rest
            .iter()
            .filter(|square| {
                !(file..=right).contains(&file_of(*square))
                    || !(rank..=top).contains(&rank_of(*square))
            })
            .filter(|square| *square != corner)
            .collect();
    }
    parts.join(", ")
}

/// Ascending numbers as contiguous runs.
fn runs(numbers: impl Iterator<Item = u8>) -> Vec<(u8, u8)> {
    let mut runs: Vec<(u8, u8)> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some((_, high)) if *high + 1 == number => *high = number,
            _ => runs.push((number, number)),
        }
    }
    runs
}
