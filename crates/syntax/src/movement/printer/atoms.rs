//! Atom letters for steps, spellings of atoms without steps, and concatenation of parts.

use crate::geometry::Step;
use crate::movement::directions::Class;
use crate::movement::pattern::{Castle, Contents, Imitation, Initial, Placement, Universal};

/// The leapers and their coordinates, the preferred ones first.
const LEAPERS: [(char, u8, u8); 9] = [
    ('W', 0, 1),
    ('F', 1, 1),
    ('D', 0, 2),
    ('N', 1, 2),
    ('A', 2, 2),
    ('H', 0, 3),
    ('C', 1, 3),
    ('Z', 2, 3),
    ('G', 3, 3),
];

/// A letter with suffixes, and whether it slides without a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AtomName {
    pub(super) text: String,
    pub(super) slider: bool,
}

/// The letters for a step with headings of the class, leapers first. Long leaps in both orthogonal and diagonal
/// directions have none.
pub(super) fn names(step: Step, class: Class) -> Vec<AtomName> {
    let letter = |letter: &str, slider: bool| AtomName {
        text: letter.to_owned(),
        slider,
    };
    let leaper = |a: u8, b: u8| {
        suffixed(a, b)
            .into_iter()
            .map(|text| AtomName {
                text,
                slider: false,
            })
            .collect::<Vec<_>>()
    };
    let queens = [letter("K", false), letter("Q", true)];
    match (step, class) {
        (Step::Radial(1), Class::King) => queens.to_vec(),
        (Step::Radial(1), Class::Orthogonal) => {
            [vec![letter("W", false), letter("R", true)], queens.to_vec()].concat()
        }
        (Step::Radial(1), Class::Diagonal) => {
            [vec![letter("F", false), letter("B", true)], queens.to_vec()].concat()
        }
        (Step::Radial(n), Class::Orthogonal) => leaper(0, n),
        (Step::Radial(n), Class::Diagonal) => leaper(n, n),
        (Step::Radial(_), _) => Vec::new(),
        (Step::Oblique(a, b), _) => leaper(a, b),
    }
}

/// The leaper with these coordinates and the fewest suffixes, the inverse of clause `atom.suffix`.
fn suffixed(a: u8, b: u8) -> Option<String> {
    let mut best: Option<String> = None;
    for (letter, x, y) in LEAPERS {
        let (Some(both), Some(long)) = (a.checked_sub(x), b.checked_sub(y)) else {
            continue;
        };
        let fits = both % 2 == 0 && long >= both && (long - both) % 3 == 0;
        if !fits {
            continue;
        }
        let (ys, xs) = ((both / 2) as usize, ((long - both) / 3) as usize);
        let text = format!("{letter}{}{}", "X".repeat(xs), "Y".repeat(ys));
        // Of two names of equal length the one with more X is usual: (2,5) is AX, not HY.
        let is_better = best.as_ref().is_none_or(|best| {
            let count = |text: &str| (text.len(), text.matches('Y').count());
            count(&text) < count(best)
        });
        if is_better {
            best = Some(text);
        }
    }
    best
}

// Spellings of atoms without steps.

const fn initial_letters(initial: Initial) -> &'static str {
    match initial {
        Initial::Any => "",
        Initial::Unmoved => "i",
        Initial::OneAhead => "ii",
    }
}

pub(super) fn castle_text(castle: Castle, sides: &str) -> String {
    let inset = "j".repeat(castle.inset as usize);
    let initial = initial_letters(castle.initial);
    format!("{initial}{sides}{inset}O{}", castle.distance)
}

pub(super) fn universal_text(leap: Universal) -> Option<String> {
    let modes = target_letters(leap.pass, leap.take, false, leap.relay)?;
    let unload = if leap.unload { "u" } else { "" };
    Some(format!("{}{unload}{modes}U", initial_letters(leap.initial)))
}

pub(super) fn imitation_text(imitation: Imitation, facing: &str) -> Option<String> {
    let Imitation {
        pass,
        take,
        en_passant,
        ..
    } = imitation;
    let modes = target_letters(pass, take, en_passant, false)?;
    let initial = initial_letters(imitation.initial);
    Some(format!("{initial}{facing}{modes}I"))
}

/// The letters for the modes of an atom without steps.
fn target_letters(pass: Contents, take: Contents, e: bool, x: bool) -> Option<String> {
    let known = Contents::ENEMY.union(Contents::FRIEND);
    if !take.difference(known).is_empty() || !pass.difference(Contents::EMPTY).is_empty() {
        return None;
    }
    let mut text = String::new();
    if pass != Contents::EMPTY || take != Contents::ENEMY || e || x {
        let commoner = take.meets(Contents::COMMONER);
        let letters = [
            ('m', !pass.is_empty()),
            ('c', commoner),
            ('d', take.meets(Contents::FRIEND)),
            ('e', e),
            ('k', commoner != take.meets(Contents::ROYAL)),
            ('x', x),
        ];
        text.extend(
            letters
                .iter()
                .filter(|(_, is)| *is)
                .map(|(letter, _)| *letter),
        );
    }
    Some(text)
}

pub(super) fn placement_text(placement: Placement) -> Option<String> {
    let depth = match placement.depth {
        None => "0".to_owned(),
        Some(1) => String::new(),
        Some(depth @ 2..=99) => depth.to_string(),
        Some(_) => return None,
    };
    let mut text = "j".repeat(placement.inset.into());
    for (letter, limit) in [
        ("f", placement.per_file),
        ("s", placement.per_shade),
        ("b", placement.on_board),
    ] {
        text.push_str(&letter.repeat(limit.unwrap_or(0).into()));
    }
    Some(format!("{text}@{depth}"))
}

// Parts of a text, and their concatenation.

/// A spelling, and the patterns that it covers.
pub(super) struct Part {
    pub(super) text: String,
    pub(super) covers: Vec<usize>,
}

/// The penalty, in letters, for notation on which programs disagree: a number on a chain.
pub(super) fn ambiguity(text: &str) -> usize {
    let is_chain = text.contains('a') && !text.contains('[');
    if is_chain && text.ends_with(|last: char| last.is_ascii_digit()) {
        3
    } else {
        0
    }
}

/// Concatenates the parts. An atom before the same atom gets a number, so that the two do not read as a rider.
pub(super) fn side_by_side(parts: &[Part]) -> String {
    let mut text = String::new();
    for part in parts {
        let doubles = text.ends_with(|last: char| {
            last.is_ascii_uppercase() && !"KQRBOUIXY".contains(last) && part.text.starts_with(last)
        });
        if doubles {
            text.push('1');
        }
        text.push_str(&part.text);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_leaps_have_suffixes() {
        for (a, b, text) in [
            (1, 2, "N"),
            (0, 4, "WX"),
            (2, 5, "AX"),
            (4, 4, "AY"),
            (0, 7, "WXX"),
            (3, 5, "CY"),
        ] {
            assert_eq!(suffixed(a, b).as_deref(), Some(text));
        }
    }

    #[test]
    fn every_leap_within_six_has_a_name() {
        for b in 1..=6 {
            for a in 0..=b {
                assert!(suffixed(a, b).is_some(), "({a},{b})");
            }
        }
    }
}
