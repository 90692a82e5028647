//! From where pieces could carry out a duty to capture, whatever stands around.

use std::sync::OnceLock;

use super::Rulebook;
use crate::definition::CaptureDuty;
use crate::geometry::{Square, SquareSet};
use crate::state::{Color, Piece, Role};

/// By color and square of a piece that is meant: the squares of pieces that could threaten it.
#[derive(Default)]
pub(super) struct DutyReach {
    /// `None` where more than squares decides.
    origins: OnceLock<Option<[Vec<OnceLock<SquareSet>>; 2]>>,
}

impl Rulebook {
    /// The squares from which pieces of a side could threaten what stands on `target`, if it is not captured
    /// in passing; `None` if that is not known beforehand.
    pub(crate) fn duty_origins(
        &self,
        duty: CaptureDuty,
        color: Color,
        target: Square,
    ) -> Option<&SquareSet> {
        let origins = self.duty_reach.origins.get_or_init(|| {
            let unknown = || (0..self.shape.area()).map(|_| OnceLock::new()).collect();
            let mut roles = self.roles_by(duty);
            let is_known = roles.all(|role| {
                let jumps_only = self.role(role).series().next().is_some() && !duty.steps;
                self.role(role).powerless || jumps_only
            });
            is_known.then(|| [unknown(), unknown()])
        });
        let of_side = &origins.as_ref()?[color.index()];
        Some(of_side[target.index()].get_or_init(|| {
            let threatens = |from: &Square| {
                let mut roles = self.roles_by(duty);
                roles.any(|role| self.begins_on(Piece { color, role }, *from, target))
            };
            self.shape.squares().filter(threatens).collect()
        }))
    }

    /// The roles whose threats make the duty.
    fn roles_by(&self, duty: CaptureDuty) -> impl Iterator<Item = Role> {
        let roles = (0..self.roles.len()).map(Role::new);
        roles.filter(move |role| duty.by.contains(*role))
    }

    /// Whether a piece without powers could capture on a square, or one that jumps in series with its first
    /// jump.
    fn begins_on(&self, piece: Piece, from: Square, target: Square) -> bool {
        if self.role(piece.role).powerless {
            return self.may_reach(piece, from, target);
        }
        let owner = piece.color.perspective();
        self.role(piece.role).series().any(|(_, jumps)| {
            let mut ends = jumps.across(owner, target).iter();
            ends.any(|[begin, _]| *begin == from)
        })
    }
}
