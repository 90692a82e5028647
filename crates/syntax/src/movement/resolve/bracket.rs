//! Moves in square brackets. Clauses `bracket.*`.

use smallvec::SmallVec;

use crate::geometry::{Heading, Headings, Offset, Step, grouped};
use crate::movement::directions::Class;
use crate::movement::pattern::{Initial, Leg, Turn};
use crate::movement::turn::{Course, courses};
use crate::source::codes;
use crate::syntax::betza::ast::{Bracket, Join, Letter};

use super::leg::{Joint, Written};
use super::letters::Letters;
use super::{Place, Resolver};

/// The legs of a move that ends at one of the written legs.
struct Ending {
    legs: Vec<Leg>,
    /// The number of written legs used.
    written: usize,
}

/// The maximum number of courses of a bracket that are selected by direction.
const MOST_COURSES: usize = 4096;

impl Resolver<'_> {
    /// Reads a move in square brackets. Clauses `bracket.*`.
    pub(super) fn bracket(&mut self, bracket: &Bracket) {
        let count = bracket.legs.len();
        if count > self.limits.legs {
            return self.report(
                codes::TOO_MANY_LEGS,
                bracket.span,
                format!(
                    "the move has {count} legs, the limit is {}",
                    self.limits.legs
                ),
            );
        }
        let mut initial = Initial::Any;
        let mut going: Vec<Leg> = Vec::new();
        let mut endings: Vec<Ending> = Vec::new();
        let mut sorted: Vec<Letters> = Vec::new();
        for (index, leg) in bracket.legs.iter().enumerate() {
            if matches!(leg.atom.letter.char, 'O' | 'U' | 'I' | '@') {
                return self.report(
                    codes::SINGLE_LEG_ATOM,
                    leg.atom.span,
                    format!("`{}` cannot be a leg of a bracket", leg.atom.letter.char),
                );
            }
            let Some(vector) = self.vector(&leg.atom) else {
                return;
            };
            let goes_on = leg.join.is_some();
            let ends = leg.join != Some(Join::Must);
            let first = index == 0;
            let letters = self.sort_letters(
                &leg.letters,
                Place {
                    first,
                    last: !goes_on,
                },
            );
            self.toggles_in_bracket(&letters);
            if first {
                initial = self.initial(&letters);
            }
            let written = Written {
                letters: &letters,
                atom: &leg.atom,
                vector,
                range: Self::range(&leg.atom, vector, Place::of(0, 1), false),
                place: Place { first, last: true },
                joint: Joint::Bracket,
                wrap: self.wrap(&letters, count == 1),
            };
            if ends {
                let found = self.diagnostics.len();
                for reading in self.leg(&written) {
                    let mut legs = going.clone();
                    legs.extend(reading.legs);
                    endings.push(Ending {
                        legs,
                        written: index + 1,
                    });
                }
                if goes_on {
                    // Letters that have a meaning only in the longer move are not errors.
                    self.diagnostics.truncate(found);
                }
            }
            if goes_on {
                let readings = self.leg(&Written {
                    place: Place { first, last: false },
                    ..written
                });
                match readings.into_iter().next() {
                    Some(reading) => going.extend(reading.legs),
                    None => break,
                }
            }
            sorted.push(letters);
        }
        self.several_victims(&sorted);
        for ending in &endings {
            self.borrowing_captor(&ending.legs, &sorted[..ending.written]);
            self.dead_end(&ending.legs, bracket.span);
        }
        let walks = if bracket.prefix.is_empty() {
            endings.into_iter().map(|ending| ending.legs).collect()
        } else {
            self.selected_courses(bracket, &endings)
        };
        self.push_walks(walks.into_iter(), initial, None);
    }

    /// Reports toggles in a bracket, which has no ranges to invert. Clause `bracket.range`.
    fn toggles_in_bracket(&mut self, letters: &Letters) {
        for toggle in letters
            .modes
            .iter()
            .filter(|mode| matches!(mode.char, 'y' | 'g'))
        {
            self.report_with_help(
                codes::MODIFIER_NOT_HERE,
                toggle.span,
                format!(
                    "`{}` inverts ranges, and brackets have no ranges",
                    toggle.char
                ),
                "each leg of a bracket has its own atom and range; use `p` to hop",
            );
        }
    }

    /// Selects whole moves by the directions before a bracket. The complete move has a class and a heading of its own;
    /// moves that end earlier are kept if they begin a complete one. Clause `bracket.prefix`.
    fn selected_courses(&mut self, bracket: &Bracket, endings: &[Ending]) -> Vec<Vec<Leg>> {
        let Some(runs) = self.prefix_runs(&bracket.prefix) else {
            return Vec::new();
        };
        let Some(complete) = endings.iter().max_by_key(|ending| ending.written) else {
            return Vec::new();
        };
        // A hop and its landing are one written leg with one heading.
        let legs = &complete.legs[..complete.written];
        let Some(mut courses) = courses(legs, MOST_COURSES) else {
            self.report(
                codes::TOO_MANY_PATHS,
                bracket.span,
                format!("the bracket has more than {MOST_COURSES} routes to select from"),
            );
            return Vec::new();
        };
        courses.retain(|course| {
            let (class, heading) = heading_of_course(legs, course);
            runs.iter()
                .any(|run| self.selected(class, run).contains(heading))
        });
        let mut walks: Vec<Vec<Leg>> = Vec::new();
        for ending in endings {
            for (turns, headings) in begun(legs, &courses, ending.written) {
                let mut walk = ending.legs.clone();
                if let Some(first) = walk.first_mut() {
                    first.turn = Turn::Absolute(headings);
                }
                for (leg, turn) in walk.iter_mut().skip(1).zip(turns) {
                    match turn {
                        Selected::Turn(eighths) => {
                            leg.turn = Turn::Relative(Headings::of(&[eighths]), SmallVec::new());
                        }
                        Selected::Heading(heading) => leg.owned = Headings::of(&[heading]),
                    }
                }
                walks.push(walk);
            }
        }
        walks
    }

    fn prefix_runs(&mut self, prefix: &[Letter]) -> Option<Vec<Vec<Letter>>> {
        let mut runs: Vec<Vec<Letter>> = Vec::new();
        let sorted = self.sort_letters(
            prefix,
            Place {
                first: true,
                last: true,
            },
        );
        runs.extend(sorted.directions.iter().cloned());
        let mut is_clean = true;
        for letter in prefix
            .iter()
            .filter(|letter| !"fblrvsh".contains(letter.char))
        {
            is_clean = false;
            self.report_with_help(
                codes::MODIFIER_NOT_HERE,
                letter.span,
                format!("`{}` is not allowed before a bracket", letter.char),
                "only directions select whole moves; write modes inside the bracket",
            );
        }
        is_clean.then_some(runs)
    }
}

