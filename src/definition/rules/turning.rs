//! Promotion of single pieces to single pieces: they turn over.

use super::piece_set::PieceSet;
use crate::definition::{ByPiece, PieceId};
use crate::geometry::{Square, SquareSet, Zone};
use crate::state::Piece;

/// Promotion of single pieces to single pieces on entering, crossing or leaving a zone.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct PiecePromotion {
    /// By number of the piece: what it becomes.
    pub targets: ByPiece<Option<PieceId>>,
    /// The zone of each side.
    pub zone: [SquareSet; 2],
    /// Which moves promote, by how they touch the zone.
    pub when: TurningMoves,
    /// By number of the piece: where it may promote on arrival as well, whatever move brings it there.
    pub also_on: ByPiece<Option<Zone>>,
    /// Only captures promote.
    pub on_capture: bool,
    /// Moves that could promote must.
    pub mandatory: bool,
    /// Promoted pieces may also turn back.
    pub demotion: bool,
    /// By kind: the largest number a side may have to make one more; 0 is no limit.
    pub limits: ByPiece<u16>,
    /// Pieces that promote on arrival only, not on leaving the zone.
    pub arriving: PieceSet,
}

/// Kinds of moves by how they touch a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurningMoves {
    /// Into it from outside.
    pub enter: bool,
    /// Out of it.
    pub leave: bool,
    /// From square to square of it.
    pub within: bool,
    /// Captures that begin or end in it.
    pub capture: bool,
}

impl TurningMoves {
    /// All that touch it.
    pub const ALL: TurningMoves = TurningMoves {
        enter: true,
        leave: true,
        within: true,
        capture: true,
    };

    /// None of them.
    pub const NONE: TurningMoves = TurningMoves {
        enter: false,
        leave: false,
        within: false,
        capture: false,
    };

    /// Whether a move is one of them that begins and ends in the zone, or not.
    pub const fn includes(self, begins: bool, ends: bool, is_capture: bool) -> bool {
        let by_way = match (begins, ends) {
            (false, true) => self.enter,
            (true, false) => self.leave,
            (true, true) => self.within,
            (false, false) => return false,
        };
        by_way || is_capture && self.capture
    }

    /// Whether a capture may be one where another move is not.
    pub(crate) const fn minds_captures(self) -> bool {
        self.capture && !(self.enter && self.leave && self.within)
    }
}

impl Default for TurningMoves {
    fn default() -> TurningMoves {
        TurningMoves::ALL
    }
}

impl PiecePromotion {
    /// Whether a move of a piece to a square promotes that begins and ends in the zone of its side,
    /// or not.
    pub(crate) fn turns(
        &self,
        piece: Piece,
        (begins, to): (bool, Square),
        is_capture: bool,
    ) -> bool {
        let ends = self.zone[piece.color.index()].contains(to);
        let also = || {
            let zone = self.also_on.get(piece.role).and_then(Option::as_ref);
            zone.is_some_and(|zone| zone.contains(to, piece.color.perspective()))
        };
        let by_zone = if self.arriving.contains(piece.role) {
            ends
        } else {
            self.when.includes(begins, ends, is_capture)
        };
        (is_capture || !self.on_capture) && (by_zone || also())
    }

    /// The rule in one form: where nothing turns over, there are at most the limits of promotion in
    /// place.
    pub(in crate::definition) fn in_one_form(mut self, promotes_in_place: bool) -> PiecePromotion {
        let turns = |piece: &PieceId| self.targets.get(*piece).is_some_and(Option::is_some);
        if self.demotion || self.targets.iter().any(Option::is_some) {
            self.arriving = self.arriving.iter().filter(turns).collect();
            return self;
        }
        let is_limited = promotes_in_place && self.limits.iter().any(|limit| *limit > 0);
        PiecePromotion {
            limits: if is_limited {
                self.limits
            } else {
                ByPiece::new()
            },
            ..PiecePromotion::default()
        }
    }

    /// Whether some piece becomes this one.
    pub(crate) fn is_target(&self, piece: impl Into<PieceId>) -> bool {
        let piece = piece.into();
        self.targets.iter().any(|target| *target == Some(piece))
    }
}
