//! Routes to patterns: rays that differ only in their heading become one walk.

use indexmap::IndexMap;

use super::steps::{Chain, Reach, Route, Straight, Vector};
use crate::geometry::{Heading, Headings, Ring, Step, Wrap};
use crate::movement::{
    Castle, Curve, Initial, Inside, Leg, Movement, Pattern, Range, Side, Turn, Walk,
};

/// The movement that is the union of these routes, as White sees them.
pub(super) fn movement(routes: &[Route]) -> Movement {
    let mut groups: IndexMap<Walk, Headings> = IndexMap::new();
    let mut castles: Vec<Castle> = Vec::new();
    for route in routes {
        match route {
            Route::Castle { right, distance } => castles.push(Castle {
                side: if *right { Side::Right } else { Side::Left },
                distance: *distance,
                inset: 0,
                initial: Initial::Unmoved,
            }),
            Route::Walk(chain) => {
                let Some((heading, walk)) = walk_of(chain) else {
                    continue;
                };
                let headings = groups.entry(walk).or_default();
                *headings = headings.union(Headings::of(&[heading.number()]));
            }
        }
    }
    let walks = groups.into_iter().map(|(mut walk, headings)| {
        walk.legs[0].turn = Turn::Absolute(headings);
        walk
    });
    let patterns = united(walks.collect())
        .into_iter()
        .map(Pattern::Walk)
        .chain(castles.into_iter().map(Pattern::Castle));
    Movement::from_patterns(patterns)
}

/// The heading of the first leg, and the walk with no heading in its place.
fn walk_of(chain: &Chain) -> Option<(Heading, Walk)> {
    let mut legs = Vec::with_capacity(chain.legs.len());
    let mut before: Option<(Heading, Ring)> = None;
    let mut first = None;
    for straight in &chain.legs {
        let (step, mut owned) = step_of(straight)?;
        let heading = heading_of(step, owned, straight)?;
        let turn = match before {
            None => Turn::Absolute(Headings::NONE),
            Some((old, ring)) => match turn_to(old, ring, heading, step, owned) {
                Some(turn) => turn,
                None => {
                    owned = Headings::of(&[heading.number()]);
                    turn_to(old, ring, heading, step, owned)?
                }
            },
        };
        first = first.or(Some(heading));
        before = Some((heading, step.ring()));
        legs.push(leg_of(straight, step, owned, turn));
    }
    Some((first?, make_walk(legs, chain.initial, chain.wrap.wrap())))
}

/// The only place that spells out all fields of a walk.
fn make_walk(legs: Vec<Leg>, initial: Initial, wrap: Wrap) -> Walk {
    Walk {
        legs,
        initial,
        wrap,
        sectors: None,
    }
}

/// The only place that spells out all fields of a leg.
fn leg_of(straight: &Straight, step: Step, owned: Headings, turn: Turn) -> Leg {
    Leg {
        turn,
        step,
        owned,
        range: match straight.reach {
            Reach::Steps(steps) => Range::UpTo(steps),
            Reach::Edge => Range::Unlimited,
            Reach::Lame(_) => Range::UpTo(1),
        },
        skip: 0,
        inside: match straight.reach {
            Reach::Lame(_) => Inside::Empty,
            _ => Inside::Anything,
        },
        curve: Curve::Straight,
        pass: straight.pass,
        take: straight.take,
        en_passant: straight.en_passant,
        edge: false,
        iso: false,
        unload: false,
        marks: straight.marks,
    }
}

fn step_of(straight: &Straight) -> Option<(Step, Headings)> {
    let times = match straight.reach {
        Reach::Lame(times) => i16::from(times),
        _ => 1,
    };
    let side = |length: i16| u8::try_from((length * times).unsigned_abs()).ok();
    let (dx, dy): Vector = straight.vector;
    Some(Step::from_vector(side(dx)?, side(dy)?))
}

fn heading_of(step: Step, owned: Headings, straight: &Straight) -> Option<Heading> {
    let (dx, dy) = straight.vector;
    owned.iter().find(|heading| {
        let unit = step.offset(*heading);
        // A lame leap is a multiple of the vector.
        unit.dx.signum() == dx.signum()
            && unit.dy.signum() == dy.signum()
            && unit.dx.abs() * dy.abs() == unit.dy.abs() * dx.abs()
    })
}

/// The turn after `old` that takes the step's atom to `heading` and to no other.
fn turn_to(
    old: Heading,
    ring: Ring,
    heading: Heading,
    step: Step,
    owned: Headings,
) -> Option<Turn> {
    let candidates = [0, 1, 7, 2, 6, 3, 5, 4];
    let exact = candidates.into_iter().find(|eighths| {
        let reached: Vec<Heading> = crossed(old, ring, step.ring(), *eighths)
            .into_iter()
            .filter(|one| owned.contains(*one))
            .collect();
        reached == [heading]
    });
    exact.map(|eighths| Turn::Relative(Headings::of(&[eighths]), smallvec::SmallVec::new()))
}

/// The headings `eighths` clockwise from `old`, as the interpreter of walks takes them.
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

/// Walks that differ only in the turns of one leg become one.
fn united(walks: Vec<Walk>) -> Vec<Walk> {
    let mut kept: Vec<Walk> = Vec::new();
    for walk in walks {
        let merged = kept.iter_mut().any(|known| {
            let Some(union) = union(known, &walk) else {
                return false;
            };
            *known = union;
            true
        });
        if !merged {
            kept.push(walk);
        }
    }
    kept
}

fn union(one: &Walk, other: &Walk) -> Option<Walk> {
    if one.legs.len() != other.legs.len() {
        return None;
    }
    let mut differing = (0..one.legs.len()).filter(|at| one.legs[*at] != other.legs[*at]);
    let at = differing.next().filter(|at| *at > 0)?;
    if differing.next().is_some() {
        return None;
    }
    let (Turn::Relative(mine, bends), Turn::Relative(others, _)) =
        (&one.legs[at].turn, &other.legs[at].turn)
    else {
        return None;
    };
    let turn = Turn::Relative(mine.union(*others), bends.clone());
    let mut united = one.clone();
    united.legs[at].turn = turn.clone();
    let mut same = other.clone();
    same.legs[at].turn = turn;
    (united == same).then_some(united)
}
