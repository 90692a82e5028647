//! Reference interpreter of walks.

use std::ops::ControlFlow;

use indexmap::IndexMap;
use smallvec::SmallVec;

use crate::geometry::{BoardShape, Heading, Offset, Perspective, Square, Step, Wrap};
use crate::movement::{Bearing, Contents, Curve, Inside, Leg, Range, Repeat, Side, Turn, Walk};
use crate::source::budget::{Exhausted, spend};

/// A probe of the contents of squares.
pub trait Probe {
    /// Whether the square may have contents in `allowed`. If so, this is assumed for the rest of the walk until it is
    /// released.
    fn assume(&mut self, square: Square, allowed: Contents) -> bool;

    /// Takes back the latest granted assumption.
    fn release(&mut self);

    /// Whether the square may be an empty en passant square. If so, this is assumed.
    fn assume_en_passant(&mut self, square: Square) -> bool;

    /// Whether `to` may hold a piece of the mover's side. If so, that piece becomes the mover until it hands back: its
    /// square counts as empty, and the previous mover's square as occupied.
    fn hand_over(&mut self, from: Square, to: Square) -> bool;

    /// Takes back the latest granted [`Probe::hand_over`]: the mover is on `from` again.
    fn hand_back(&mut self, from: Square);

    /// Whether the answers are independent of earlier assumptions, as on a real board. Then a walk need not take the
    /// same path twice.
    fn is_settled(&self) -> bool {
        true
    }

    /// Called when the walk is abandoned because it is too long; some moves may be missing.
    fn give_up(&mut self) {}
}

/// A complete walk, as the interpreter reports it.
#[derive(Debug)]
pub struct CompletedWalk<'a> {
    /// The square of the moving piece: the origin, unless a relay moved another piece.
    pub mover: Square,
    /// The target.
    pub to: Square,
    /// The contents that are captured on `to`.
    pub take: Contents,
    /// The contents of `to` without a capture (empty squares).
    pub pass: Contents,
    /// Squares of pieces captured on the way, in order.
    pub taken: &'a [Square],
    /// The en passant squares used; the last one may be `to`.
    pub en_passant: &'a [Square],
    /// Squares that become en passant squares.
    pub marks: &'a [Square],
    /// The square on which the piece captured last reappears.
    pub unload: Option<Square>,
    /// Whether the piece has the moves of the piece of its own side on `to` instead of moving there.
    pub borrows: bool,
}

impl CompletedWalk<'_> {
    /// A plain leap.
    pub fn leap(
        from: Square,
        to: Square,
        pass: Contents,
        take: Contents,
    ) -> CompletedWalk<'static> {
        CompletedWalk {
            mover: from,
            to,
            take,
            pass,
            taken: &[],
            en_passant: &[],
            marks: &[],
            unload: None,
            borrows: false,
        }
    }
}

/// Clause `limit.walk`: the number of legs that one walk may begin before it is abandoned. No reasonable piece reaches
/// it on any board.
const LEGS_BEGUN: usize = 1 << 17;

/// Steps of the budget for one leg, in addition to its squares.
const LEG: u64 = 16;

/// The number of squares that a leg may visit before it takes steps from the budget.
const UNPAID: u64 = 1 << 8;

/// The maximum number of consecutive legs of one path, including repetitions, which bounds the
/// recursion depth.
const LONGEST_PATH: u16 = 512;

