//! The reference interpreter of walks.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use crate::geometry::{
    BoardShape, Heading, Headings, Offset, Perspective, Ring, Square, Step, Wrap,
};
use crate::movement::{Bend, BendSide, Contents, Curve, Inside, Leg, Range, Turn, Walk};

/// Answers what squares hold.
pub trait Probe {
    /// Whether the square may hold one of `allowed`. If so the answer is assumed for the rest of
    /// the walk, until it is released.
    fn assume(&mut self, square: Square, allowed: Contents) -> bool;

    /// Takes back the latest assumption that was granted.
    fn release(&mut self);

    /// Whether the square may be an en passant square, and empty. If so that is assumed.
    fn assume_en_passant(&mut self, square: Square) -> bool;
}

/// A complete walk.
#[derive(Debug)]
pub struct Found<'a> {
    /// Where the piece comes to rest.
    pub to: Square,
    /// What is captured if it stands on `to`.
    pub take: Contents,
    /// What `to` may hold and keep (empty squares).
    pub pass: Contents,
    /// Squares of pieces captured on the way, in order.
    pub taken: &'a [Square],
    /// En passant squares used, the last one possibly `to`.
    pub en_passant: &'a [Square],
    /// Squares that become en passant squares.
    pub marks: &'a [Square],
    /// Where the piece captured last reappears.
    pub unload: Option<Square>,
}

/// Performs every walk from `origin` that the probe allows.
///
/// The origin counts as empty. The same move may be found more than once.
pub fn walk<P: Probe, B>(
    pattern: &Walk,
    shape: &BoardShape,
    owner: Perspective,
    origin: Square,
    probe: &mut P,
    emit: &mut impl FnMut(&mut P, &Found<'_>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let at = Point {
        x: shape.file_of(origin) as i16,
        y: shape.rank_of(origin) as i16,
    };
    let mut walker = Walker {
        pattern,
        shape,
        owner,
        origin,
        start: at,
        probe,
        emit,
        taken: SmallVec::new(),
        en_passant: SmallVec::new(),
        marks: SmallVec::new(),
        unload: None,
        result: std::marker::PhantomData,
    };
    walker.leg(0, at, Trail::default())
}

/// A point of the plane; it may lie off the board.
#[derive(Clone, Copy)]
struct Point {
    x: i16,
    y: i16,
}

/// What a leg needs to know of the legs before it.
#[derive(Clone, Copy, Default)]
struct Trail {
    heading: Option<(Heading, Ring)>,
    /// +1 if the previous bend was to the right, -1 to the left, 0 if there was none.
    bend: i8,
    last_slide: Option<u16>,
    rest: u16,
}

/// One of the ways a leg can go from its beginning.
#[derive(Clone, Copy)]
struct Course {
    heading: Heading,
    /// The side a curved leg turns to first.
    side: i8,
    /// Which square inside a step is the first occupied one, for legs that must jump.
    mount: usize,
}

struct Walker<'a, P, E, B> {
    pattern: &'a Walk,
    shape: &'a BoardShape,
    owner: Perspective,
    origin: Square,
    start: Point,
    probe: &'a mut P,
    emit: &'a mut E,
    taken: SmallVec<[Square; 4]>,
    en_passant: SmallVec<[Square; 2]>,
    marks: SmallVec<[Square; 4]>,
    unload: Option<Square>,
    result: std::marker::PhantomData<B>,
}

