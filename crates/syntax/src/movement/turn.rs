//! Turns between legs: the headings that a leg may take after the previous leg.

use smallvec::SmallVec;

use crate::geometry::{Heading, Headings, Ring, Step, sorted};
use crate::source::budget::spend_each;

use super::pattern::{Bend, BendSide, Leg, Side, Turn};

/// The end of a leg, as far as it affects the next leg.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bearing {
    /// The heading of its last step.
    pub heading: Heading,
    /// The ring that the heading belongs to.
    pub ring: Ring,
    /// The side of the last bend of the path.
    pub bend: Option<Side>,
}

impl Bearing {
    /// The bearing at the end of a straight leg with this heading and bend. Clause `bend.2`: an
    /// oblique first leg has bent inside the leap, from its long direction.
    pub fn behind(step: Step, heading: Heading, bend: Option<Side>, is_first: bool) -> Bearing {
        let bend = match step {
            Step::Oblique(..) if is_first && heading.number().is_multiple_of(2) => {
                Some(Side::Right)
            }
            Step::Oblique(..) if is_first => Some(Side::Left),
            _ => bend,
        };
        Bearing {
            heading,
            ring: step.ring(),
            bend,
        }
    }
}

/// One heading for each leg.
pub type Course = Vec<Heading>;

/// Whether the legs have at most `most` courses. Courses with the same bearing continue alike, so they are counted
/// together.
fn are_at_most(legs: &[Leg], most: usize) -> bool {
    let mut counts: SmallVec<[(Option<Bearing>, usize); 32]> = SmallVec::from_slice(&[(None, 1)]);
    legs.iter().enumerate().all(|(index, leg)| {
        let mut longer: SmallVec<[(Option<Bearing>, usize); 32]> = SmallVec::new();
        for (before, count) in &counts {
            for (heading, bend) in leg.headings(*before) {
                let bearing = Some(Bearing::behind(leg.step, heading, bend, index == 0));
                match longer.iter_mut().find(|(other, _)| *other == bearing) {
                    Some((_, sum)) => *sum += count,
                    None => longer.push((bearing, *count)),
                }
            }
        }
        counts = longer;
        counts.iter().map(|(_, count)| count).sum::<usize>() <= most
    })
}

/// All sequences of headings that the legs can take, in ascending order; `None` if there are more than `most`.
pub fn courses(legs: &[Leg], most: usize) -> Option<Vec<Course>> {
    if !are_at_most(legs, most) {
        return None;
    }
    let mut courses: Vec<(Course, Option<Bearing>)> = vec![(Vec::new(), None)];
    for (index, leg) in legs.iter().enumerate() {
        let mut longer = Vec::new();
        for (course, bearing) in &courses {
            for (heading, bend) in leg.headings(*bearing) {
                if spend_each(course.len() + 1, 1).is_err() {
                    return None;
                }
                let mut course = course.clone();
                course.push(heading);
                let bearing = Bearing::behind(leg.step, heading, bend, index == 0);
                longer.push((course, Some(bearing)));
            }
        }
        courses = longer;
    }
    Some(sorted(courses.into_iter().map(|(course, _)| course)))
}

/// A heading that a leg may take, and the side of the last bend of the path after it.
pub type Choice = (Heading, Option<Side>);

impl Leg {
    /// The headings that the leg may take after the bearing `before`, each once.
    ///
    /// A leg with [`Turn::Onward`] has no choice; it continues the curve of the previous leg.
    pub fn headings(&self, before: Option<Bearing>) -> SmallVec<[Choice; 8]> {
        let mut choices = Choices {
            owned: self.owned,
            found: SmallVec::new(),
        };
        match (&self.turn, before) {
            (Turn::Absolute(set), _) => set.iter().for_each(|heading| choices.add(heading, None)),
            // Without a previous heading, every heading is possible.
            (_, None) => Headings::ALL
                .iter()
                .for_each(|heading| choices.add(heading, None)),
            (Turn::Relative(turns, bends), Some(before)) => {
                let ring = self.step.ring();
                turns
                    .iter()
                    .for_each(|turn| choices.turned(before, ring, turn.number()));
                for Bend { eighths, side } in bends {
                    for side in sides(before.bend, *side) {
                        let turn = match side {
                            Side::Right => *eighths,
                            Side::Left => 8 - *eighths,
                        };
                        choices.turned(before, ring, turn);
                    }
                }
            }
            (Turn::Outward, Some(before)) => {
                let straight = before.heading;
                if before.ring != self.step.ring() {
                    choices.turned(before, self.step.ring(), 0);
                } else if self.owned.contains(straight) {
                    choices.add(straight, before.bend);
                } else {
                    choices.add(straight.turned(1), Some(Side::Right));
                    choices.add(straight.turned(7), Some(Side::Left));
                }
            }
            (Turn::Onward, Some(before)) => choices.found.push((before.heading, before.bend)),
        }
        choices.found
    }
}

/// The sides of a turn to the same or the opposite side. Clause `bend.1`.
fn sides(before: Option<Side>, side: BendSide) -> SmallVec<[Side; 2]> {
    match (before, side) {
        (None, _) => SmallVec::from_slice(&[Side::Right, Side::Left]),
        (Some(side), BendSide::Same) => SmallVec::from_slice(&[side]),
        (Some(Side::Left), BendSide::Opposite) => SmallVec::from_slice(&[Side::Right]),
        (Some(Side::Right), BendSide::Opposite) => SmallVec::from_slice(&[Side::Left]),
    }
}