/// Performs every walk from `origin` that the probe allows.
///
/// The origin counts as empty, except for a leg that returns to it across a joined edge. The same move may be found
/// more than once.
pub fn walk<P: Probe, B>(
    pattern: &Walk,
    shape: &BoardShape,
    owner: Perspective,
    origin: Square,
    probe: &mut P,
    emit: &mut impl FnMut(&mut P, &CompletedWalk<'_>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    walk_within(pattern, shape, owner, origin, probe, LEGS_BEGUN, emit)
}

/// The number of legs that a walk begins plus the number of moves that it finds, up to `limit` for each. Short walks,
/// which begin few legs, are not counted.
pub(crate) fn legs_begun<P: Probe>(
    pattern: &Walk,
    shape: &BoardShape,
    owner: Perspective,
    origin: Square,
    probe: &mut P,
    limit: usize,
) -> usize {
    let mut found = 0;
    let mut count = |_: &mut P, _: &CompletedWalk<'_>| {
        found += 1;
        if found < limit {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    };
    let legs = limit.min(LEGS_BEGUN);
    let mut walker = Walker::new(pattern, shape, owner, origin, probe, legs, &mut count);
    let _ = walker.run();
    let begun = legs - walker.legs_left;
    begun + found
}

/// Whether a walk may begin many legs; walks of few legs have few paths.
pub(crate) fn is_long(pattern: &Walk) -> bool {
    pattern.repeat.is_some() || pattern.legs.len() > 3
}

/// [`walk`] with a limit on the number of legs begun.
pub(super) fn walk_within<P: Probe, B>(
    pattern: &Walk,
    shape: &BoardShape,
    owner: Perspective,
    origin: Square,
    probe: &mut P,
    legs: usize,
    emit: &mut impl FnMut(&mut P, &CompletedWalk<'_>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    Walker::new(pattern, shape, owner, origin, probe, legs, emit).run()
}

/// The largest number of repetitions of a stretch on this board. Clause `repeat.2`.
fn laps(repeat: Repeat, shape: &BoardShape) -> u16 {
    let board = 2 * (shape.files() as u16 + shape.ranks() as u16);
    let written = repeat.at_most.map_or(board, u16::from);
    let stretch = (repeat.to - repeat.from).max(1) as u16;
    written.min(board).min(LONGEST_PATH / stretch)
}

/// A point of the plane, possibly off the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Point {
    x: i16,
    y: i16,
}

/// The completed part of a curve.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Arc {
    start: Heading,
    side: Side,
    steps: u16,
}

/// The state of earlier legs on which a leg depends.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
struct Trail {
    bearing: Option<Bearing>,
    arc: Option<Arc>,
    last_slide: Option<u16>,
    rest: u16,
    /// Whether an earlier part of a leg with [`Turn::Onward`] has crossed a joined edge.
    lapped: bool,
    laps: u16,
}

/// The state that determines the continuations of a walk.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    index: usize,
    at: Point,
    /// The trail without its laps.
    trail: Trail,
    taken: SmallVec<[Square; 4]>,
    en_passant: SmallVec<[Square; 2]>,
    marks: SmallVec<[Square; 4]>,
    unload: Option<Square>,
    mover: Square,
}

/// One course of a leg from its beginning.
#[derive(Clone, Copy)]
struct Course<'a> {
    index: usize,
    leg: &'a Leg,
    from: Point,
    trail: Trail,
    heading: Heading,
    bend: Option<Side>,
    /// The curve of the course; `None` for straight legs.
    arc: Option<Arc>,
    limit: u16,
    /// Whether passed squares become en passant squares.
    marks: bool,
}

impl Course<'_> {
    fn heading_of(&self, step: u16) -> Heading {
        match self.arc {
            None => self.heading,
            Some(arc) => curved(self.leg.curve, arc, step),
        }
    }
}

/// The progress along a course.
#[derive(Clone, Copy)]
struct Progress {
    at: Point,
    /// The number of steps made.
    steps: u16,
    /// Whether it has crossed a joined edge.
    lapped: bool,
    /// The number of returns to its beginning.
    circles: u8,
}

struct Walker<'a, P, E, B> {
    pattern: &'a Walk,
    shape: &'a BoardShape,
    owner: Perspective,
    /// The moving piece; a relay hands over to another one.
    mover: Square,
    laps: u16,
    bends_matter: bool,
    lengths_matter: bool,
    probe: &'a mut P,
    emit: &'a mut E,
    taken: SmallVec<[Square; 4]>,
    en_passant: SmallVec<[Square; 2]>,
    marks: SmallVec<[Square; 4]>,
    unload: Option<Square>,
    /// The visited squares, if they matter.
    visited: SmallVec<[Square; 8]>,
    /// The states met so far with the smallest number of laps, if remembering them pays.
    seen: Option<IndexMap<State, u16>>,
    /// The states at the beginning of each lap of the current path.
    entries: Vec<State>,
    legs_left: usize,
    /// Steps made since steps were last taken from the budget.
    unpaid: u64,
    result: std::marker::PhantomData<B>,
}

