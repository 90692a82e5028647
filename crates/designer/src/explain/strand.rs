//! Anatomy of a movement: splits it into single courses and groups these by common properties.
//!
//! Descriptions with different spellings but the same play (`BN` and `NB`, `K` and `WF`) have the same
//! [`Anatomy`], from which sentences and names are derived.

use ferz::geometry::{
    CompactSort, Heading, Headings, Offset, Step, Wrap, grouped, sorted, value_at, value_for,
};
use ferz::movement::{
    Castle, Contents, Course, Curve, Imitation, Initial, Inside, Leg, Movement, Pattern, Placement,
    Range, Turn, Universal, Walk, courses,
};
use ferz::source::budget::spend_each;
use smallvec::SmallVec;

/// The maximum number of courses of a walk.
const MOST_COURSES: usize = 2048;

/// The maximum number of repetitions that are unrolled completely.
const MOST_COPIES: u8 = 4;

/// The maximum number of legs that are split by their ends, to limit the combinations.
const MOST_SPLIT: usize = 6;

/// The budget of a leg of a course, in steps.
const COURSE: u64 = 8;

/// The number of copies by which a longer repetition is represented.
pub(super) const ENOUGH_COPIES: u8 = 3;

/// The number of copies of a repetition that the longest of its forms represents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Copies {
    /// Those that it contains.
    All,
    /// More, up to this number.
    UpTo(u8),
    /// Any number.
    Unlimited,
}

impl Copies {
    fn of(at_most: Option<u8>) -> Copies {
        at_most.map_or(Copies::Unlimited, Copies::UpTo)
    }
}

/// A leg without its headings.
#[expect(
    clippy::struct_excessive_bools,
    reason = "they mirror the fields of a leg, which exclude nothing"
)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Shape {
    pub(super) step: Step,
    pub(super) range: Range,
    pub(super) skip: u8,
    pub(super) inside: Inside,
    pub(super) curve: Curve,
    pub(super) ends: Ends,
    pub(super) edge: bool,
    pub(super) iso: bool,
    pub(super) unload: bool,
    pub(super) marks: bool,
    pub(super) wrap: Wrap,
}

/// The contents on which a leg may end, and the effects there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Ends {
    pub(super) pass: Contents,
    pub(super) take: Contents,
    pub(super) en_passant: bool,
    pub(super) relay: bool,
}

impl Ends {
    fn union(self, other: Ends) -> Ends {
        Ends {
            pass: self.pass.union(other.pass),
            take: self.take.union(other.take),
            en_passant: self.en_passant || other.en_passant,
            relay: self.relay || other.relay,
        }
    }

    fn includes(self, other: Ends) -> bool {
        self.pass.includes(other.pass)
            && self.take.includes(other.take)
            && (self.en_passant || !other.en_passant)
            && (self.relay || !other.relay)
    }
}

impl Shape {
    /// The shape of a leg. The last leg has no ends, since those belong to the whole move.
    fn of(leg: &Leg, is_last: bool) -> Shape {
        let single_step = leg.range == Range::UpTo(1) && leg.step == Step::Radial(1);
        Shape {
            step: leg.step,
            range: leg.range,
            skip: leg.skip,
            inside: leg.inside,
            curve: leg.curve,
            ends: if is_last { Ends::default() } else { ends(leg) },
            edge: leg.edge,
            iso: leg.iso,
            unload: leg.unload,
            marks: leg.marks && !(is_last && single_step),
            wrap: leg.wrap,
        }
    }

    /// Whether the leg is a single plain leap or step.
    pub(super) fn is_single(&self) -> bool {
        self.range == Range::UpTo(1)
            && self.skip == 0
            && self.inside == Inside::Anything
            && self.curve == Curve::Straight
            && !(self.edge || self.iso || self.unload || self.marks)
    }

    /// Whether the leg is a single step that nothing can block.
    fn is_transparent(&self) -> bool {
        let indifferent = Ends {
            pass: Contents::ANY,
            ..Ends::default()
        };
        self.is_single() && self.ends == indifferent
    }
}

