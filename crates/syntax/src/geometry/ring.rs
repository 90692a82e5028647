//! The ring of eight headings, and steps along it.
//!
//! Headings are numbered clockwise from 0, straight forward. A radial step of length `n` goes
//! `(0, n)` on even headings and `(n, n)` on odd ones. An oblique step `(a, b)` with `a < b` puts
//! its eight moves on the same ring, the move of heading 0 being `a` to the right and `b` forward.
//!
//! ```text
//!   7 0 1        radial          7 | 0        oblique, drawn for the Knight:
//!   6 * 2                      6 ----- 1      0 is one right, two forward
//!   5 4 3                      5 ----- 2
//!                                4 | 3
//! ```

/// A displacement in files (`dx`, to the right) and ranks (`dy`, forward).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Offset {
    /// Files to the right.
    pub dx: i16,
    /// Ranks forward.
    pub dy: i16,
}

/// One of the eight headings of the ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Heading(u8);

impl Heading {
    /// Straight forward, or the oblique move just to the right of it.
    pub const FORWARD: Heading = Heading(0);

    /// The heading with this number, taken modulo eight.
    pub const fn new(number: u8) -> Self {
        Heading(number & 7)
    }

    /// The number on the ring, 0 to 7.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// This heading turned clockwise by `eighths` of a circle.
    pub const fn turned(self, eighths: u8) -> Self {
        Heading::new(self.0.wrapping_add(eighths))
    }

    /// Whether a radial step goes diagonally on this heading.
    pub const fn is_diagonal(self) -> bool {
        self.0 & 1 == 1
    }
}

/// A set of headings, or of turns relative to a heading.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Headings(u8);

impl Headings {
    /// No heading.
    pub const NONE: Headings = Headings(0);
    /// All eight.
    pub const ALL: Headings = Headings(0xff);
    /// The even headings: orthogonal for radial steps.
    pub const ORTHOGONAL: Headings = Headings(0b0101_0101);
    /// The odd headings: diagonal for radial steps.
    pub const DIAGONAL: Headings = Headings(0b1010_1010);

    /// The set of the listed numbers.
    pub const fn of(numbers: &[u8]) -> Self {
        let mut bits = 0;
        let mut i = 0;
        while i < numbers.len() {
            bits |= 1 << (numbers[i] & 7);
            i += 1;
        }
        Headings(bits)
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of headings.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the heading is in the set.
    pub const fn contains(self, heading: Heading) -> bool {
        self.0 & (1 << heading.0) != 0
    }

    /// Headings in either set.
    pub const fn union(self, other: Headings) -> Self {
        Headings(self.0 | other.0)
    }

    /// Headings in both sets.
    pub const fn intersection(self, other: Headings) -> Self {
        Headings(self.0 & other.0)
    }

    /// Headings in this set and not in the other.
    pub const fn difference(self, other: Headings) -> Self {
        Headings(self.0 & !other.0)
    }

    /// The headings in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Heading> + Clone {
        (0..8)
            .map(Heading)
            .filter(move |heading| self.contains(*heading))
    }
}

impl FromIterator<Heading> for Headings {
    fn from_iter<I: IntoIterator<Item = Heading>>(headings: I) -> Self {
        headings.into_iter().fold(Headings::NONE, |set, heading| {
            set.union(Headings(1 << heading.0))
        })
    }
}

impl std::fmt::Debug for Headings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set()
            .entries(self.iter().map(Heading::number))
            .finish()
    }
}

/// The kind of steps on a ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ring {
    /// Orthogonal and diagonal steps, alternating.
    Radial,
    /// The eight moves of an oblique leap.
    Oblique,
}

/// A step vector without its heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// `(0, n)` on even headings, `(n, n)` on odd ones.
    Radial(u8),
    /// The eight moves of an `(a, b)` leap, `0 < a < b`.
    Oblique(u8, u8),
}

impl Step {
    /// The step for a vector of absolute coordinates `a <= b`, with its headings: `(0, b)` is
    /// radial on even headings, `(a, a)` radial on odd ones, all others are oblique.
    pub fn from_vector(a: u8, b: u8) -> (Step, Headings) {
        match (a.min(b), a.max(b)) {
            (0, long) => (Step::Radial(long), Headings::ORTHOGONAL),
            (short, long) if short == long => (Step::Radial(long), Headings::DIAGONAL),
            (short, long) => (Step::Oblique(short, long), Headings::ALL),
        }
    }

    /// The ring of the step's headings.
    pub const fn ring(self) -> Ring {
        match self {
            Step::Radial(_) => Ring::Radial,
            Step::Oblique(..) => Ring::Oblique,
        }
    }

    /// The displacement of one step on `heading`, from its owner's perspective.
    pub const fn offset(self, heading: Heading) -> Offset {
        let (dx, dy) = match self {
            Step::Radial(n) => {
                let n = n as i16;
                match heading.0 {
                    0 => (0, n),
                    1 => (n, n),
                    2 => (n, 0),
                    3 => (n, -n),
                    4 => (0, -n),
                    5 => (-n, -n),
                    6 => (-n, 0),
                    _ => (-n, n),
                }
            }
            Step::Oblique(a, b) => {
                let (a, b) = (a as i16, b as i16);
                match heading.0 {
                    0 => (a, b),
                    1 => (b, a),
                    2 => (b, -a),
                    3 => (a, -b),
                    4 => (-a, -b),
                    5 => (-b, -a),
                    6 => (-b, a),
                    _ => (-a, b),
                }
            }
        };
        Offset { dx, dy }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_by_half_a_circle_negates_every_step() {
        for step in [
            Step::Radial(1),
            Step::Radial(3),
            Step::Oblique(1, 2),
            Step::Oblique(2, 5),
        ] {
            for heading in Headings::ALL.iter() {
                let there = step.offset(heading);
                let back = step.offset(heading.turned(4));
                assert_eq!((there.dx, there.dy), (-back.dx, -back.dy));
            }
        }
    }
}
