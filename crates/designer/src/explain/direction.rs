//! Headings and turns in words.

use ferz::geometry::{Heading, Headings, Ring, Step, grouped};
use ferz::movement::Course;

/// A number as a word up to twelve, as digits beyond.
pub(super) fn number(n: usize) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS
        .get(n)
        .map_or_else(|| n.to_string(), |&word| word.to_owned())
}

/// An ordinal as a word up to the sixth, in digits beyond.
pub(super) fn ordinal(n: u8) -> String {
    const WORDS: [&str; 6] = ["first", "second", "third", "fourth", "fifth", "sixth"];
    match (n, n % 10) {
        (1..=6, _) => WORDS[usize::from(n) - 1].to_owned(),
        (0 | 7..=20, _) | (_, 0 | 4..) => format!("{n}th"),
        (_, 1) => format!("{n}st"),
        (_, 2) => format!("{n}nd"),
        (_, 3) => format!("{n}rd"),
    }
}

/// A number of squares: `one square`, `two squares`, …
pub(super) fn squares(n: usize) -> String {
    let unit = if n == 1 { "square" } else { "squares" };
    format!("{} {unit}", number(n))
}

/// Joins parts by commas, with `word` before the last one.
pub(super) fn list(parts: &[String], word: &str) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [one, two] => format!("{one} {word} {two}"),
        [rest @ .., last] => format!("{} {word} {last}", rest.join(", ")),
    }
}

const ORTHOGONAL: [(&[u8], &str); 13] = [
    (&[0, 2, 4, 6], "orthogonally"),
    (&[0, 2, 6], "forwards or sideways"),
    (&[4, 2, 6], "backwards or sideways"),
    (&[0, 4, 2], "forwards, backwards or to the right"),
    (&[0, 4, 6], "forwards, backwards or to the left"),
    (&[0, 4], "straight forwards or backwards"),
    (&[2, 6], "sideways"),
    (&[0], "straight forwards"),
    (&[4], "straight backwards"),
    (&[2], "to the right"),
    (&[6], "to the left"),
    (&[0, 2], "straight forwards or to the right"),
    (&[0, 6], "straight forwards or to the left"),
];

const DIAGONAL: [(&[u8], &str); 9] = [
    (&[1, 3, 5, 7], "diagonally"),
    (&[1, 7], "diagonally forwards"),
    (&[3, 5], "diagonally backwards"),
    (&[1, 3], "diagonally to the right"),
    (&[5, 7], "diagonally to the left"),
    (&[1], "diagonally forwards to the right"),
    (&[7], "diagonally forwards to the left"),
    (&[3], "diagonally backwards to the right"),
    (&[5], "diagonally backwards to the left"),
];

const BOTH: [(&[u8], &str); 12] = [
    (&[0, 1, 2, 3, 4, 5, 6, 7], "in any direction"),
    (
        &[1, 2, 3, 4, 5, 6, 7],
        "in any direction but straight forwards",
    ),
    (
        &[0, 1, 2, 3, 5, 6, 7],
        "in any direction but straight backwards",
    ),
    (&[7, 0, 1], "in any of the three forward directions"),
    (&[3, 4, 5], "in any of the three backward directions"),
    (&[1, 2, 3], "in any of the three directions to the right"),
    (&[5, 6, 7], "in any of the three directions to the left"),
    (&[7, 0, 1, 3, 4, 5], "in any direction but sideways"),
    (&[1, 2, 3, 5, 6, 7], "sideways or diagonally"),
    (&[6, 7, 0, 1, 2], "in any direction but backwards"),
    (&[2, 3, 4, 5, 6], "in any direction but forwards"),
    (&[7, 0, 1, 3, 5], "diagonally or straight forwards"),
];

/// Splits headings into named sets, larger ones first.
fn named(headings: Headings, table: &[(&[u8], &str)]) -> Vec<String> {
    let mut left = headings;
    let mut parts = Vec::new();
    for (numbers, words) in table {
        let set = Headings::of(numbers);
        if !left.is_empty() && left.intersection(set) == set {
            parts.push((*words).to_owned());
            left = left.difference(set);
        }
    }
    parts
}

