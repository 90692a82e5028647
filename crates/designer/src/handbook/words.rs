//! Names, numbers and squares in words.

use ferz::definition::PieceSet;
pub(super) use ferz::definition::{either, one_of, plural, several, spaced};
use ferz::game::Variant;
use ferz::geometry::{Offset, grouped, sorted};
pub(super) use ferz::geometry::{list, squares_by_name, squares_in_words, zone_in_words};

/// A name with an initial capital and blanks between its words.
pub(super) fn capitalized(name: &str) -> String {
    with_capital(&spaced(name))
}

/// A text with an initial capital.
pub(super) fn with_capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// The names of the pieces of a set, as a choice with an article.
pub(super) fn a_name(variant: &Variant, set: PieceSet) -> String {
    one_of(&names(variant, set))
}

/// The names of the pieces of a set, as a choice.
pub(super) fn names(variant: &Variant, set: PieceSet) -> String {
    let pieces = variant.def().numbered();
    let names: Vec<String> = pieces
        .filter(|(id, ..)| set.contains(*id))
        .map(|(_, name, _)| spaced(name))
        .collect();
    list(&names, "or")
}

/// A sentence without its initial capital.
pub(super) fn lowered(sentence: &str) -> String {
    let mut letters = sentence.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// Names as a choice, each with an article.
pub(super) fn one_of_each(names: &[String]) -> String {
    let each: Vec<String> = names.iter().map(|name| one_of(name)).collect();
    list(&each, "or")
}

/// The directions of leaps from the owner's point of view: `diagonally forwards`.
pub(super) fn directions(leaps: &[Offset]) -> String {
    const NAMED: [(&str, &[(i16, i16)]); 8] = [
        ("straight forwards", &[(0, 1)]),
        ("straight backwards", &[(0, -1)]),
        ("to the left", &[(-1, 0)]),
        ("to the right", &[(1, 0)]),
        ("diagonally forwards to the left", &[(-1, 1)]),
        ("diagonally forwards to the right", &[(1, 1)]),
        ("diagonally backwards to the left", &[(-1, -1)]),
        ("diagonally backwards to the right", &[(1, -1)]),
    ];
    const GROUPS: [(&str, &[(i16, i16)]); 6] = [
        ("orthogonally", &[(0, 1), (0, -1), (1, 0), (-1, 0)]),
        ("diagonally", &[(1, 1), (1, -1), (-1, 1), (-1, -1)]),
        ("straight forwards or backwards", &[(0, 1), (0, -1)]),
        ("sideways", &[(1, 0), (-1, 0)]),
        ("diagonally forwards", &[(1, 1), (-1, 1)]),
        ("diagonally backwards", &[(1, -1), (-1, -1)]),
    ];
    // Leaps along the eight lines are described by their length, others by their offsets.
    let mut straight: Vec<(i16, (i16, i16))> = Vec::new();
    let mut others: Vec<(i16, i16)> = Vec::new();
    for Offset { dx, dy } in leaps {
        let far = dx.abs().max(dy.abs()).max(1);
        if dx % far == 0 && dy % far == 0 {
            straight.push((far, (dx / far, dy / far)));
        } else {
            others.push((*dx, *dy));
        }
    }
    let mut said = Vec::new();
    for (far, mut rest) in grouped(straight) {
        let mut words = Vec::new();
        let around = GROUPS[0].1.iter().chain(GROUPS[1].1);
        if around.clone().all(|step| rest.contains(step)) {
            rest.clear();
            words.push("in any direction".to_owned());
        }
        for (name, group) in GROUPS.iter().chain(&NAMED) {
            if group.iter().all(|step| rest.contains(step)) {
                rest.retain(|step| !group.contains(step));
                words.push((*name).to_owned());
            }
        }
        let words = list(&words, "or");
        said.push(match far {
            1 => words,
            _ => format!("{far} steps {words}"),
        });
    }
    let others = sorted(others);
    said.extend(others.iter().map(|(dx, dy)| format!("by ({dx},{dy})")));
    list(&said, "or")
}

/// Whether all leaps go to adjacent squares.
pub(super) fn are_steps(leaps: &[Offset]) -> bool {
    (leaps.iter()).all(|leap| leap.dx.abs().max(leap.dy.abs()) == 1)
}
