//! Movements from sets of target squares, such as those clicked on a board.

use crate::geometry::{Headings, Offset, Step};

use super::Movement;
use super::pattern::{Contents, Initial, Leg, Pattern, Range, Turn, Walk};

/// The longest step along a file or a rank, across the largest board.
const LONGEST: i16 = 35;

#[doc(hidden)]
impl Movement {
    /// A piece that leaps by the offsets in `leaps` and slides in steps of the offsets in `slides`; it captures as it
    /// moves. Offsets are as the owner sees them. Null offsets, and those longer than the largest board, are left out.
    ///
    /// [`Movement::to_betza`] gives its shortest notation.
    ///
    /// ```
    /// # extern crate ferz_syntax as ferz;
    /// use ferz::geometry::Offset;
    /// use ferz::Movement;
    ///
    /// let at = |dx, dy| Offset { dx, dy };
    /// let knight_ahead = [at(1, 2), at(-1, 2)];
    /// let bishop = [at(1, 1), at(1, -1), at(-1, -1), at(-1, 1)];
    /// let piece = Movement::of_leaps_and_slides(&knight_ahead, &bishop);
    /// assert_eq!(piece.to_string(), "BfN");
    /// ```
    pub fn of_leaps_and_slides(leaps: &[Offset], slides: &[Offset]) -> Movement {
        let leaps = leaps.iter().map(|offset| (*offset, Range::UpTo(1)));
        let slides = slides.iter().map(|offset| (*offset, Range::Unlimited));
        Movement::from_patterns(
            leaps
                .chain(slides)
                .filter_map(|(offset, range)| to(offset, range)),
        )
    }

    /// The leaps and slides of this movement; `None` if it has other moves.
    ///
    /// ```
    /// # extern crate ferz_syntax as ferz;
    /// use ferz::Movement;
    ///
    /// let (leaps, slides) = Movement::new("BfN").unwrap().leaps_and_slides().unwrap();
    /// assert_eq!((leaps.len(), slides.len()), (2, 4));
    /// assert!(Movement::new("mW").unwrap().leaps_and_slides().is_none());
    /// ```
    pub fn leaps_and_slides(&self) -> Option<(Vec<Offset>, Vec<Offset>)> {
        let (mut leaps, mut slides) = (Vec::new(), Vec::new());
        for pattern in self.patterns() {
            let Pattern::Walk(walk) = pattern else {
                return None;
            };
            let [leg] = &walk.legs[..] else {
                return None;
            };
            let Turn::Absolute(headings) = &leg.turn else {
                return None;
            };
            for heading in headings.intersection(leg.owned).iter() {
                let offset = leg.step.offset(heading);
                let Some(Pattern::Walk(plain)) = to(offset, leg.range) else {
                    return None;
                };
                // The same pattern apart from the headings.
                let only = Walk {
                    legs: vec![Leg {
                        turn: plain.legs[0].turn.clone(),
                        owned: plain.legs[0].owned,
                        step: plain.legs[0].step,
                        ..leg.clone()
                    }],
                    ..walk.clone()
                };
                if only != plain {
                    return None;
                }
                match leg.range {
                    Range::UpTo(1) => leaps.push(offset),
                    Range::Unlimited => slides.push(offset),
                    _ => return None,
                }
            }
        }
        Some((leaps, slides))
    }
}

/// A pattern of steps by one offset.
fn to(offset: Offset, range: Range) -> Option<Pattern> {
    let (a, b) = (offset.dx.checked_abs()?, offset.dy.checked_abs()?);
    if (a, b) == (0, 0) || a.max(b) > LONGEST {
        return None;
    }
    let (step, owned) = Step::from_vector(a as u8, b as u8);
    let heading = owned
        .iter()
        .find(|heading| step.offset(*heading) == offset)?;
    let leg = Leg {
        turn: Turn::Absolute(Headings::of(&[heading.number()])),
        owned,
        range,
        pass: Contents::EMPTY,
        take: Contents::ENEMY,
        ..Leg::new(step)
    };
    Some(Pattern::Walk(Walk {
        legs: vec![leg],
        initial: Initial::Any,
        repeat: None,
        revisits: true,
        rebounds: false,
        skips_walls: false,
    }))
}
