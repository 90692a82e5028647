//! Spelling of walks in brackets, with an atom for each leg.

use crate::geometry::{Headings, Ring, Step, Wrap};
use crate::movement::Dialect;
use crate::movement::directions::Class;
use crate::movement::pattern::{Leg, Range, Turn, Walk};

use super::atoms::names;
use super::chain::{Written, first_class, number, written};
use super::directions::class_of;
use super::leg::{Wanted, letters};

/// The legs with their atoms, for each way of writing a walk; joined with `-` or `?` they are candidate spellings.
pub(super) fn legs(walk: &Walk) -> Vec<Vec<String>> {
    if walk.legs.len() < 2 || walk.repeat.is_some() {
        return Vec::new();
    }
    written(walk)
        .iter()
        .filter(|way| way.legs.len() > 1 && !way.hop.contains('g'))
        .filter_map(|way| each_leg(walk, way))
        .collect()
}

/// Joins the legs in brackets; each bit of `may_end` makes a `?` of a join.
pub(super) fn joined(legs: &[String], may_end: u32) -> String {
    let mut text = String::from("[");
    for (index, leg) in legs.iter().enumerate() {
        text.push_str(leg);
        if index + 1 < legs.len() {
            text.push(if may_end >> index & 1 == 1 { '?' } else { '-' });
        }
    }
    text.push(']');
    text
}

fn each_leg(walk: &Walk, way: &Written) -> Option<Vec<String>> {
    let mut parity = None;
    let mut texts = Vec::new();
    for (index, leg) in way.legs.iter().enumerate() {
        let is_first = index == 0;
        let (class, default_turn) = if is_first {
            (first_class(leg), None)
        } else {
            continuation(leg, &way.legs[index - 1], parity)
        };
        parity = match class {
            Class::Orthogonal => Some(false),
            Class::Diagonal => Some(true),
            Class::Oblique | Class::King => None,
        };
        let lettering = letters(&Wanted {
            leg,
            dialect: Dialect::XBetza,
            initial: walk.initial,
            is_first,
            is_last: index + 1 == way.legs.len(),
            class,
            toggles: false,
            hop: if index + 1 == way.legs.len() {
                way.hop
            } else {
                ""
            },
            default_turn,
            wrap: Wrap::None,
        })?;
        // K and Q stand only for orthogonal and diagonal headings together.
        let fitting = names(leg.step, class)
            .into_iter()
            .filter(|atom| class == Class::King || !matches!(atom.text.as_str(), "K" | "Q"));
        let atom = fitting
            .filter_map(|atom| match (atom.slider, leg.range) {
                (true, Range::Unlimited) | (false, Range::UpTo(1)) => Some(atom.text),
                (true, _) => None,
                (false, range) => Some(format!("{}{}", atom.text, number(range)?)),
            })
            .min_by_key(String::len)?;
        texts.push(format!("{lettering}{atom}"));
    }
    Some(texts)
}

/// The class of a later leg's atom, and its turns without letters.
fn continuation(leg: &Leg, before: &Leg, parity: Option<bool>) -> (Class, Option<Headings>) {
    let straight = Some(Headings::of(&[0]));
    match (before.step.ring(), leg.step.ring()) {
        (_, Ring::Oblique) => (Class::Oblique, straight),
        (Ring::Oblique, Ring::Radial) => (class_of(leg.owned), straight),
        (Ring::Radial, Ring::Radial) => {
            let turns = match &leg.turn {
                Turn::Relative(turns, bends) => bends.iter().fold(*turns, |turns, bend| {
                    turns.union(Headings::of(&[bend.eighths, 8 - bend.eighths]))
                }),
                _ => Headings::of(&[0]),
            };
            let class = match (parity, class_of(turns)) {
                (Some(false), class) => class,
                (Some(true), Class::Orthogonal) => Class::Diagonal,
                (Some(true), Class::Diagonal) => Class::Orthogonal,
                _ => Class::King,
            };
            let turns_parity = match class {
                Class::King => None,
                class => Some(class == Class::Diagonal),
            };
            let default = match (parity, turns_parity) {
                (Some(one), Some(other)) if one != other => Headings::of(&[1, 7]),
                _ => Headings::of(&[0]),
            };
            (class, Some(default))
        }
    }
}

/// Whether a bracket has atoms for these legs.
pub(super) fn has_atoms(walk: &Walk) -> bool {
    walk.legs.iter().all(|leg| {
        let class = match leg.step {
            Step::Oblique(..) => Class::Oblique,
            Step::Radial(_) => Class::Orthogonal,
        };
        !names(leg.step, class).is_empty()
    })
}
