//! Spelling of walks with a repeated stretch as chains with parentheses, the inverse of clause `repeat.1`.

use crate::movement::Dialect;
use crate::movement::pattern::{Repeat, Walk};

use super::atoms::names;
use super::chain::{first_class, lettered, written};

/// Candidate spellings. All of them also cover the move without the stretch.
pub(super) fn spellings(walk: &Walk, dialect: Dialect) -> Vec<String> {
    let (Some(repeat), Some(first)) = (walk.repeat, walk.legs.first()) else {
        return Vec::new();
    };
    let class = first_class(first);
    let mut found = Vec::new();
    for way in written(walk) {
        for atom in names(first.step, class) {
            for (text, letters) in lettered(walk, &way, &atom, class, dialect) {
                for chain in folded(&letters, repeat) {
                    found.push(format!("{chain}{text}"));
                }
            }
        }
    }
    found
}

/// The chain with one copy of the stretch in parentheses, together with the partial legs around it.
fn folded(letters: &[String], repeat: Repeat) -> Vec<String> {
    let (from, to) = (repeat.from as usize, repeat.to as usize);
    let length = to - from;
    if from < length || to >= letters.len() {
        return Vec::new();
    }
    let entry = from - length;
    let inner = &letters[from + 1..to];
    if letters[entry + 1..from] != *inner {
        return Vec::new();
    }
    let count = match repeat.at_most {
        Some(count) => (count + 1).to_string(),
        None => String::new(),
    };
    let seam = &letters[from];
    let mut found = Vec::new();
    for cut in (0..=seam.len()).rev() {
        let Some((tail, head)) = seam.split_at_checked(cut) else {
            continue;
        };
        let (Some(before), Some(behind)) =
            (without(&letters[entry], head), without(&letters[to], tail))
        else {
            continue;
        };
        let mut text = String::new();
        for leg in &letters[..entry] {
            text.extend([leg, "a"]);
        }
        text.extend([&before, "(", head, "a"]);
        for leg in inner {
            text.extend([leg, "a"]);
        }
        text.extend([tail, ")", &count, &behind]);
        for leg in &letters[to + 1..] {
            text.extend(["a", leg]);
        }
        found.push(text);
    }
    found
}

/// The letters without `part`; `None` if they do not contain it.
fn without(letters: &str, part: &str) -> Option<String> {
    letters
        .find(part)
        .map(|at| format!("{}{}", &letters[..at], &letters[at + part.len()..]))
}
