//! The moves of a piece, grouped by kinds that have a picture.

use crate::render::marks::{PATH_LIMIT, open_board};
use ferz::compile::paths;
use ferz::definition::PieceDef;
use ferz::geometry::{Heading, Headings, Offset, Perspective, Square, Step, value_at, value_for};
use ferz::movement::{Contents, Curve, Initial, Leg, Movement, Pattern, Range, Turn, Walk};

/// The distance to which moves of several legs are searched.
const HALF: i16 = 6;

/// The absolute coordinates of a step, the smaller one first.
pub(super) type Vector = (u8, u8);

/// A kind of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// A leap.
    Leap(Vector),
    /// A ride, with its maximum number of steps if limited.
    Ride(Vector, Option<u8>),
    /// A hop over a piece along such steps; far if it can continue beyond the square behind.
    Hop { along: Vector, is_far: bool },
    /// A walk that turns, by its first step.
    Bent(Vector),
    /// A crooked rider, which zigzags.
    Crooked(Vector),
    /// A circular rider.
    Circular(Vector),
    /// A capture of a piece that is not on the target.
    Jump,
    /// A universal leap to any square.
    Anywhere,
    /// The moves of another piece.
    Imitation,
}

/// The headings of a kind of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Uses {
    /// To empty squares.
    pub(super) quiet: Headings,
    /// To enemy pieces.
    pub(super) capture: Headings,
}

impl Uses {
    /// The headings of moves and captures together.
    pub(super) const fn headings(self) -> Headings {
        self.quiet.union(self.capture)
    }

    const fn is_empty(self) -> bool {
        self.headings().is_empty()
    }
}

/// The moves of a piece by kind, in the order of the kinds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Repertoire(pub(super) Vec<(Kind, Uses)>);

/// A pattern with the restrictions of the definition.
struct Entry<'a> {
    pattern: &'a Pattern,
    /// Whether it applies only on some squares.
    is_bound: bool,
    /// Whether it can capture only some pieces.
    is_choosy: bool,
}

impl Repertoire {
    /// The headings of a kind of moves.
    pub(super) fn get(&self, kind: Kind) -> Option<&Uses> {
        value_at(&self.0, &kind)
    }

    pub(super) fn kinds(&self) -> impl Iterator<Item = &Kind> {
        self.0.iter().map(|(kind, _)| kind)
    }

    /// Takes the moves of some kinds out.
    pub(super) fn take(&mut self, is_taken: impl Fn(&Kind, &Uses) -> bool) -> Repertoire {
        let all = std::mem::take(&mut self.0).into_iter();
        let (taken, left) = all.partition(|(kind, uses)| is_taken(kind, uses));
        self.0 = left;
        Repertoire(taken)
    }

    pub(super) fn of_movement(movement: &Movement) -> Repertoire {
        let entry = |pattern| Entry {
            pattern,
            is_bound: false,
            is_choosy: false,
        };
        Repertoire::of(&movement.patterns().iter().map(entry).collect::<Vec<_>>())
    }

    pub(super) fn of_piece(piece: &PieceDef) -> Repertoire {
        let entries = piece.moves.iter().flat_map(|text| {
            text.movement.patterns().iter().map(|pattern| Entry {
                pattern,
                is_bound: text.from.is_some(),
                is_choosy: text.takes.is_some(),
            })
        });
        Repertoire::of(&entries.collect::<Vec<_>>())
    }