struct Choices {
    owned: Headings,
    found: SmallVec<[Choice; 8]>,
}

impl Choices {
    fn add(&mut self, heading: Heading, bend: Option<Side>) {
        if self.owned.contains(heading) && !self.found.contains(&(heading, bend)) {
            self.found.push((heading, bend));
        }
    }

    /// Adds the headings of `ring` that are `eighths` clockwise from the previous heading.
    ///
    /// Clause `bracket.degenerate`: between the radial and the oblique ring the two nearest moves share a turn by an
    /// even number of eighths; an odd number means one of them.
    fn turned(&mut self, before: Bearing, ring: Ring, eighths: u8) {
        let old = before.heading;
        let bend = match eighths {
            0 | 4 => before.bend,
            1..=3 => Some(Side::Right),
            _ => Some(Side::Left),
        };
        // The left of the two nearest moves, seen along the old heading.
        let left = match (before.ring, ring) {
            (Ring::Radial, Ring::Oblique) => old.turned(7),
            (Ring::Oblique, Ring::Radial) => old,
            _ => return self.add(old.turned(eighths), bend),
        };
        match eighths {
            1 => self.add(left.turned(1), bend),
            3 => self.add(left.turned(4), bend),
            5 => self.add(left.turned(5), bend),
            7 => self.add(left, bend),
            _ => {
                let (to_left, to_right) = match eighths {
                    0 => (Some(Side::Left), Some(Side::Right)),
                    4 => (Some(Side::Right), Some(Side::Left)),
                    _ => (bend, bend),
                };
                self.add(left.turned(eighths), to_left);
                self.add(left.turned(eighths + 1), to_right);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(turn: Turn, step: Step, owned: Headings, before: Bearing) -> Vec<u8> {
        let leg = Leg {
            turn,
            owned,
            ..Leg::new(step)
        };
        let found = leg.headings(Some(before));
        found.iter().map(|(heading, _)| heading.number()).collect()
    }

    fn bearing(heading: u8, ring: Ring, bend: Option<Side>) -> Bearing {
        Bearing {
            heading: Heading::new(heading),
            ring,
            bend,
        }
    }

    fn relative(turns: &[u8]) -> Turn {
        Turn::Relative(Headings::of(turns), SmallVec::new())
    }

    const W: Step = Step::Radial(1);
    const N: Step = Step::Oblique(1, 2);

    #[test]
    fn turns_on_one_ring_add_up() {
        let before = bearing(6, Ring::Radial, None);
        assert_eq!(choices(relative(&[1, 4]), W, Headings::ALL, before), [7, 2]);
    }

    #[test]
    fn turns_between_the_rings_are_degenerate() {
        let north = bearing(0, Ring::Radial, None);
        assert_eq!(choices(relative(&[0]), N, Headings::ALL, north), [7, 0]);
        assert_eq!(choices(relative(&[1]), N, Headings::ALL, north), [0]);
        assert_eq!(choices(relative(&[2]), N, Headings::ALL, north), [1, 2]);
        assert_eq!(choices(relative(&[3]), N, Headings::ALL, north), [3]);
        assert_eq!(choices(relative(&[4]), N, Headings::ALL, north), [3, 4]);
        assert_eq!(choices(relative(&[5]), N, Headings::ALL, north), [4]);
        assert_eq!(choices(relative(&[7]), N, Headings::ALL, north), [7]);
        let knight = bearing(0, Ring::Oblique, None);
        assert_eq!(choices(relative(&[0]), W, Headings::ALL, knight), [0, 1]);
        assert_eq!(choices(relative(&[1]), W, Headings::ALL, knight), [1]);
        assert_eq!(choices(relative(&[3]), W, Headings::ALL, knight), [4]);
        assert_eq!(choices(relative(&[7]), W, Headings::ALL, knight), [0]);
    }

    #[test]
    fn outward_is_the_least_deviation() {
        let north = bearing(0, Ring::Radial, None);
        let outward = || Turn::Outward;
        assert_eq!(choices(outward(), W, Headings::ORTHOGONAL, north), [0]);
        assert_eq!(choices(outward(), W, Headings::DIAGONAL, north), [1, 7]);
        assert_eq!(choices(outward(), W, Headings::ALL, north), [0]);
        let knight = bearing(1, Ring::Oblique, None);
        assert_eq!(choices(outward(), W, Headings::DIAGONAL, knight), [1]);
        assert_eq!(choices(outward(), W, Headings::ORTHOGONAL, knight), [2]);
    }

    #[test]
    fn bends_follow_the_previous_bend() {
        let same = Turn::Relative(
            Headings::NONE,
            SmallVec::from_slice(&[Bend {
                eighths: 1,
                side: BendSide::Same,
            }]),
        );
        let after_left = bearing(0, Ring::Radial, Some(Side::Left));
        assert_eq!(choices(same.clone(), W, Headings::ALL, after_left), [7]);
        let straight = bearing(0, Ring::Radial, None);
        assert_eq!(choices(same, W, Headings::ALL, straight), [1, 7]);
    }
}
