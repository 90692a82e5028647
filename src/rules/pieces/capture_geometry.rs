//! Squares on which a capture method could find victims.

use crate::definition::{CaptureMethod, Reach};
use crate::geometry::{Bearing, Compass, Square};

/// Whether a move between two squares could capture a piece on `target` by a method, judged by the squares alone.
#[inline]
pub(crate) fn could_take(
    compass: &Compass,
    method: &CaptureMethod,
    [from, to]: [Square; 2],
    target: Square,
) -> bool {
    let way = || compass.bearing(from, to);
    match method {
        CaptureMethod::Custodial => {
            compass
                .bearing(to, target)
                .is_some_and(|side| side.is_orthogonal() && compass.next(to, side) == Some(target))
                && way().is_some_and(Bearing::is_orthogonal)
        }
        CaptureMethod::Withdrawal => {
            way().is_some_and(|way| compass.next(from, way.opposite()) == Some(target))
        }
        CaptureMethod::Approach => way().is_some_and(|way| compass.next(to, way) == Some(target)),
        CaptureMethod::Coordination => {
            let [files, ranks] = compass.apart(to, target);
            (files == 0) != (ranks == 0)
        }
        CaptureMethod::Proximity { reach } => {
            *reach != Reach::Around || compass.around(to).contains(target)
        }
        CaptureMethod::Midpoint => {
            compass.apart(from, to) == [2, 2]
                && way().is_some_and(|way| compass.next(from, way) == Some(target))
        }
        // The borrowed method is unknown.
        CaptureMethod::Mimic(_) => true,
    }
}

/// Whether the victims of a method are next to the origin or the target of the move.
pub(crate) const fn takes_beside(method: &CaptureMethod) -> bool {
    match method {
        CaptureMethod::Custodial
        | CaptureMethod::Withdrawal
        | CaptureMethod::Approach
        | CaptureMethod::Midpoint => true,
        CaptureMethod::Proximity { reach } => matches!(reach, Reach::Around),
        CaptureMethod::Coordination | CaptureMethod::Mimic(_) => false,
    }
}
