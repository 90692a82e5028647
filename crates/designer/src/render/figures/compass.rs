//! The orthogonal and diagonal moves of a piece by direction.

use super::repertoire::{Kind, Repertoire, Uses};
use ferz::geometry::{CompactSort, Heading};

/// The reach of a piece in a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::render) enum Reach {
    /// A leap of this many squares; 1 is a step.
    Leap(u8),
    /// A limited number of steps.
    Short,
    /// Any number of steps.
    Slide,
}

/// A direction of movement from the owner's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::render) struct Needle {
    pub(in crate::render) heading: u8,
    pub(in crate::render) reach: Reach,
    pub(in crate::render) is_quiet: bool,
    pub(in crate::render) is_capture: bool,
}

/// The directions of a piece.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::render) struct Compass(pub(in crate::render) Vec<Needle>);

impl Compass {
    /// The longest leap that fits the picture.
    pub(super) const FARTHEST: u8 = 3;

    pub(super) fn of(repertoire: &Repertoire) -> Compass {
        let mut needles = Vec::new();
        for (kind, uses) in &repertoire.0 {
            let reach = match *kind {
                Kind::Leap((a, b)) if (a == 0 || a == b) && b <= Compass::FARTHEST => {
                    Reach::Leap(b)
                }
                Kind::Ride((a, 1), most) if a <= 1 => most.map_or(Reach::Slide, |_| Reach::Short),
                // A rider with longer leaps is shown by its first leap.
                Kind::Ride((a, b), _) if (a == 0 || a == b) && b <= Compass::FARTHEST => {
                    Reach::Leap(b)
                }
                _ => continue,
            };
            needles.extend(Compass::needles(reach, *uses));
        }
        needles.sort_compactly();
        Compass(needles)
    }

    fn needles(reach: Reach, uses: Uses) -> impl Iterator<Item = Needle> {
        uses.headings().iter().map(move |heading: Heading| Needle {
            heading: heading.number(),
            reach,
            is_quiet: uses.quiet.contains(heading),
            is_capture: uses.capture.contains(heading),
        })
    }
}