/// The directions of radial leaps: as for steps, but never `in any direction`.
pub(super) fn leap_directions(headings: Headings) -> String {
    if headings == Headings::ALL {
        "orthogonally or diagonally".to_owned()
    } else {
        radial(headings)
    }
}

/// The directions of radial steps: `orthogonally`, `diagonally forwards`, `in any direction`, …
pub(super) fn radial(headings: Headings) -> String {
    if let Some((_, words)) = BOTH
        .iter()
        .find(|(numbers, _)| Headings::of(numbers) == headings)
    {
        return (*words).to_owned();
    }
    let orthogonal = headings.intersection(Headings::ORTHOGONAL);
    let straight = if orthogonal == headings {
        named(orthogonal, &ORTHOGONAL)
    } else {
        // Next to diagonals, orthogonal headings are named one by one.
        let simple = ORTHOGONAL
            .iter()
            .filter(|(_, words)| !words.contains(" or "));
        named(orthogonal, &simple.copied().collect::<Vec<_>>())
    };
    let diagonal = named(headings.intersection(Headings::DIAGONAL), &DIAGONAL);
    let all_diagonal = headings.intersection(Headings::DIAGONAL) == Headings::DIAGONAL;
    let parts: Vec<String> = if all_diagonal {
        diagonal.into_iter().chain(straight).collect()
    } else {
        straight.into_iter().chain(diagonal).collect()
    };
    list(&parts, "or")
}

/// The directions of an oblique leap; `None` if it goes in all eight.
pub(super) fn oblique(short: u8, long: u8, headings: Headings) -> Option<String> {
    if headings == Headings::ALL {
        return None;
    }
    let whole = [
        (&[0, 1, 6, 7], "forwards"),
        (&[2, 3, 4, 5], "backwards"),
        (&[0, 1, 2, 3], "to the right"),
        (&[4, 5, 6, 7], "to the left"),
    ];
    for (numbers, words) in whole {
        if headings == Headings::of(numbers) {
            return Some(words.to_owned());
        }
    }
    let (a, b) = (number(short.into()), number(long.into()));
    let table = [
        (
            vec![0, 3, 4, 7],
            format!("{b} squares forwards or backwards and {a} to either side"),
        ),
        (
            vec![1, 2, 5, 6],
            format!("{b} squares to either side and {a} forwards or backwards"),
        ),
        (
            vec![0, 7],
            format!("{b} squares forwards and {a} to either side"),
        ),
        (
            vec![3, 4],
            format!("{b} squares backwards and {a} to either side"),
        ),
        (
            vec![1, 6],
            format!("{b} squares to either side and {a} forwards"),
        ),
        (
            vec![2, 5],
            format!("{b} squares to either side and {a} backwards"),
        ),
        (
            vec![1, 2],
            format!("{b} squares to the right and {a} forwards or backwards"),
        ),
        (
            vec![5, 6],
            format!("{b} squares to the left and {a} forwards or backwards"),
        ),
        (
            vec![0, 3],
            format!("{b} squares forwards or backwards and {a} to the right"),
        ),
        (
            vec![4, 7],
            format!("{b} squares forwards or backwards and {a} to the left"),
        ),
        (vec![0, 2, 4, 6], {
            let turns = vectors(short, long, Headings::of(&[0, 2, 4, 6]));
            format!("to its four right-handed squares {turns}")
        }),
        (vec![1, 3, 5, 7], {
            let turns = vectors(short, long, Headings::of(&[1, 3, 5, 7]));
            format!("to its four left-handed squares {turns}")
        }),
        (
            vec![0],
            format!("{b} squares forwards and {a} to the right"),
        ),
        (vec![7], format!("{b} squares forwards and {a} to the left")),
        (
            vec![3],
            format!("{b} squares backwards and {a} to the right"),
        ),
        (
            vec![4],
            format!("{b} squares backwards and {a} to the left"),
        ),
        (
            vec![1],
            format!("{b} squares to the right and {a} forwards"),
        ),
        (
            vec![2],
            format!("{b} squares to the right and {a} backwards"),
        ),
        (vec![6], format!("{b} squares to the left and {a} forwards")),
        (
            vec![5],
            format!("{b} squares to the left and {a} backwards"),
        ),
    ];
    let mut left = headings;
    let mut parts = Vec::new();
    for (numbers, words) in table {
        let set = Headings::of(&numbers);
        if !left.is_empty() && left.intersection(set) == set {
            parts.push(words);
            left = left.difference(set);
        }
    }
    Some(list(&parts, "or"))
}

