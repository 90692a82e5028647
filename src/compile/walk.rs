//! The reference interpreter of walks.

use std::ops::ControlFlow;

use indexmap::IndexMap;
use smallvec::SmallVec;

use crate::geometry::{BoardShape, Heading, Offset, Perspective, Square, Step, Wrap};
use crate::movement::{Bearing, Contents, Curve, Inside, Leg, Range, Repeat, Side, Turn, Walk};
use crate::source::budget::{Exhausted, spend};

/// Answers what squares hold.
pub trait Probe {
    /// Whether the square may hold one of `allowed`. If so the answer is assumed for the rest of
    /// the walk, until it is released.
    fn assume(&mut self, square: Square, allowed: Contents) -> bool;

    /// Takes back the latest assumption that was granted.
    fn release(&mut self);

    /// Whether the square may be an en passant square, and empty. If so that is assumed.
    fn assume_en_passant(&mut self, square: Square) -> bool;

    /// Whether `to` may hold a piece of the mover's side. If so that piece is the mover until it hands
    /// back: its square counts as empty, and that of the mover before it does not any more.
    fn hand_over(&mut self, from: Square, to: Square) -> bool;

    /// Takes back the latest [`Probe::hand_over`] that was granted: the mover is on `from` again.
    fn hand_back(&mut self, from: Square);

    /// Whether the answers do not depend on what was assumed before, as on a real board. Then a
    /// walk need not go the same way twice.
    fn is_settled(&self) -> bool {
        true
    }

    /// Called when the walk gives up because it is too long; some moves may then be missing.
    fn give_up(&mut self) {}
}

/// A complete walk.
#[derive(Debug)]
pub struct Found<'a> {
    /// Where the piece stands that moves: the origin, unless another one was made to move.
    pub mover: Square,
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
    /// The piece does not go to `to`, where one of its own side stands, but has the moves of that
    /// piece.
    pub borrows: bool,
}

impl Found<'_> {
    /// A plain leap.
    pub fn leap(from: Square, to: Square, pass: Contents, take: Contents) -> Found<'static> {
        Found {
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

/// Clause `limit.walk`: how many legs one walk may begin before it gives up. No sensible piece on
/// any board comes near.
const LEGS_BEGUN: usize = 1 << 17;

/// How many steps of the budget a leg costs beside the squares that it comes to.
const LEG: u64 = 16;

/// So many squares a leg comes to before it pays for them.
const UNPAID: u64 = 1 << 8;

/// Legs that follow each other in one path, repetitions included: bounds the depth of recursion.
const LONGEST_PATH: u16 = 512;

/// Performs every walk from `origin` that the probe allows.
///
/// The origin counts as empty, but for a leg that comes back to it around a cylinder. The same
/// move may be found more than once.
pub fn walk<P: Probe, B>(
    pattern: &Walk,
    shape: &BoardShape,
    owner: Perspective,
    origin: Square,
    probe: &mut P,
    emit: &mut impl FnMut(&mut P, &Found<'_>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    walk_within(pattern, shape, owner, origin, probe, LEGS_BEGUN, emit)
}

/// How many legs a walk begins and how many moves it finds, up to `limit` of either. Nothing is asked of short
/// walks, which begin few.
pub(crate) fn legs_begun<P: Probe>(
    pattern: &Walk,
    shape: &BoardShape,
    owner: Perspective,
    origin: Square,
    probe: &mut P,
    limit: usize,
) -> usize {
    let mut found = 0;
    let mut count = |_: &mut P, _: &Found<'_>| {
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

/// Whether a walk may begin many legs: those of few legs have few ways to go.
pub(crate) fn is_long(pattern: &Walk) -> bool {
    pattern.repeat.is_some() || pattern.legs.len() > 3
}

/// [`walk`] that begins at most `legs` legs.
pub(super) fn walk_within<P: Probe, B>(
    pattern: &Walk,
    shape: &BoardShape,
    owner: Perspective,
    origin: Square,
    probe: &mut P,
    legs: usize,
    emit: &mut impl FnMut(&mut P, &Found<'_>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    Walker::new(pattern, shape, owner, origin, probe, legs, emit).run()
}

/// Clause `repeat.2`: how often a stretch is gone through at most on this board.
fn laps(repeat: Repeat, shape: &BoardShape) -> u16 {
    let board = 2 * (shape.files() as u16 + shape.ranks() as u16);
    let written = repeat.at_most.map_or(board, u16::from);
    let stretch = (repeat.to - repeat.from).max(1) as u16;
    written.min(board).min(LONGEST_PATH / stretch)
}

/// A point of the plane; it may lie off the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Point {
    x: i16,
    y: i16,
}

/// The part of a curve that has been walked.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Arc {
    start: Heading,
    side: Side,
    steps: u16,
}

/// What a leg needs to know of the legs before it.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
struct Trail {
    bearing: Option<Bearing>,
    arc: Option<Arc>,
    last_slide: Option<u16>,
    rest: u16,
    /// Whether a leg that goes onward has crossed a joined edge before.
    lapped: bool,
    laps: u16,
}

/// All that decides how a walk can go on.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    index: usize,
    at: Point,
    /// Without the laps.
    trail: Trail,
    taken: SmallVec<[Square; 4]>,
    en_passant: SmallVec<[Square; 2]>,
    marks: SmallVec<[Square; 4]>,
    unload: Option<Square>,
    mover: Square,
}

/// One of the ways a leg can go from its beginning.
#[derive(Clone, Copy)]
struct Course<'a> {
    index: usize,
    leg: &'a Leg,
    from: Point,
    trail: Trail,
    heading: Heading,
    bend: Option<Side>,
    /// Along which curve it goes; straight legs have none.
    arc: Option<Arc>,
    limit: u16,
    /// Whether squares passed become en passant squares.
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

/// How far a course has come.
#[derive(Clone, Copy)]
struct Progress {
    at: Point,
    /// Steps made.
    steps: u16,
    /// Whether it has crossed an edge where the board is joined.
    lapped: bool,
    /// How often it has come back to its beginning.
    circles: u8,
}

struct Walker<'a, P, E, B> {
    pattern: &'a Walk,
    shape: &'a BoardShape,
    owner: Perspective,
    /// The piece that moves; a relay hands over to another one.
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
    /// Where the path has been, if that matters.
    visited: SmallVec<[Square; 8]>,
    /// States met so far, with the smallest number of laps, when that is worth remembering.
    seen: Option<IndexMap<State, u16>>,
    /// States at the beginning of each lap of the current path.
    entries: Vec<State>,
    legs_left: usize,
    /// Steps made since the last ones were taken from the budget.
    unpaid: u64,
    result: std::marker::PhantomData<B>,
}

