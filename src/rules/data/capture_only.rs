//! Squares that may be entered only for captures.

use std::sync::OnceLock;

use crate::geometry::{BoardShape, Compass, Perspective, Square, SquareSet, Zone};

/// The zone of squares that may be entered only for captures that are impossible otherwise.
pub(crate) struct CaptureOnly {
    zone: Zone,
    /// By owner and origin: the targets that a piece can reach without entering the zone.
    open: [Vec<OnceLock<SquareSet>>; 2],
}

impl CaptureOnly {
    /// The union of the zones of rules, if any rule has one.
    pub(crate) fn of(zones: impl Iterator<Item = Zone>, shape: &BoardShape) -> Option<CaptureOnly> {
        let union =
            |one: Zone, other: Zone| Zone::by_side(|side| one.of(side).union(other.of(side)));
        let unknown = || (0..shape.area()).map(|_| OnceLock::new()).collect();
        Some(CaptureOnly {
            zone: zones.reduce(union)?,
            open: [unknown(), unknown()],
        })
    }

    /// The targets that a piece can reach without entering the zone, at its end or on its way.
    pub(crate) fn open_targets(
        &self,
        compass: &Compass,
        owner: Perspective,
        from: Square,
    ) -> &SquareSet {
        self.open[owner as usize][from.index()].get_or_init(|| {
            let all = (0..self.open[0].len() as u16).map(Square::new);
            all.filter(|to| self.n_entered(compass, owner, [from, *to]) == 0)
                .collect()
        })
    }

    /// The number of squares of the zone that a piece enters by moving from one square to another.
    pub(crate) fn n_entered(
        &self,
        compass: &Compass,
        owner: Perspective,
        [from, to]: [Square; 2],
    ) -> usize {
        let zone = self.zone.of(owner);
        let counts = |square: Square| usize::from(zone.contains(square));
        let Some(way) = compass.bearing(from, to) else {
            return if from == to { 0 } else { counts(to) };
        };
        let mut at = from;
        let mut sum = 0;
        while at != to {
            let Some(next) = compass.next(at, way) else {
                break;
            };
            sum += counts(next);
            at = next;
        }
        sum
    }
}