fn union(all: &[Ends]) -> Ends {
    all.iter().copied().fold(Ends::default(), Ends::union)
}

fn ends(leg: &Leg) -> Ends {
    Ends {
        pass: leg.pass,
        take: leg.take,
        en_passant: leg.en_passant,
        relay: leg.relay,
    }
}

/// The ends of a move whose last leg this is.
fn whole_ends(last: &Leg) -> Ends {
    Ends {
        relay: false,
        ..ends(last)
    }
}

fn shapes(legs: &[Leg]) -> Vec<Shape> {
    let is_last = |index: usize| index + 1 == legs.len();
    let shapes = legs.iter().enumerate();
    shapes
        .map(|(index, leg)| Shape::of(leg, is_last(index)))
        .collect()
}

/// Whether a few copies of a stretch show how a walk continues: legs over empty squares, or straight slides
/// over one piece each.
fn continues(walk: &Walk, stretch: &[Leg]) -> bool {
    let quiet = Ends {
        pass: Contents::EMPTY,
        ..Ends::default()
    };
    let mount = Ends {
        pass: Contents::OCCUPIED,
        ..Ends::default()
    };
    let straight = Turn::Relative(Headings::of(&[0]), SmallVec::new());
    let is_plain = |leg: &Leg| !(leg.edge || leg.unload || leg.marks || leg.iso);
    let is_hop = |leg: &Leg| {
        let goes_on = leg.turn == straight || matches!(leg.turn, Turn::Absolute(_));
        is_plain(leg) && ends(leg) == mount && leg.range == Range::Unlimited && goes_on
    };
    let is_line = stretch
        .iter()
        .all(|leg| is_plain(leg) && ends(leg) == quiet);
    let (last, inner) = walk.legs.split_last().unzip();
    let goes_on = last.is_some_and(|last| is_plain(last) && last.turn == straight);
    is_line || goes_on && inner.is_some_and(|inner| inner.iter().all(is_hop))
}

/// The common properties of courses, apart from headings and ends.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Form {
    pub(super) initial: Initial,
    pub(super) shapes: Vec<Shape>,
    pub(super) copies: Copies,
}

impl Form {
    /// The same form, with a last leg that borrows the moves of the piece on which it ends. Other ends of
    /// last legs belong to the whole move.
    fn borrowing(&self) -> Form {
        let mut form = self.clone();
        if let Some(last) = form.shapes.last_mut() {
            last.ends.relay = true;
        }
        form
    }

    /// Whether the moves of another piece are borrowed.
    pub(super) fn borrows(&self) -> bool {
        self.shapes.last().is_some_and(|last| last.ends.relay)
    }
}

/// Courses of one form with equal ends, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) form: Form,
    pub(super) ends: Ends,
    pub(super) courses: Vec<Course>,
}

impl Group {
    /// Whether it is a single leg in all directions, or in all of one kind.
    fn is_regular(&self) -> bool {
        let headings = self.first_headings();
        let kinds = [Headings::ALL, Headings::ORTHOGONAL, Headings::DIAGONAL];
        self.form.shapes.len() == 1 && kinds.contains(&headings)
    }

    /// The edges that are joined for any of its legs.
    pub(super) fn wrap(&self) -> Wrap {
        let wraps = self.form.shapes.iter().map(|shape| shape.wrap);
        wraps.max().unwrap_or_default()
    }

    /// The headings of the first leg.
    pub(super) fn first_headings(&self) -> Headings {
        let firsts = self.courses.iter().filter_map(|course| course.first());
        firsts.copied().collect()
    }
}

/// Courses with their ends, by form. All are sorted.
type Forms = Vec<(Form, Vec<(Course, Ends)>)>;

