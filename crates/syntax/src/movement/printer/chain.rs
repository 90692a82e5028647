//! Spelling of walks as chains: letters before one shared atom, with `a` between the legs.

use crate::geometry::{Headings, Ring, Step, Wrap};
use crate::movement::Dialect;
use crate::movement::directions::Class;
use crate::movement::pattern::{Contents, Curve, Leg, Range, Repeat, Turn, Walk};

use super::atoms::{AtomName, names};
use super::directions::class_of;
use super::leg::{Wanted, letters};

/// The written legs of a walk, with or without a hop within the last leg.
pub(super) struct Written {
    /// The written legs.
    pub(super) legs: Vec<Leg>,
    /// Letters of the hop within the last leg.
    pub(super) hop: &'static str,
}

/// The ways of writing the legs of a walk: each leg by itself, or a hop and its landing as one leg.
pub(super) fn written(walk: &Walk) -> Vec<Written> {
    let mut ways = vec![Written {
        legs: walk.legs.clone(),
        hop: "",
    }];
    let [.., flight, landing] = walk.legs.as_slice() else {
        return ways;
    };
    let straight_on = match &landing.turn {
        Turn::Onward => true,
        Turn::Relative(turns, bends) => *turns == Headings::of(&[0]) && bends.is_empty(),
        _ => false,
    };
    let is_hop = flight.pass == Contents::OCCUPIED
        && flight.take.is_empty()
        && !flight.en_passant
        && !flight.edge
        && flight.step == landing.step
        && straight_on;
    if !is_hop || walk.repeat.is_some() {
        return ways;
    }
    let longer = match flight.range {
        Range::UpTo(steps) => Range::UpTo(steps.saturating_add(1)),
        range => range,
    };
    for (hop, range) in [("p", flight.range), ("g", flight.range), ("pg", longer)] {
        let mut legs = walk.legs.clone();
        legs.truncate(walk.legs.len() - 2);
        legs.push(Leg {
            range,
            pass: landing.pass,
            take: landing.take,
            en_passant: landing.en_passant,
            marks: landing.marks,
            ..flight.clone()
        });
        ways.push(Written { legs, hop });
    }
    ways
}

/// The number or sign of a range.
pub(super) fn number(range: Range) -> Option<String> {
    match range {
        Range::UpTo(steps @ 1..=99) => Some(steps.to_string()),
        Range::Unlimited => Some("0".to_owned()),
        Range::ToMiddle => Some("*".to_owned()),
        Range::UpTo(_) | Range::Rest => None,
    }
}

pub(super) fn first_class(leg: &Leg) -> Class {
    match (&leg.turn, leg.step.ring()) {
        (Turn::Absolute(headings), Ring::Radial) => class_of(*headings),
        (_, Ring::Radial) => Class::King,
        (_, Ring::Oblique) => Class::Oblique,
    }
}

/// Candidate spellings of a walk as a chain; reading one shows whether it is right.
pub(super) fn spellings(walk: &Walk, dialect: Dialect) -> Vec<String> {
    let mut found = Vec::new();
    for way in written(walk) {
        let Some(first) = way.legs.first() else {
            continue;
        };
        let class = first_class(first);
        for atom in names(first.step, class) {
            for (text, letters) in lettered(walk, &way, &atom, class, dialect) {
                found.push(format!("{}{text}", letters.join("a")));
            }
        }
    }
    found
}

/// The atom with its number and the letters of each leg, for each way of writing the ranges.
pub(super) fn lettered(
    walk: &Walk,
    way: &Written,
    atom: &AtomName,
    class: Class,
    dialect: Dialect,
) -> Vec<(String, Vec<String>)> {
    let legs = &way.legs;
    let Some(first) = legs.first() else {
        return Vec::new();
    };
    let shares_atom = legs.iter().all(|leg| {
        let is_landing = dialect == Dialect::XBoard && matches!(first.step, Step::Oblique(..));
        leg.step == first.step || is_landing
    });
    if !shares_atom {
        return Vec::new();
    }
    let implied = if atom.slider {
        Range::Unlimited
    } else {
        Range::UpTo(1)
    };
    let atom_class = match atom.text.as_str() {
        "K" | "Q" => Class::King,
        _ => class,
    };
    let mut suffixes: Vec<String> = Vec::new();
    let curved = first.curve != Curve::Straight && first.range == Range::Unlimited;
    if first.range == implied || curved {
        suffixes.push(String::new());
    }
    suffixes.extend(number(first.range));
    if dialect == Dialect::Classic && first.range == Range::Unlimited && !atom.slider {
        suffixes.push(atom.text.clone());
    }
    let mut plans = vec![toggles_by_change(legs)];
    plans.extend(toggles_by_letter(legs, implied));
    plans.dedup();
    let mut found = Vec::new();
    for toggles in &plans {
        let count = legs.len();
        let all: Option<Vec<String>> = legs
            .iter()
            .enumerate()
            .map(|(index, leg)| {
                let default_turn = match (index, atom_class, dialect) {
                    (0, ..) => None,
                    (_, Class::Orthogonal | Class::Diagonal, dialect)
                        if dialect != Dialect::Diagram2020 =>
                    {
                        Some(Headings::of(&[0, 2, 6]))
                    }
                    _ => Some(Headings::ALL.difference(Headings::of(&[4]))),
                };
                letters(&Wanted {
                    leg,
                    dialect,
                    initial: walk.initial,
                    is_first: index == 0,
                    is_last: index + 1 == count,
                    class: atom_class,
                    toggles: toggles[index],
                    hop: if index + 1 == count { way.hop } else { "" },
                    default_turn,
                    wrap: match (dialect, index) {
                        (Dialect::XBoard, _) | (_, 0) => leg.wrap,
                        _ => Wrap::None,
                    },
                })
            })
            .collect();
        if let Some(all) = all {
            for suffix in &suffixes {
                found.push((format!("{}{suffix}", atom.text), all.clone()));
            }
        }
    }
    found
}

/// The legs that invert the following ranges, if later legs have the range of the letter or its inverse.
fn toggles_by_letter(legs: &[Leg], implied: Range) -> Option<Vec<bool>> {
    let inverse = match implied {
        Range::UpTo(1) => Range::Unlimited,
        _ => Range::UpTo(1),
    };
    let mut toggled = false;
    let mut toggles = vec![false; legs.len()];
    for (index, leg) in legs.iter().enumerate().skip(1) {
        let now = match leg.range {
            range if range == implied => false,
            range if range == inverse => true,
            _ => return None,
        };
        toggles[index - 1] = now != toggled;
        toggled = now;
    }
    Some(toggles)
}

/// The legs that invert the following ranges, if a number applies to every leg.
fn toggles_by_change(legs: &[Leg]) -> Vec<bool> {
    let mut toggles: Vec<bool> = legs
        .windows(2)
        .map(|pair| pair[0].range != pair[1].range)
        .collect();
    toggles.push(false);
    toggles
}

// Spelling of walks with a repeated stretch as chains with parentheses, the inverse of clause `repeat.1`.

/// Candidate spellings. All of them also cover the move without the stretch.
pub(super) fn repeat_spellings(walk: &Walk, dialect: Dialect) -> Vec<String> {
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