/// The class of a complete move, and its heading in that class.
///
/// A move along one line has the class of its line. Every other move has eight images and is oblique; its octant is
/// that of the shortest move of the kind. If that lies between two octants, the octant of the first leg decides.
fn heading_of_course(legs: &[Leg], course: &Course) -> (Class, Heading) {
    let offsets: Vec<Offset> = legs
        .iter()
        .zip(course)
        .map(|(leg, heading)| {
            let steps = i16::from(leg.skip) + 1;
            let step = leg.step.offset(*heading);
            Offset {
                dx: step.dx * steps,
                dy: step.dy * steps,
            }
        })
        .collect();
    let first = course.first().copied().unwrap_or(Heading::FORWARD);
    let is_radial = |leg: &Leg| matches!(leg.step, Step::Radial(_));
    let on_line = |heading: &Heading| *heading == first || *heading == first.turned(4);
    let sum = |scale: fn(usize) -> i64| {
        offsets
            .iter()
            .enumerate()
            .fold((0, 0), |(x, y), (index, offset)| {
                let weight = scale(index);
                (
                    x + weight * i64::from(offset.dx),
                    y + weight * i64::from(offset.dy),
                )
            })
    };
    if legs.iter().all(is_radial) && course.iter().all(on_line) {
        let class = if first.is_diagonal() {
            Class::Diagonal
        } else {
            Class::Orthogonal
        };
        let (x, y) = sum(|_| 1);
        let ahead = legs
            .first()
            .map_or(Offset { dx: 0, dy: 0 }, |leg| leg.step.offset(first));
        let along = x * i64::from(ahead.dx) + y * i64::from(ahead.dy);
        let heading = if along < 0 { first.turned(4) } else { first };
        return (class, heading);
    }
    // The first leg weighs slightly more than the others.
    let (x, y) = sum(|index| if index == 0 { 1025 } else { 1024 });
    let octant = match (x >= 0, y >= 0, x.abs() < y.abs()) {
        (true, true, true) => 0,
        (true, true, false) => 1,
        (true, false, false) => 2,
        (true, false, true) => 3,
        (false, false, true) => 4,
        (false, false, false) => 5,
        (false, true, false) => 6,
        (false, true, true) => 7,
    };
    (Class::Oblique, Heading::new(octant))
}

/// The property that distinguishes a leg of a selected course from the other choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Selected {
    /// Its turn, in eighths.
    Turn(u8),
    /// Its heading, for a change of rings, at which turns are ambiguous.
    Heading(u8),
}

/// The headings of the first leg, for each sequence of turns with which the courses begin, `length` legs long.
fn begun(legs: &[Leg], courses: &[Course], length: usize) -> Vec<(Vec<Selected>, Headings)> {
    let beginnings = courses.iter().filter_map(|course| {
        let turns = course
            .windows(2)
            .zip(legs.windows(2))
            .take(length.saturating_sub(1))
            .map(|(headings, legs)| {
                let (old, new) = (headings[0].number(), headings[1].number());
                if legs[0].step.ring() == legs[1].step.ring() {
                    Selected::Turn((new + 8 - old) % 8)
                } else {
                    Selected::Heading(new)
                }
            })
            .collect();
        Some((turns, *course.first()?))
    });
    grouped(beginnings)
        .into_iter()
        .map(|(turns, first)| (turns, first.into_iter().collect()))
        .collect()
}