/// A movement as forms and courses.
#[derive(Clone, Debug, Default)]
pub(super) struct Anatomy {
    /// The forms, without courses that longer moves include.
    forms: Forms,
    /// Castlings.
    pub(super) castles: Vec<Castle>,
    pub(super) universals: Vec<Universal>,
    pub(super) imitations: Vec<Imitation>,
    pub(super) placements: Vec<Placement>,
    /// Walks with too many courses, which are not split.
    pub(super) opaque: Vec<Walk>,
    /// Walks with a long repetition that is not represented by a few copies, with one copy of it.
    pub(super) endless: Vec<(Walk, Group)>,
}

impl Anatomy {
    pub(super) fn of(movement: &Movement) -> Anatomy {
        let mut anatomy = Anatomy::default();
        for pattern in movement.patterns() {
            match pattern {
                Pattern::Walk(walk) => anatomy.add_walk(walk),
                Pattern::Castle(castle) => anatomy.castles.push(*castle),
                Pattern::Universal(leap) => anatomy.universals.push(*leap),
                Pattern::Imitation(imitation) => anatomy.imitations.push(*imitation),
                Pattern::Placement(placement) => anatomy.placements.push(*placement),
            }
        }
        anatomy.castles = sorted(anatomy.castles);
        anatomy.universals = sorted(anatomy.universals);
        anatomy.imitations = sorted(anatomy.imitations);
        anatomy.placements = sorted(anatomy.placements);
        for (_, courses) in &mut anatomy.forms {
            let merged = grouped(courses.drain(..)).into_iter();
            courses.extend(merged.map(|(course, ends)| (course, union(&ends))));
        }
        anatomy.drop_what_is_covered();
        anatomy
    }

    fn add_walk(&mut self, walk: &Walk) {
        let Some(repeat) = walk.repeat else {
            return self.add_legs(walk, &walk.legs, Copies::All);
        };
        let (from, to) = (usize::from(repeat.from), usize::from(repeat.to));
        let (most, copies) = match repeat.at_most {
            Some(most) if most <= MOST_COPIES => (most, Copies::All),
            _ if continues(walk, &walk.legs[from..to]) => {
                (ENOUGH_COPIES, Copies::of(repeat.at_most))
            }
            _ => {
                self.add_endless(walk, Copies::of(repeat.at_most));
                return;
            }
        };
        for count in 0..=most {
            let mut legs = walk.legs[..from].to_vec();
            (0..count).for_each(|_| legs.extend_from_slice(&walk.legs[from..to]));
            legs.extend_from_slice(&walk.legs[to..]);
            let copies = if count == most { copies } else { Copies::All };
            self.add_legs(walk, &legs, copies);
        }
    }

    fn add_endless(&mut self, walk: &Walk, copies: Copies) {
        let Some((courses, last)) = courses(&walk.legs, MOST_COURSES).zip(walk.legs.last()) else {
            self.opaque.push(walk.clone());
            return;
        };
        let group = Group {
            form: Form {
                initial: walk.initial,
                shapes: shapes(&walk.legs),
                copies,
            },
            ends: whole_ends(last),
            courses: sorted(courses),
        };
        if last.relay {
            let borrowing = Group {
                form: group.form.borrowing(),
                ends: Ends::default(),
                ..group.clone()
            };
            self.endless.push((walk.clone(), borrowing));
        }
        if group.ends != Ends::default() {
            self.endless.push((walk.clone(), group));
        }
    }

    fn add_legs(&mut self, walk: &Walk, legs: &[Leg], copies: Copies) {
        let Some((courses, (last, _))) = courses(legs, MOST_COURSES).zip(legs.split_last()) else {
            self.opaque.push(walk.clone());
            return;
        };
        for shapes in alternatives(&shapes(legs)) {
            if spend_each(courses.len(), COURSE * shapes.len() as u64).is_err() {
                return;
            }
            for course in &courses {
                let (shapes, course) = fused(&shapes, course);
                let form = Form {
                    initial: walk.initial,
                    shapes,
                    copies,
                };
                if last.relay {
                    let known = value_for(&mut self.forms, form.borrowing());
                    known.push((course.clone(), Ends::default()));
                }
                let ends = whole_ends(last);
                if ends != Ends::default() {
                    value_for(&mut self.forms, form).push((course, ends));
                }
            }
        }
    }