impl<'a, P: Probe, B, E: FnMut(&mut P, &Found<'_>) -> ControlFlow<B>> Walker<'a, P, E, B> {
    fn new(
        pattern: &'a Walk,
        shape: &'a BoardShape,
        owner: Perspective,
        origin: Square,
        probe: &'a mut P,
        legs: usize,
        emit: &'a mut E,
    ) -> Self {
        // PERF: short walks have few ways to meet again; remembering costs more there.
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

    /// Every walk from the origin.
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

    /// Takes the steps since the last time from the budget, with what a leg costs itself.
    fn pay(&mut self) -> Result<(), Exhausted> {
        let steps = std::mem::take(&mut self.unpaid) + LEG;
        // What remembers where it was compares with that.
        spend(steps + 2 * self.entries.len() as u64 + self.visited.len() as u64)
    }

    /// Whether the walk rebounds where a leg with this heading begins; a first leg always may. What is in
    /// the way of the leg before, and beside that on the side from which it turns away, is no square.
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

    /// Whether every move that can follow has been found already.
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
            // An earlier lap of this very path that began in the same state could have gone the
            // same way, with fewer conditions.
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

    /// Walks along one course.
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
                // Clause `jump.2`: one mount is enough. The possibilities are told apart by which
                // of the squares inside is the first that is not empty.
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

    /// Makes one step, ends the leg there where it may, and says from where it can go on.
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
        let may_end = next.steps > leg.skip as u16;
        let Some(square) = self.square(at) else {
            if leg.edge && may_end && !is_last {
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
            // Clause `edge.2`: behind a joined edge the mover meets itself.
            let itself = next.lapped && square == self.mover;
            if !leg.iso || course.trail.last_slide == Some(next.steps) {
                if !itself {
                    self.end(course, next, square, heading)?;
                } else if !is_last && leg.pass.meets(Contents::FRIEND) {
                    self.after(course, next, heading)?;
                }
            }
            // The first time round the mover was not yet in its own way.
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

    /// Goes on with a step that has come to `square`, if a wall may stand there, and along the rest of the course.
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

    /// The leg ends on `square`, if the square allows it.
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
            // Clause `ep.5`: the end square of a marking leg is left behind, too.
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
            // Clause `mode.stays`: a victim stands there until the walk is complete, so that a
            // later leg may end on it again.
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

    /// Goes on with the next leg, or with either of two where a stretch may be repeated.
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
        let found = Found {
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

    /// The largest number of steps, and whether squares passed may be marked (a run to the middle
    /// of a single step marks nothing).
    fn limit(&self, leg: &Leg, from: Point, trail: Trail) -> (u16, bool) {
        let (mut limit, mut marks) = match leg.range {
            Range::UpTo(steps) => (steps as u16, true),
            Range::Unlimited => (self.shape.area() as u16, true),
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

    /// Clause `lame.1`: whether the squares inside the next step are empty.
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

    /// Clause `jump.2`: whether the last of the squares is occupied and those before it are empty.
    /// A hole is as good as a piece.
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

    /// The point at `offset`, and whether an edge was crossed where the board is joined.
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

/// The squares between the ends of one step that matter to the leg.
///
/// Clause `lame.2`: every unit step of a radial leap; for an oblique leap the squares straight
/// ahead in its long direction, and then those on the diagonal to its target.
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

/// The heading of the `step`th further step along a curve.
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