    /// The moves that the piece always has or, if it has none, those that it sometimes has.
    fn of(entries: &[Entry<'_>]) -> Repertoire {
        let is_later = |entry: &&Entry<'_>| initial(entry.pattern) == Initial::Any;
        let always = entries.iter().filter(|entry| !entry.is_bound);
        let mut found = Repertoire::default();
        always.filter(is_later).for_each(|entry| found.add(entry));
        if found.0.is_empty() {
            entries
                .iter()
                .filter(is_later)
                .for_each(|entry| found.add(entry));
        }
        if found.0.is_empty() {
            entries.iter().for_each(|entry| found.add(entry));
        }
        found.join_hops();
        found
    }

    fn add(&mut self, entry: &Entry<'_>) {
        let uses = |headings: Headings, pass: Contents, take: Contents| Uses {
            quiet: when(
                pass.meets(Contents::EMPTY.union(Contents::ABSENT)),
                headings,
            ),
            capture: when(take.meets(Contents::ENEMY) && !entry.is_choosy, headings),
        };
        match entry.pattern {
            Pattern::Walk(walk) => match &walk.legs[..] {
                [leg] if leg.relay => {
                    self.put(
                        Kind::Imitation,
                        uses(Headings::ALL, Contents::EMPTY, Contents::ENEMY),
                    );
                }
                [leg] => self.add_leg(leg, |headings| uses(headings, leg.pass, leg.take)),
                _ => self.add_walk(walk, uses),
            },
            Pattern::Universal(leap) => {
                let kind = if leap.relay {
                    Kind::Imitation
                } else {
                    Kind::Anywhere
                };
                self.put(kind, uses(Headings::ALL, leap.pass, leap.take));
            }
            Pattern::Imitation(way) => {
                self.put(Kind::Imitation, uses(Headings::ALL, way.pass, way.take));
            }
            Pattern::Castle(_) | Pattern::Placement(_) => {}
        }
    }

    fn put(&mut self, kind: Kind, uses: Uses) {
        if uses.is_empty() {
            return;
        }
        let known = value_for(&mut self.0, kind);
        known.quiet = known.quiet.union(uses.quiet);
        known.capture = known.capture.union(uses.capture);
    }

    fn add_leg(&mut self, leg: &Leg, uses: impl Fn(Headings) -> Uses) {
        for (vector, headings) in steps(leg) {
            let kind = match (leg.curve, leg.range) {
                (Curve::Crooked, _) => Kind::Crooked(vector),
                (Curve::Circular, _) => Kind::Circular(vector),
                (Curve::Straight, Range::Unlimited) => Kind::Ride(vector, None),
                (Curve::Straight, Range::UpTo(n)) if n > 1 => Kind::Ride(vector, Some(n)),
                // The distance to the middle depends on the square of the piece.
                (Curve::Straight, Range::UpTo(_) | Range::ToMiddle | Range::Rest) => {
                    Kind::Leap(vector)
                }
            };
            self.put(kind, uses(headings));
        }
    }

    /// Merges hops to the square just behind the mount into farther hops, if such exist.
    fn join_hops(&mut self) {
        let all = std::mem::take(self);
        for (kind, uses) in &all.0 {
            let kind = match *kind {
                Kind::Hop { along, .. } => {
                    let far = Kind::Hop {
                        along,
                        is_far: true,
                    };
                    let is_far = all.get(far).is_some();
                    Kind::Hop { along, is_far }
                }
                other => other,
            };
            self.put(kind, *uses);
        }
    }

    fn add_walk(&mut self, walk: &Walk, uses: impl Fn(Headings, Contents, Contents) -> Uses) {
        let (board, origin) = open_board(HALF);
        let offset = |square: Square| Offset {
            dx: board.file_of(square) as i16 - board.file_of(origin) as i16,
            dy: board.rank_of(square) as i16 - board.rank_of(origin) as i16,
        };
        let is_endless = walk.legs.iter().any(|leg| leg.range == Range::Unlimited)
            || walk.repeat.is_some_and(|repeat| repeat.at_most.is_none());
        let Ok(found) = paths(walk, &board, Perspective::White, origin, PATH_LIMIT) else {
            let last = walk.legs.last();
            let pass = last.map_or(Contents::NONE, |leg| leg.pass);
            let take = last.map_or(Contents::NONE, |leg| leg.take);
            self.put(
                Kind::Bent(first_step(walk)),
                uses(Headings::ALL, pass, take),
            );
            return;
        };
        for path in &found {
            let uses = |headings| uses(headings, path.pass, path.take);
            if path.borrows || path.mover != origin {
                self.put(Kind::Imitation, uses(Headings::ALL));
                continue;
            }
            let to = offset(path.to);
            if path.to == origin || path.taken.iter().any(|victim| *victim != path.to) {
                self.put(
                    Kind::Jump,
                    Uses {
                        quiet: Headings::ALL,
                        capture: Headings::ALL,
                    },
                );
                continue;
            }
            let mut mounts = path.conditions.iter().filter(|condition| {
                !condition
                    .contents
                    .meets(Contents::EMPTY.union(Contents::ABSENT))
            });
            if let Some(mount) = mounts.next_back().map(|condition| offset(condition.square)) {
                let n_steps = gcd(to.dx, to.dy).max(1);
                let step = Offset {
                    dx: to.dx / n_steps,
                    dy: to.dy / n_steps,
                };
                let beyond = Offset {
                    dx: mount.dx + step.dx,
                    dy: mount.dy + step.dy,
                };
                let is_far = beyond != to;
                let (along, headings) = towards(step);
                self.put(Kind::Hop { along, is_far }, uses(headings));
            } else if is_endless {
                let (_, headings) = towards(to);
                self.put(Kind::Bent(first_step(walk)), uses(headings));
            } else {
                let (vector, headings) = towards(to);
                self.put(Kind::Leap(vector), uses(headings));
            }
        }
    }
}

const fn initial(pattern: &Pattern) -> Initial {
    match pattern {
        Pattern::Walk(walk) => walk.initial,
        Pattern::Universal(leap) => leap.initial,
        Pattern::Imitation(way) => way.initial,
        Pattern::Castle(_) | Pattern::Placement(_) => Initial::Any,
    }
}

fn when(holds: bool, headings: Headings) -> Headings {
    if holds { headings } else { Headings::NONE }
}

/// The steps of a first leg, split into orthogonal and diagonal ones.
fn steps(leg: &Leg) -> impl Iterator<Item = (Vector, Headings)> {
    let headings = match &leg.turn {
        Turn::Absolute(headings) => headings.intersection(leg.owned),
        _ => Headings::ALL,
    };
    let parts = match leg.step {
        Step::Radial(n) => [
            ((0, n), headings.intersection(Headings::ORTHOGONAL)),
            ((n, n), headings.intersection(Headings::DIAGONAL)),
        ],
        Step::Oblique(a, b) => [((a, b), headings), ((a, b), Headings::NONE)],
    };
    parts
        .into_iter()
        .filter(|(_, headings)| !headings.is_empty())
}

fn first_step(walk: &Walk) -> Vector {
    let first = walk.legs.first().and_then(|leg| steps(leg).next());
    first.map_or((0, 1), |(vector, _)| vector)
}

/// The vector and the heading of a leap.
fn towards(offset: Offset) -> (Vector, Headings) {
    let (a, b) = (
        offset.dx.unsigned_abs() as u8,
        offset.dy.unsigned_abs() as u8,
    );
    let (step, owned) = Step::from_vector(a, b);
    let leads = |heading: &Heading| step.offset(*heading) == offset;
    let heading = owned.iter().find(leads);
    let headings = heading.map_or(Headings::NONE, |heading| Headings::of(&[heading.number()]));
    ((a.min(b), a.max(b)), headings)
}

const fn gcd(a: i16, b: i16) -> i16 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