    /// Removes single-leg courses that a longer range, or a move without condition, includes.
    fn drop_what_is_covered(&mut self) {
        self.forms.retain(|(form, _)| {
            let shapes = &form.shapes;
            !shapes
                .iter()
                .any(|shape| matches!(shape.range, Range::UpTo(n) if n <= shape.skip))
        });
        let whole = self.forms.clone();
        for (form, courses) in &mut self.forms {
            let [shape] = form.shapes[..] else { continue };
            courses.retain(|(course, ends)| {
                !whole.iter().any(|(other, others)| {
                    let [wider] = other.shapes[..] else {
                        return false;
                    };
                    let covers = other != form
                        && (other.initial == form.initial || other.initial == Initial::Any)
                        && !shape.marks
                        && covers(wider, shape);
                    covers && value_at(others, course).is_some_and(|more| more.includes(*ends))
                })
            });
        }
        self.forms.retain(|(_, courses)| !courses.is_empty());
    }

    /// All groups, simple ones first. A course that longer moves include is restored if this completes all
    /// directions, because a step to one side only would be hard to describe.
    pub(super) fn groups(&self) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for (form, courses) in &self.forms {
            let by_ends = courses.iter().map(|(course, ends)| (*ends, course.clone()));
            let apart: Vec<Group> = grouped(by_ends)
                .into_iter()
                .map(|(ends, courses)| Group {
                    form: form.clone(),
                    ends,
                    courses,
                })
                .collect();
            match self.completed(form, &apart) {
                Some(whole) => groups.push(whole),
                None => groups.extend(apart),
            }
        }
        groups.sort_compactly_by_key(|group| group.form.shapes.len());
        groups
    }

    /// The single leg in all directions of its kind, if courses of longer moves must be added to complete it.
    fn completed(&self, form: &Form, apart: &[Group]) -> Option<Group> {
        let [shape] = form.shapes[..] else {
            return None;
        };
        if apart.iter().all(Group::is_regular) {
            return None;
        }
        let mut ends: [Option<Ends>; 8] = [None; 8];
        for (other, courses) in &self.forms {
            let [wider] = other.shapes[..] else { continue };
            let applies = other == form || other.initial == form.initial && covers(wider, shape);
            for (course, more) in courses.iter().filter(|_| applies) {
                let known = &mut ends[usize::from(course[0].number())];
                *known = Some(known.unwrap_or_default().union(*more));
            }
        }
        let headings: Headings = apart
            .iter()
            .flat_map(|group| group.first_headings().iter().collect::<Vec<_>>())
            .collect();
        let kinds = [Headings::ORTHOGONAL, Headings::DIAGONAL, Headings::ALL];
        kinds.into_iter().find_map(|kind| {
            let mut all = kind
                .iter()
                .map(|heading| ends[usize::from(heading.number())]);
            let ends = all.next()??;
            let is_whole = all.all(|other| other == Some(ends));
            (is_whole && kind.intersection(headings) == headings).then(|| Group {
                form: form.clone(),
                ends,
                courses: kind.iter().map(|heading| vec![heading]).collect(),
            })
        })
    }

    /// Whether two movements play alike, regardless of their spelling.
    pub(super) fn plays_like(&self, other: &Anatomy) -> bool {
        self.forms == other.forms
            && self.castles == other.castles
            && self.universals == other.universals
            && self.imitations == other.imitations
            && self.placements == other.placements
            && self.opaque == other.opaque
            && self.endless == other.endless
    }

    /// The movement without castling, first moves and drops.
    pub(super) fn settled(&self) -> Anatomy {
        let mut settled = self.clone();
        settled.castles.clear();
        settled.placements.clear();
        settled
            .forms
            .retain(|(form, _)| form.initial == Initial::Any);
        settled
    }

    /// Whether the movement is empty.
    pub(super) fn is_empty(&self) -> bool {
        self.forms.is_empty()
            && self.castles.is_empty()
            && self.universals.is_empty()
            && self.imitations.is_empty()
            && self.placements.is_empty()
            && self.opaque.is_empty()
            && self.endless.is_empty()
    }
}