/// The vectors of a leap on these headings.
fn vectors(short: u8, long: u8, headings: Headings) -> String {
    let step = Step::Oblique(short, long);
    let all: Vec<String> = headings
        .iter()
        .map(|heading| {
            let offset = step.offset(heading);
            format!("({},{})", offset.dx, offset.dy)
        })
        .collect();
    list(&all, "and")
}

/// The turn from one leg to the next.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Turning {
    /// A set of turns in eighths of a circle, the same for every heading.
    Turns(Headings),
    /// The least deviating headings, or only some of these.
    Outward(Option<Headings>),
    /// All headings but one.
    AllButBack,
    /// Fixed headings, independent of the previous ones.
    Fixed(Headings),
    /// A bend of a given size to one side, then to the same or the other side.
    Bend(u8, Bending),
    /// Anything else.
    Mixed,
}

/// The side of a bend relative to the previous one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Bending {
    Same,
    Opposite,
}

/// The turn from leg `at - 1` to leg `at` over all courses.
pub(super) fn turning(courses: &[Course], steps: &[Step], at: usize) -> Turning {
    // What may follow each beginning.
    let nexts = grouped(courses.iter().map(|course| (&course[..at], course[at])));
    let nexts: Vec<(&[Heading], Headings)> = nexts
        .into_iter()
        .map(|(prefix, next)| (prefix, next.into_iter().collect()))
        .collect();
    let same_ring = steps[at - 1].ring() == steps[at].ring();
    if same_ring {
        let mut turns: Vec<Headings> = Vec::new();
        let mut bends: Vec<Option<(u8, Bending)>> = Vec::new();
        for (prefix, next) in &nexts {
            let old = prefix[at - 1];
            let relative: Headings = next.iter().map(|new| turn(old, new)).collect();
            turns.push(relative);
            bends.push(bend_after(prefix, steps, relative));
        }
        turns.dedup();
        bends.dedup();
        if let [turns] = turns[..] {
            return Turning::Turns(turns);
        }
        if let [Some((eighths, bending))] = bends[..] {
            return Turning::Bend(eighths, bending);
        }
    } else {
        let outward = nexts.iter().all(|(prefix, next)| {
            let old = half(steps[at - 1], prefix[at - 1]);
            next.iter().all(|new| {
                let turn = (half(steps[at], new) + 16 - old) % 16;
                turn == 1 || turn == 15
            })
        });
        if outward {
            return Turning::Outward(None);
        }
    }
    if nexts.iter().all(|(_, next)| next.len() == 7) {
        return Turning::AllButBack;
    }
    let straying = |(prefix, next): &(&[Heading], Headings)| {
        let old = prefix[at - 1];
        same_ring
            && next
                .iter()
                .all(|new| matches!(turn(old, new).number(), 1 | 7))
    };
    if nexts.iter().all(straying) {
        let headings: Headings = courses.iter().map(|course| course[at]).collect();
        let lines = [[0, 4], [2, 6]].map(|line| Headings::of(&line));
        if lines.contains(&headings) {
            return Turning::Outward(Some(headings));
        }
    }
    let mut fixed: Vec<Headings> = nexts.into_iter().map(|(_, next)| next).collect();
    fixed.dedup();
    match fixed[..] {
        [headings] => Turning::Fixed(headings),
        _ => Turning::Mixed,
    }
}

fn turn(old: Heading, new: Heading) -> Heading {
    Heading::new(new.number() + 8 - old.number())
}

/// The direction of a step in sixteenths of a circle.
fn half(step: Step, heading: Heading) -> u8 {
    2 * heading.number() + u8::from(step.ring() == Ring::Oblique)
}