impl<P: Probe, B, E: FnMut(&mut P, &Found<'_>) -> ControlFlow<B>> Walker<'_, P, E, B> {
    fn leg(&mut self, index: usize, from: Point, trail: Trail) -> ControlFlow<B> {
        let pattern = self.pattern;
        let leg = &pattern.legs[index];
        let unload = self.unload;
        if leg.unload {
            self.unload = self.square(from);
        }
        let mounts = if leg.inside == Inside::Occupied {
            inside(leg.step, Heading::FORWARD).len()
        } else {
            1
        };
        for (heading, bend) in headings(leg, trail) {
            for mount in 0..mounts {
                match leg.curve {
                    Curve::Straight => self.slide(
                        index,
                        leg,
                        from,
                        Course {
                            heading,
                            side: 0,
                            mount,
                        },
                        Trail { bend, ..trail },
                    )?,
                    Curve::Crooked | Curve::Circular => {
                        for side in [1, -1] {
                            self.slide(
                                index,
                                leg,
                                from,
                                Course {
                                    heading,
                                    side,
                                    mount,
                                },
                                Trail {
                                    bend: side,
                                    ..trail
                                },
                            )?;
                        }
                    }
                }
            }
        }
        self.unload = unload;
        ControlFlow::Continue(())
    }

    /// Walks along one course.
    fn slide(
        &mut self,
        index: usize,
        leg: &Leg,
        from: Point,
        course: Course,
        trail: Trail,
    ) -> ControlFlow<B> {
        let (limit, runs) = self.limit(leg, from, trail);
        let mut held = 0;
        let marks = self.marks.len();
        let mut at = from;
        for step in 1..=limit {
            let now = curved(leg.curve, course.heading, course.side, step);
            let offset = leg.step.offset(now);
            if !self.clear_inside(leg, at, now, course.mount, &mut held) {
                break;
            }
            if leg.marks && leg.step != Step::Radial(1) {
                self.mark_inside(leg, at, now);
            }
            let next = self.moved(at, offset);
            let Some(square) = self.square(next) else {
                if leg.edge && step > leg.skip as u16 && index + 1 < self.pattern.legs.len() {
                    self.after(index, leg, next, now, step, limit, trail)?;
                }
                break;
            };
            if self.pattern.wrap != Wrap::None
                && square == self.origin
                && leg.curve == Curve::Straight
            {
                break;
            }
            if step > leg.skip as u16 {
                if !leg.iso || trail.last_slide == Some(step) {
                    self.end(index, leg, next, square, now, step, limit, trail)?;
                }
                if step == limit || !self.probe.assume(square, Contents::EMPTY) {
                    break;
                }
                held += 1;
            }
            if leg.marks && runs && leg.step == Step::Radial(1) {
                self.marks.push(square);
            }
            at = next;
        }
        (0..held).for_each(|_| self.probe.release());
        self.marks.truncate(marks);
        ControlFlow::Continue(())
    }

    /// The leg ends on `square`, if the square allows it.
    #[expect(
        clippy::too_many_arguments,
        reason = "the state of one walk, kept in registers"
    )]
    fn end(
        &mut self,
        index: usize,
        leg: &Leg,
        at: Point,
        square: Square,
        heading: Heading,
        step: u16,
        limit: u16,
        trail: Trail,
    ) -> ControlFlow<B> {
        if index + 1 == self.pattern.legs.len() {
            let ends = leg.pass.union(leg.take);
            if !ends.is_empty() && self.probe.assume(square, ends) {
                let flow = self.emit(at, square, leg.pass, leg.take);
                self.probe.release();
                flow?;
            }
            if leg.en_passant && self.probe.assume_en_passant(square) {
                self.en_passant.push(square);
                let flow = self.emit(at, square, Contents::EMPTY, Contents::NONE);
                self.en_passant.pop();
                self.probe.release();
                flow?;
            }
            return ControlFlow::Continue(());
        }
        if !leg.pass.is_empty() && self.probe.assume(square, leg.pass) {
            let marked = leg.marks && leg.range == Range::UpTo(1);
            if marked {
                self.marks.push(square);
            }
            let flow = self.after(index, leg, at, heading, step, limit, trail);
            if marked {
                self.marks.pop();
            }
            self.probe.release();
            flow?;
        }
        if !leg.take.is_empty()
            && !self.taken.contains(&square)
            && self.probe.assume(square, leg.take)
        {
            self.taken.push(square);
            let flow = self.after(index, leg, at, heading, step, limit, trail);
            self.taken.pop();
            self.probe.release();
            flow?;
        }
        if leg.en_passant && self.probe.assume_en_passant(square) {
            self.en_passant.push(square);
            let flow = self.after(index, leg, at, heading, step, limit, trail);
            self.en_passant.pop();
            self.probe.release();
            flow?;
        }
        ControlFlow::Continue(())
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "the state of one walk, kept in registers"
    )]
    fn after(
        &mut self,
        index: usize,
        leg: &Leg,
        at: Point,
        heading: Heading,
        step: u16,
        limit: u16,
        trail: Trail,
    ) -> ControlFlow<B> {
        // Clause `bend.2`: an oblique first leg has bent inside the leap.
        let bend = match leg.step {
            Step::Oblique(..) if index == 0 => {
                if heading.number().is_multiple_of(2) {
                    1
                } else {
                    -1
                }
            }
            _ => trail.bend,
        };
        let next = Trail {
            heading: Some((heading, leg.step.ring())),
            bend,
            last_slide: if leg.range == Range::UpTo(1) {
                trail.last_slide
            } else {
                Some(step)
            },
            rest: limit.saturating_sub(step),
        };
        self.leg(index + 1, at, next)
    }

    fn emit(&mut self, at: Point, to: Square, pass: Contents, take: Contents) -> ControlFlow<B> {
        if let Some(sectors) = self.pattern.sectors {
            let sign = if self.owner == Perspective::White {
                1
            } else {
                -1
            };
            let offset = Offset {
                dx: sign * (at.x - self.start.x),
                dy: sign * (at.y - self.start.y),
            };
            if !sectors.contain(offset) {
                return ControlFlow::Continue(());
            }
        }
        let found = Found {
            to,
            take,
            pass,
            taken: &self.taken,
            en_passant: &self.en_passant,
            marks: &self.marks,
            unload: self.unload,
        };
        (self.emit)(self.probe, &found)
    }

    /// The largest number of steps, and whether squares passed may be marked (a run to the middle
    /// of a single step marks nothing).
    fn limit(&self, leg: &Leg, from: Point, trail: Trail) -> (u16, bool) {
        let area = self.shape.area() as u16;
        let limit = match leg.range {
            Range::UpTo(steps) => steps as u16,
            Range::Unlimited => area,
            Range::Rest => trail.rest,
            Range::ToMiddle => {
                let ranks = self.shape.ranks() as i16;
                let rank = if self.owner == Perspective::White {
                    from.y
                } else {
                    ranks - 1 - from.y
                };
                let run = ranks / 2 - rank - 1;
                return if run < 2 {
                    (1, false)
                } else {
                    (run as u16, true)
                };
            }
        };
        match leg.curve {
            Curve::Circular => (limit.min(8), true),
            _ => (limit, true),
        }
    }

    /// Whether the squares inside the next step are as the leg wants them.
    fn clear_inside(
        &mut self,
        leg: &Leg,
        at: Point,
        heading: Heading,
        mount: usize,
        held: &mut u32,
    ) -> bool {
        match leg.inside {
            Inside::Anything => true,
            Inside::Empty => inside(leg.step, heading).iter().all(|offset| {
                let clear = match self.square(self.moved(at, *offset)) {
                    Some(square) => self.probe.assume(square, Contents::EMPTY),
                    None => false,
                };
                *held += u32::from(clear);
                clear
            }),
            Inside::Occupied => {
                // Clause `jump.2`: one mount is enough, and a hole is one. The possibilities are
                // told apart by which of the squares inside is the first that is not empty.
                for (nth, offset) in inside(leg.step, heading).iter().enumerate().take(mount + 1) {
                    let wanted = if nth == mount {
                        Contents::OCCUPIED
                    } else {
                        Contents::EMPTY
                    };
                    match self.square(self.moved(at, *offset)) {
                        None => return nth == mount,
                        Some(square) if self.probe.assume(square, wanted) => *held += 1,
                        Some(_) => return false,
                    }
                }
                true
            }
        }
    }

    fn mark_inside(&mut self, leg: &Leg, at: Point, heading: Heading) {
        for offset in inside(leg.step, heading) {
            let square = self.square(self.moved(at, offset));
            self.marks.extend(square);
        }
    }

    fn moved(&self, at: Point, offset: Offset) -> Point {
        let sign = if self.owner == Perspective::White {
            1
        } else {
            -1
        };
        let (mut x, mut y) = (at.x + sign * offset.dx, at.y + sign * offset.dy);
        if self.pattern.wrap != Wrap::None {
            x = x.rem_euclid(self.shape.files() as i16);
        }
        if self.pattern.wrap == Wrap::Torus {
            y = y.rem_euclid(self.shape.ranks() as i16);
        }
        Point { x, y }
    }

    fn square(&self, at: Point) -> Option<Square> {
        let file = u8::try_from(at.x).ok()?;
        let rank = u8::try_from(at.y).ok()?;
        self.shape
            .at(file, rank)
            .filter(|square| self.shape.exists(*square))
    }
}