/// Whether every move of `shape` is one of `wider`.
fn covers(wider: Shape, shape: Shape) -> bool {
    let longer = match (wider.range, shape.range) {
        (Range::Unlimited, Range::UpTo(_) | Range::Unlimited | Range::ToMiddle) => true,
        (Range::UpTo(more), Range::UpTo(few)) => more >= few,
        (wide, narrow) => wide == narrow,
    };
    let mut same = wider;
    same.range = shape.range;
    same.marks = shape.marks;
    longer && same == shape
}

/// Splits every leg with several kinds of ends (on an empty square, with a capture, off the board) into one
/// leg for each, in all combinations.
fn alternatives(shapes: &[Shape]) -> Vec<Vec<Shape>> {
    let mut all: Vec<Vec<Shape>> = vec![Vec::new()];
    for (index, shape) in shapes.iter().enumerate() {
        let ways = if index < MOST_SPLIT && index + 1 < shapes.len() {
            ways(shape)
        } else {
            vec![*shape]
        };
        all = all
            .iter()
            .flat_map(|before| {
                ways.iter().map(|way| {
                    let mut longer = before.clone();
                    longer.push(*way);
                    longer
                })
            })
            .collect();
    }
    all
}

fn ways(shape: &Shape) -> Vec<Shape> {
    let Ends {
        pass,
        take,
        en_passant,
        relay,
    } = shape.ends;
    let none = Shape {
        ends: Ends::default(),
        edge: false,
        ..*shape
    };
    let mut ways = Vec::new();
    if !pass.is_empty() {
        let ends = Ends { pass, ..none.ends };
        ways.push(Shape { ends, ..none });
    }
    if !take.is_empty() || en_passant {
        let ends = Ends {
            take,
            en_passant,
            ..none.ends
        };
        ways.push(Shape { ends, ..none });
    }
    if shape.edge {
        ways.push(Shape { edge: true, ..none });
    }
    if relay {
        let ends = Ends { relay, ..none.ends };
        ways.push(Shape { ends, ..none });
    }
    ways
}

/// Merges every step that nothing can block with the next one: a step over any square and another step in the
/// same direction make a leap of two.
fn fused(shapes: &[Shape], course: &[Heading]) -> (Vec<Shape>, Course) {
    let mut kept: Vec<Shape> = Vec::new();
    let mut headings: Course = Vec::new();
    for (shape, &heading) in shapes.iter().zip(course) {
        let mut next = (*shape, heading);
        if let (Some(last), Some(old)) = (kept.last(), headings.last()) {
            let goes_on = shape.is_single() && shape.ends.take.is_empty();
            if last.is_transparent()
                && goes_on
                && let Some((step, heading)) =
                    leap(last.step.offset(*old), shape.step.offset(heading))
            {
                next = (Shape { step, ..*shape }, heading);
                kept.pop();
                headings.pop();
            }
        }
        kept.push(next.0);
        headings.push(next.1);
    }
    (kept, headings)
}

/// The leap that two steps make, if neither reverses any part of the other.
fn leap(one: Offset, two: Offset) -> Option<(Step, Heading)> {
    let (dx, dy) = (one.dx + two.dx, one.dy + two.dy);
    if one.dx * two.dx < 0 || one.dy * two.dy < 0 || (dx, dy) == (0, 0) {
        return None;
    }
    let size = |n: i16| u8::try_from(n.abs()).ok();
    let (step, _) = Step::from_vector(size(dx)?, size(dy)?);
    let heading = Headings::ALL
        .iter()
        .find(|heading| step.offset(*heading) == Offset { dx, dy })?;
    Some((step, heading))
}
