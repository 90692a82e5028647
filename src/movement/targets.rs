//! Movements made of the squares that a piece reaches, as somebody clicks them on a board.

use crate::geometry::{Headings, Offset, Step};

use super::Movement;
use super::pattern::{Contents, Initial, Leg, Pattern, Range, Turn, Walk};

/// The longest step, in squares along a file or a rank: across the largest board.
const LONGEST: i16 = 35;

impl Movement {
    /// A piece that leaps by the one offsets, and goes any number of such steps by the others until
    /// something is in its way; it captures as it moves. Offsets are as the owner sees them. Those that
    /// lead nowhere, or farther than across the largest board, are left out.
    ///
    /// [`Movement::to_betza`] gives the shortest notation of it.
    ///
    /// ```
    /// use ferz::geometry::Offset;
    /// use ferz::movement::Movement;
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
}

/// The steps on one heading that lead by an offset.
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
    }))
}