/// The size and the side of a single turn relative to the previous bend.
fn bend_after(prefix: &[Heading], steps: &[Step], turns: Headings) -> Option<(u8, Bending)> {
    let mut bend = match steps[0] {
        Step::Oblique(..) if prefix[0].number().is_multiple_of(2) => 1,
        Step::Oblique(..) => -1,
        Step::Radial(_) => 0,
    };
    for pair in prefix.windows(2) {
        match turn(pair[0], pair[1]).number() {
            0 | 4 => {}
            1..=3 => bend = 1,
            _ => bend = -1,
        }
    }
    let mut each = turns.iter();
    let (only, None) = (each.next()?.number(), each.next()) else {
        return None;
    };
    let side = match only {
        0 | 4 => return None,
        1..=3 => 1,
        _ => -1,
    };
    let eighths = if side == 1 { only } else { 8 - only };
    match bend * side {
        1 => Some((eighths, Bending::Same)),
        -1 => Some((eighths, Bending::Opposite)),
        _ => None,
    }
}

const TURNS: [(&[u8], &str); 16] = [
    (
        &[0, 1, 2, 3, 4, 5, 6, 7],
        "in any direction (or straight back)",
    ),
    (&[0, 1, 2, 3, 5, 6, 7], "in any direction but straight back"),
    (&[7, 0, 1], "straight on or at 45° to either side"),
    (
        &[0, 2, 4, 6],
        "straight on, straight back or at a right angle",
    ),
    (&[0, 2, 6], "straight on or at a right angle"),
    (&[2, 4, 6], "straight back or at a right angle"),
    (&[1, 7], "at 45° to either side"),
    (&[2, 6], "at a right angle"),
    (&[3, 5], "at 135° to either side, half turning back"),
    (&[0, 4], "straight on or straight back"),
    (&[0], "straight on"),
    (&[4], "straight back"),
    (&[1], "turning 45° to the right"),
    (&[7], "turning 45° to the left"),
    (&[2], "turning 90° to the right"),
    (&[6], "turning 90° to the left"),
];

/// A turn in words. `kind` is `orthogonally` or `diagonally` if the leg has this direction for all headings.
pub(super) fn turning_words(turning: &Turning, kind: Option<&str>) -> String {
    let outwards = || match kind {
        Some(kind) => format!("{kind} outwards"),
        None => "outwards".to_owned(),
    };
    match turning {
        Turning::Turns(turns) if *turns == Headings::of(&[1, 7]) && kind.is_some() => outwards(),
        Turning::Turns(turns) => {
            let mut parts = named(*turns, &TURNS);
            if turns.contains(Heading::new(3)) && !turns.contains(Heading::new(5)) {
                parts.push("turning 135° to the right".to_owned());
            }
            if turns.contains(Heading::new(5)) && !turns.contains(Heading::new(3)) {
                parts.push("turning 135° to the left".to_owned());
            }
            list(&parts, "or")
        }
        Turning::Outward(None) => outwards(),
        Turning::Outward(Some(headings)) if headings.contains(Heading::FORWARD) => {
            "outwards along the file".to_owned()
        }
        Turning::Outward(Some(_)) => "outwards along the rank".to_owned(),
        Turning::AllButBack => "in any direction but straight back".to_owned(),
        Turning::Fixed(headings) => radial(*headings),
        Turning::Bend(eighths, bending) => {
            let side = match bending {
                Bending::Same => "the same side",
                Bending::Opposite => "the other side",
            };
            let again = match bending {
                Bending::Same => "again ",
                Bending::Opposite => "",
            };
            format!("turning {again}{}° to {side}", 45 * u16::from(*eighths))
        }
        Turning::Mixed => "in one of several directions".to_owned(),
    }
}

/// The turns of a course, the same for its rotations but not for its mirror image.
pub(super) fn turns_of(course: &[Heading], steps: &[Step]) -> Vec<u8> {
    let places: Vec<u8> = course
        .iter()
        .zip(steps)
        .map(|(heading, step)| half(*step, *heading))
        .collect();
    places
        .windows(2)
        .map(|pair| (pair[1] + 16 - pair[0]) % 16)
        .collect()
}