/// The squares between the ends of one step: every unit step of a radial leap; for an oblique leap
/// the squares straight ahead in its long direction before it turns diagonally.
fn inside(step: Step, heading: Heading) -> SmallVec<[Offset; 4]> {
    match step {
        Step::Radial(n) => (1..n).map(|k| Step::Radial(k).offset(heading)).collect(),
        Step::Oblique(a, b) => {
            let whole = step.offset(heading);
            let (dx, dy) = if whole.dx.abs() > whole.dy.abs() {
                (whole.dx.signum(), 0)
            } else {
                (0, whole.dy.signum())
            };
            (1..=(b - a) as i16)
                .map(|k| Offset {
                    dx: dx * k,
                    dy: dy * k,
                })
                .collect()
        }
    }
}

fn curved(curve: Curve, heading: Heading, side: i8, step: u16) -> Heading {
    let turn = |eighths: i16| heading.turned(eighths.rem_euclid(8) as u8);
    match curve {
        Curve::Straight => heading,
        Curve::Crooked => {
            if step.is_multiple_of(2) {
                turn(2 * side as i16)
            } else {
                heading
            }
        }
        Curve::Circular => turn((step as i16 - 1) * side as i16),
    }
}

/// The headings a leg may take after the trail, each with the side of the bend it makes.
fn headings(leg: &Leg, trail: Trail) -> SmallVec<[(Heading, i8); 8]> {
    let mut found: SmallVec<[(Heading, i8); 8]> = SmallVec::new();
    let ring = leg.step.ring();
    let mut add = |heading: Heading, bend: i8| {
        if leg.owned.contains(heading) && !found.iter().any(|known| *known == (heading, bend)) {
            found.push((heading, bend));
        }
    };
    match (&leg.turn, trail.heading) {
        (Turn::Absolute(set), _) => set.iter().for_each(|heading| add(heading, 0)),
        (_, None) => Headings::ALL.iter().for_each(|heading| add(heading, 0)),
        (Turn::Relative(turns, bends), Some((old, old_ring))) => {
            let mut turned = |eighths: u8| {
                let bend = match eighths {
                    0 | 4 => trail.bend,
                    1..=3 => 1,
                    _ => -1,
                };
                crossed(old, old_ring, ring, eighths)
                    .into_iter()
                    .for_each(|heading| add(heading, bend));
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
        (Turn::Outward, Some((old, old_ring))) => {
            if old_ring == ring && leg.owned.contains(old) {
                add(old, trail.bend);
            } else if old_ring == ring {
                add(old.turned(1), 1);
                add(old.turned(7), -1);
            } else {
                crossed(old, old_ring, ring, 0)
                    .into_iter()
                    .for_each(|heading| add(heading, trail.bend));
            }
        }
    }
    found
}

/// The headings `eighths` clockwise from `old`. Between the radial and the oblique ring the two
/// nearest moves share a turn by an even number of eighths; an odd number names one of them.
fn crossed(old: Heading, from: Ring, to: Ring, eighths: u8) -> SmallVec<[Heading; 2]> {
    let straight = old.turned(eighths & !1);
    let mut found = SmallVec::new();
    match (from, to) {
        (Ring::Radial, Ring::Oblique) => match eighths {
            1 => found.push(old),
            3 => found.push(old.turned(3)),
            5 => found.push(old.turned(4)),
            7 => found.push(old.turned(7)),
            _ => found.extend([straight.turned(7), straight]),
        },
        (Ring::Oblique, Ring::Radial) => match eighths {
            1 => found.push(old.turned(1)),
            3 => found.push(old.turned(4)),
            5 => found.push(old.turned(5)),
            7 => found.push(old),
            _ => found.extend([straight, straight.turned(1)]),
        },
        _ => found.push(old.turned(eighths)),
    }
    found
}
