//! From one leg to the next: the headings that a leg may take.

use crate::geometry::{Heading, Headings, Ring, Step};
use crate::movement::{Bend, BendSide, Leg, Turn};

/// Where a leg went, as far as the next one needs to know.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trail {
    heading: Heading,
    ring: Ring,
    bend: i8,
}

impl Trail {
    pub(super) fn behind(leg: &Leg, heading: Heading, bend: i8, is_first: bool) -> Trail {
        let bend = match leg.step {
            Step::Oblique(..) if is_first && heading.number().is_multiple_of(2) => 1,
            Step::Oblique(..) if is_first => -1,
            _ => bend,
        };
        Trail {
            heading,
            ring: leg.step.ring(),
            bend,
        }
    }
}

/// The headings that a leg may take, each with the side of the latest bend.
pub(super) fn choices(leg: &Leg, trail: Option<Trail>) -> Vec<(Heading, i8)> {
    let mut found: Vec<(Heading, i8)> = Vec::new();
    let ring = leg.step.ring();
    let mut add = |heading: Heading, bend: i8| {
        if leg.owned.contains(heading) && !found.contains(&(heading, bend)) {
            found.push((heading, bend));
        }
    };
    match (&leg.turn, trail) {
        (Turn::Absolute(set), _) => set.iter().for_each(|heading| add(heading, 0)),
        (_, None) => Headings::ALL.iter().for_each(|heading| add(heading, 0)),
        (Turn::Relative(turns, bends), Some(trail)) => {
            let mut turned = |eighths: u8| {
                let bend = match eighths {
                    0 | 4 => trail.bend,
                    1..=3 => 1,
                    _ => -1,
                };
                for heading in crossed(trail.heading, trail.ring, ring, eighths) {
                    add(heading, bend);
                }
            };
            turns.iter().for_each(|turn| turned(turn.number()));
            for Bend { eighths, side } in bends {
                let sides: &[i8] = match (trail.bend, side) {
                    (0, _) => &[1, -1],
                    (1, BendSide::Same) | (-1, BendSide::Opposite) => &[1],
                    _ => &[-1],
                };
                for side in sides {
                    turned((*side * *eighths as i8).rem_euclid(8) as u8);
                }
            }
        }
        (Turn::Outward, Some(trail)) => {
            let straight = trail.heading;
            if trail.ring != ring {
                for heading in crossed(straight, trail.ring, ring, 0) {
                    add(heading, trail.bend);
                }
            } else if leg.owned.contains(straight) {
                add(straight, trail.bend);
            } else {
                add(straight.turned(1), 1);
                add(straight.turned(7), -1);
            }
        }
    }
    found
}

/// Between the radial and the oblique ring the two nearest moves share a turn by an even number of
/// eighths; an odd number names one of them.
fn crossed(old: Heading, from: Ring, to: Ring, eighths: u8) -> Vec<Heading> {
    let straight = old.turned(eighths & !1);
    match (from, to) {
        (Ring::Radial, Ring::Oblique) => match eighths {
            1 => vec![old],
            3 => vec![old.turned(3)],
            5 => vec![old.turned(4)],
            7 => vec![old.turned(7)],
            _ => vec![straight.turned(7), straight],
        },
        (Ring::Oblique, Ring::Radial) => match eighths {
            1 => vec![old.turned(1)],
            3 => vec![old.turned(4)],
            5 => vec![old.turned(5)],
            7 => vec![old],
            _ => vec![straight, straight.turned(1)],
        },
        _ => vec![old.turned(eighths)],
    }
}