impl<'a, P: Probe, B, E: FnMut(&mut P, &CompletedWalk<'_>) -> ControlFlow<B>> Walker<'a, P, E, B> {
    fn new(
        pattern: &'a Walk,
        shape: &'a BoardShape,
        owner: Perspective,
        origin: Square,
        probe: &'a mut P,
        legs: usize,
        emit: &'a mut E,
    ) -> Self {
        // PERF: short walks rarely meet the same state again, so remembering states does not pay.
        let remembers = probe.is_settled() && is_long(pattern) && pattern.revisits;
        Walker {
            pattern,
            shape,
            owner,
            mover: origin,
            laps: pattern.repeat.map_or(0, |repeat| laps(repeat, shape)),
            bends_matter: pattern
                .legs
                .iter()
                .any(|leg| matches!(&leg.turn, Turn::Relative(_, bends) if !bends.is_empty())),
            lengths_matter: pattern.legs.iter().any(|leg| leg.iso),
            probe,
            emit,
            taken: SmallVec::new(),
            en_passant: SmallVec::new(),
            marks: SmallVec::new(),
            unload: None,
            visited: SmallVec::from_iter((!pattern.revisits).then_some(origin)),
            seen: remembers.then(IndexMap::new),
            entries: Vec::new(),
            legs_left: legs,
            unpaid: 0,
            result: std::marker::PhantomData,
        }
    }

    /// Emits every walk from the origin.
    fn run(&mut self) -> ControlFlow<B> {
        let at = Point {
            x: self.shape.file_of(self.mover) as i16,
            y: self.shape.rank_of(self.mover) as i16,
        };
        self.leg(0, at, Trail::default())
    }

    fn leg(&mut self, index: usize, from: Point, trail: Trail) -> ControlFlow<B> {
        let pattern = self.pattern;
        let Some(leg) = pattern.legs.get(index) else {
            return ControlFlow::Continue(());
        };
        if self.legs_left == 0 || self.pay().is_err() {
            self.probe.give_up();
            return ControlFlow::Continue(());
        }
        self.legs_left -= 1;
        if self.was_here(index, from, trail) {
            return ControlFlow::Continue(());
        }
        let unload = self.unload;
        if leg.unload {
            self.unload = self.square(from);
        }
        let (limit, marks) = self.limit(leg, from, trail);
        for (heading, bend) in leg.headings(trail.bearing) {
            if pattern.rebounds && !self.rebounds(leg, from, trail.bearing, heading) {
                continue;
            }
            let course = Course {
                index,
                leg,
                from,
                trail,
                heading,
                bend,
                arc: None,
                limit,
                marks: leg.marks && marks,
            };
            match (leg.curve, &leg.turn) {
                (Curve::Straight, _) => self.slide(&course)?,
                (_, Turn::Onward) => self.slide(&Course {
                    arc: trail.arc,
                    ..course
                })?,
                (Curve::Crooked | Curve::Circular, _) => {
                    for side in [Side::Right, Side::Left] {
                        let arc = Arc {
                            start: heading,
                            side,
                            steps: 0,
                        };
                        self.slide(&Course {
                            bend: Some(side),
                            arc: Some(arc),
                            ..course
                        })?;
                    }
                }
            }
        }
        self.unload = unload;
        ControlFlow::Continue(())
    }

    /// Takes the steps since the last payment and the cost of a leg from the budget.
    fn pay(&mut self) -> Result<(), Exhausted> {
        let steps = std::mem::take(&mut self.unpaid) + LEG;
        // The stored states and squares are compared in each leg.
        spend(steps + 2 * self.entries.len() as u64 + self.visited.len() as u64)
    }

    /// Whether the walk rebounds where a leg with this heading begins; a first leg always may. The obstacle of the
    /// previous leg, and its neighbor on the side from which the leg turns away, must be no squares.
    fn rebounds(&self, leg: &Leg, at: Point, before: Option<Bearing>, heading: Heading) -> bool {
        let Some(before) = before else {
            return true;
        };
        let unit = |heading: Heading| Step::Radial(1).offset(heading);
        let (old, new) = (unit(before.heading), unit(heading));
        let away = Offset {
            dx: (old.dx - new.dx).signum(),
            dy: (old.dy - new.dy).signum(),
        };
        let is_missing = |offset: Offset| self.square(self.moved(leg.wrap, at, offset).0).is_none();
        is_missing(old) && is_missing(away)
    }

    /// Whether all continuations have already been found.
    fn was_here(&mut self, index: usize, at: Point, trail: Trail) -> bool {
        let begins_lap = trail.laps > 0
            && (self.pattern.repeat).is_some_and(|repeat| repeat.from as usize == index);
        if self.seen.is_none() && !begins_lap {
            return false;
        }
        let state = State {
            index,
            at,
            trail: Trail { laps: 0, ..trail },
            taken: self.taken.clone(),
            en_passant: self.en_passant.clone(),
            marks: self.marks.clone(),
            unload: self.unload,
            mover: self.mover,
        };
        let Some(seen) = &mut self.seen else {
            // An earlier lap of this path that began in the same state could have taken the same continuation with
            // fewer conditions.
            self.entries.truncate(trail.laps as usize - 1);
            let known = self.entries.contains(&state);
            self.entries.push(state);
            return known;
        };
        match seen.get_mut(&state) {
            Some(laps) if *laps <= trail.laps => true,
            Some(laps) => {
                *laps = trail.laps;
                false
            }
            None => {
                seen.insert(state, trail.laps);
                false
            }
        }
    }

    /// Makes the steps of one course.
    fn slide(&mut self, course: &Course<'_>) -> ControlFlow<B> {
        let marks = self.marks.len();
        let visited = self.visited.len();
        let flow = self.steps(
            course,
            Progress {
                at: course.from,
                steps: 0,
                lapped: course.trail.lapped,
                circles: 0,
            },
        );
        self.marks.truncate(marks);
        self.visited.truncate(visited);
        flow
    }

    fn steps(&mut self, course: &Course<'_>, mut progress: Progress) -> ControlFlow<B> {
        let leg = course.leg;
        let mut held = 0;
        while progress.steps < course.limit {
            let heading = course.heading_of(progress.steps + 1);
            let inside = match leg.inside {
                Inside::Anything => SmallVec::new(),
                _ => inside(leg, heading),
            };
            if leg.inside == Inside::Occupied && inside.len() > 1 {
                // Clause `jump.2`: one hurdle suffices. The possibilities differ in the first occupied square inside
                // the step.
                for mount in 0..inside.len() {
                    let mut held = 0;
                    let visited = self.visited.len();
                    if self.is_mounted(course, progress.at, &inside[..=mount], &mut held)
                        && let Some(next) = self.step(course, progress, heading, &mut held)?
                    {
                        self.steps(course, next)?;
                    }
                    self.visited.truncate(visited);
                    self.release(held);
                }
                break;
            }
            let fits = match leg.inside {
                Inside::Anything => true,
                Inside::Empty | Inside::HalfwayEmpty => {
                    self.is_clear(course, progress.at, &inside, &mut held)
                }
                Inside::Occupied | Inside::HalfwayOccupied => {
                    self.is_mounted(course, progress.at, &inside, &mut held)
                }
            };
            if !fits {
                break;
            }
            match self.step(course, progress, heading, &mut held)? {
                Some(next) => progress = next,
                None => break,
            }
        }
        self.release(held);
        ControlFlow::Continue(())
    }

    fn release(&mut self, held: u32) {
        (0..held).for_each(|_| self.probe.release());
    }

    /// Makes one step, ends the leg there if possible, and returns the progress from which it can continue.
    fn step(
        &mut self,
        course: &Course<'_>,
        progress: Progress,
        heading: Heading,
        held: &mut u32,
    ) -> ControlFlow<B, Option<Progress>> {
        self.unpaid += 1;
        if self.unpaid > UNPAID && self.pay().is_err() {
            self.probe.give_up();
            return ControlFlow::Continue(None);
        }
        let leg = course.leg;
        let is_last = course.index + 1 == self.pattern.legs.len();
        if course.marks && leg.step != Step::Radial(1) {
            for offset in inside(leg, heading) {
                let square = self.square(self.moved(leg.wrap, progress.at, offset).0);
                self.marks.extend(square);
            }
        }
        let (at, crossed) = self.moved(leg.wrap, progress.at, leg.step.offset(heading));
        let next = Progress {
            at,
            steps: progress.steps + 1,
            lapped: progress.lapped || crossed,
            circles: progress.circles + u8::from(at == course.from),
        };
        // Clause `iso.1`.
        let is_far_enough = !leg.iso || course.trail.last_slide == Some(next.steps);
        let may_end = next.steps > leg.skip as u16;
        let Some(square) = self.square(at) else {
            if leg.edge && may_end && is_far_enough && !is_last {
                self.after(course, next, heading)?;
            }
            return ControlFlow::Continue(None);
        };
        if self.pattern.skips_walls {
            let on_wall = Progress {
                steps: progress.steps,
                ..next
            };
            self.over_wall(course, on_wall, heading, square)?;
            let others = Contents::ANY
                .union(Contents::ABSENT)
                .difference(Contents::WALL);
            if !self.probe.assume(square, others) {
                return ControlFlow::Continue(None);
            }
            *held += 1;
        }
        if !self.pattern.revisits {
            if self.visited.contains(&square) {
                return ControlFlow::Continue(None);
            }
            self.visited.push(square);
        }
        if may_end {
            // Clause `edge.2`: after crossing a joined edge, the mover can reach its own square.
            let itself = next.lapped && square == self.mover;
            if is_far_enough {
                if !itself {
                    self.end(course, next, square, heading)?;
                } else if !is_last && leg.pass.meets(Contents::FRIEND) {
                    self.after(course, next, heading)?;
                }
            }
            // In the first round, the mover was not yet an obstacle.
            let is_round = next.circles == 2 && leg.curve == Curve::Straight;
            if itself
                || is_round
                || next.steps == course.limit
                || !self.probe.assume(square, Contents::EMPTY)
            {
                return ControlFlow::Continue(None);
            }
            *held += 1;
        }
        if course.marks && leg.step == Step::Radial(1) {
            self.marks.push(square);
        }
        ControlFlow::Continue(Some(next))
    }

    /// Continues the course with a step over `square`, if that may be a wall.
    fn over_wall(
        &mut self,
        course: &Course<'_>,
        here: Progress,
        heading: Heading,
        square: Square,
    ) -> ControlFlow<B> {
        if !self.probe.assume(square, Contents::WALL) {
            return ControlFlow::Continue(());
        }
        let (marks, visited) = (self.marks.len(), self.visited.len());
        let mut held = 0;
        if let Some(next) = self.step(course, here, heading, &mut held)? {
            self.steps(course, next)?;
        }
        self.release(held + 1);
        self.marks.truncate(marks);
        self.visited.truncate(visited);
        ControlFlow::Continue(())
    }

    /// Ends the leg on `square`, if its contents allow it.
    fn end(
        &mut self,
        course: &Course<'_>,
        here: Progress,
        square: Square,
        heading: Heading,
    ) -> ControlFlow<B> {
        let leg = course.leg;
        if course.index + 1 == self.pattern.legs.len() {
            let ends = leg.pass.union(leg.take);
            if !ends.is_empty() && self.probe.assume(square, ends) {
                let flow = self.emit(square, leg.pass, leg.take, false);
                self.probe.release();
                flow?;
            }
            // Clause `relay.last`.
            if leg.relay && self.probe.assume(square, Contents::FRIEND) {
                let flow = self.emit(square, Contents::NONE, Contents::NONE, true);
                self.probe.release();
                flow?;
            }
            if leg.en_passant && self.probe.assume_en_passant(square) {
                self.en_passant.push(square);
                let flow = self.emit(square, Contents::EMPTY, Contents::NONE, false);
                self.en_passant.pop();
                self.probe.release();
                flow?;
            }
            return ControlFlow::Continue(());
        }
        if !leg.pass.is_empty() && self.probe.assume(square, leg.pass) {
            // Clause `ep.5`: the end square of a marking leg also becomes an en passant square.
            let marked = course.marks && leg.step == Step::Radial(1);
            if marked {
                self.marks.push(square);
            }
            let flow = self.after(course, here, heading);
            if marked {
                self.marks.pop();
            }
            self.probe.release();
            flow?;
        }
        if !leg.take.is_empty() && self.probe.assume(square, leg.take) {
            // Clause `mode.stays`: a captured piece remains until the walk is complete, so that a later leg may end on
            // it again.
            let is_new = !self.taken.contains(&square);
            if is_new {
                self.taken.push(square);
            }
            let flow = self.after(course, here, heading);
            if is_new {
                self.taken.pop();
            }
            self.probe.release();
            flow?;
        }
        if leg.en_passant && self.probe.assume_en_passant(square) {
            self.en_passant.push(square);
            let flow = self.after(course, here, heading);
            self.en_passant.pop();
            self.probe.release();
            flow?;
        }
        // Clause `relay.1`.
        if leg.relay && self.probe.hand_over(self.mover, square) {
            let before = std::mem::replace(&mut self.mover, square);
            let flow = self.after(course, here, heading);
            self.mover = before;
            self.probe.hand_back(before);
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// Continues with the next leg, or with either of two legs at the end of a repeated stretch.
    fn after(&mut self, course: &Course<'_>, here: Progress, heading: Heading) -> ControlFlow<B> {
        let leg = course.leg;
        let next = course.index + 1;
        let mut bearing = Bearing::behind(leg.step, heading, course.bend, course.index == 0);
        if let Some(arc) = course.arc {
            bearing.bend = Some(arc.side);
        }
        if !self.bends_matter {
            bearing.bend = None;
        }
        let onward = |index: usize| match self.pattern.legs.get(index) {
            Some(leg) => (
                leg.range == Range::Rest || leg.turn == Turn::Onward,
                leg.turn == Turn::Onward,
            ),
            None => (false, false),
        };
        let trail_to = |index: usize, laps: u16| {
            let (rests, goes_onward) = onward(index);
            Trail {
                bearing: Some(bearing),
                arc: course.arc.filter(|_| goes_onward).map(|arc| Arc {
                    steps: arc.steps + here.steps,
                    ..arc
                }),
                last_slide: match leg.range {
                    _ if !self.lengths_matter => None,
                    Range::UpTo(1) => course.trail.last_slide,
                    _ => Some(here.steps),
                },
                rest: if rests {
                    course.limit.saturating_sub(here.steps)
                } else {
                    0
                },
                lapped: goes_onward && here.lapped,
                laps,
            }
        };
        let Some(repeat) = self.pattern.repeat else {
            let trail = trail_to(next, 0);
            return self.leg(next, here.at, trail);
        };
        let (from, to) = (repeat.from as usize, repeat.to as usize);
        if next != from && next != to {
            let trail = trail_to(next, course.trail.laps);
            return self.leg(next, here.at, trail);
        }
        let laps = if next == from { 0 } else { course.trail.laps };
        let (leaving, again) = (trail_to(to, laps), trail_to(from, laps + 1));
        self.leg(to, here.at, leaving)?;
        if laps < self.laps {
            self.leg(from, here.at, again)?;
        }
        ControlFlow::Continue(())
    }

    fn emit(
        &mut self,
        to: Square,
        pass: Contents,
        take: Contents,
        borrows: bool,
    ) -> ControlFlow<B> {
        let found = CompletedWalk {
            mover: self.mover,
            to,
            take,
            pass,
            taken: &self.taken,
            en_passant: &self.en_passant,
            marks: &self.marks,
            unload: self.unload,
            borrows,
        };
        (self.emit)(self.probe, &found)
    }

    /// The largest number of steps, and whether passed squares may become en passant squares (not in a run to the
    /// middle of a single step).
    fn limit(&self, leg: &Leg, from: Point, trail: Trail) -> (u16, bool) {
        let (mut limit, mut marks) = match leg.range {
            Range::UpTo(steps) => (steps as u16, true),
            // Around a joined board, a mount can be as far away as the board has squares, and the landing behind it.
            Range::Unlimited => (2 * self.shape.area() as u16, true),
            Range::Rest => (trail.rest, true),
            Range::ToMiddle => {
                // Clause `range.star`.
                let ranks = self.shape.ranks() as i16;
                let rank = match self.owner {
                    Perspective::White => from.y,
                    Perspective::Black => ranks - 1 - from.y,
                };
                let run = ranks / 2 - rank - 1;
                (run.max(1) as u16, run > 1)
            }
        };
        if leg.curve == Curve::Circular {
            // Clause `curve.3`: a circle has eight steps.
            limit = limit.min(8);
        }
        if leg.turn == Turn::Onward && leg.curve != Curve::Straight {
            limit = limit.min(trail.rest);
        }
        if limit == 0 {
            marks = false;
        }
        (limit, marks)
    }

    /// Whether the squares inside the next step are empty. Clause `lame.1`.
    fn is_clear(
        &mut self,
        course: &Course<'_>,
        at: Point,
        inside: &[Offset],
        held: &mut u32,
    ) -> bool {
        inside.iter().all(|offset| {
            let (point, _) = self.moved(course.leg.wrap, at, *offset);
            let clear = (self.square(point)).is_some_and(|square| {
                !(course.leg.inside == Inside::HalfwayEmpty && square == self.mover)
                    && self.probe.assume(square, Contents::EMPTY)
            });
            *held += u32::from(clear);
            clear
        })
    }

    /// Whether the last of the squares is occupied and the previous ones are empty. A hole counts as occupied. Clause
    /// `jump.2`.
    fn is_mounted(
        &mut self,
        course: &Course<'_>,
        at: Point,
        inside: &[Offset],
        held: &mut u32,
    ) -> bool {
        let Some((mount, before)) = inside.split_last() else {
            return false;
        };
        if !self.is_clear(course, at, before, held) {
            return false;
        }
        match self.square(self.moved(course.leg.wrap, at, *mount).0) {
            None => true,
            Some(square)
                if course.leg.inside == Inside::HalfwayOccupied && square == self.mover =>
            {
                true
            }
            Some(square) => {
                let mounted = self.probe.assume(square, Contents::OCCUPIED);
                *held += u32::from(mounted);
                mounted
            }
        }
    }

    /// The point at `offset`, and whether a joined edge was crossed.
    fn moved(&self, wrap: Wrap, at: Point, offset: Offset) -> (Point, bool) {
        let sign = match self.owner {
            Perspective::White => 1,
            Perspective::Black => -1,
        };
        let (x, y) = (at.x + sign * offset.dx, at.y + sign * offset.dy);
        let around_x = match wrap {
            Wrap::None => x,
            Wrap::Cylinder | Wrap::Torus => x.rem_euclid(self.shape.files() as i16),
        };
        let around_y = match wrap {
            Wrap::None | Wrap::Cylinder => y,
            Wrap::Torus => y.rem_euclid(self.shape.ranks() as i16),
        };
        let point = Point {
            x: around_x,
            y: around_y,
        };
        (point, (x, y) != (around_x, around_y))
    }

    fn square(&self, at: Point) -> Option<Square> {
        let file = u8::try_from(at.x).ok()?;
        let rank = u8::try_from(at.y).ok()?;
        self.shape
            .at(file, rank)
            .filter(|square| self.shape.exists(*square))
    }
}

/// The squares between the ends of one step that affect the leg.
///
/// Clause `lame.2`: the unit steps of a radial leap; for an oblique leap the squares straight ahead in its long
/// direction, followed by those on the diagonal to its target.
fn inside(leg: &Leg, heading: Heading) -> SmallVec<[Offset; 4]> {
    let whole = leg.step.offset(heading);
    match (leg.inside, leg.step) {
        (Inside::HalfwayEmpty | Inside::HalfwayOccupied, _) => {
            let half = Offset {
                dx: whole.dx / 2,
                dy: whole.dy / 2,
            };
            SmallVec::from_slice(&[half])
        }
        (_, Step::Radial(n)) => (1..n).map(|k| Step::Radial(k).offset(heading)).collect(),
        (_, Step::Oblique(a, b)) => {
            let straight = (b - a) as i16;
            let is_wide = whole.dx.abs() > whole.dy.abs();
            (1..b as i16)
                .map(|k| {
                    let across = (k - straight).max(0);
                    let (dx, dy) = if is_wide { (k, across) } else { (across, k) };
                    Offset {
                        dx: dx * whole.dx.signum(),
                        dy: dy * whole.dy.signum(),
                    }
                })
                .collect()
        }
    }
}

/// The heading of the step with number `step` of a continued curve.
fn curved(curve: Curve, arc: Arc, step: u16) -> Heading {
    let before = arc.steps + step - 1;
    let eighths = match curve {
        Curve::Straight => 0,
        Curve::Crooked => 2 * (before % 2),
        Curve::Circular => before % 8,
    } as u8;
    match arc.side {
        Side::Right => arc.start.turned(eighths),
        Side::Left => arc.start.turned(8 - eighths),
    }
}
