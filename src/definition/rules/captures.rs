//! What captures do besides removing a piece.

use super::piece_set::PieceSet;
use crate::definition::reach::Reach;

/// What captures do besides removing a piece.
#[derive(Clone, Debug, PartialEq, Default)]
#[non_exhaustive]
pub struct CaptureRules {
    /// Captured pieces stay promoted in a hand.
    pub keep_promoted: bool,
    /// Who can capture must.
    pub mandatory: bool,
    /// Pieces that cannot capture their own kind.
    pub immune_to_own: PieceSet,
    /// Captures remove everything around.
    pub blast: Option<Blast>,
    /// Pieces that turn into walls when they capture.
    pub petrify: PieceSet,
    /// Blasted pieces leave walls.
    pub petrify_blasted: bool,
}

/// A blast where something is captured and within reach of that square.
#[derive(Clone, Debug, PartialEq)]
pub struct Blast {
    /// Kinds that survive.
    pub immune: PieceSet,
    /// Kinds that survive unless they capture.
    pub sheltered: PieceSet,
    /// How far it goes, as the captor sees it from the square where it has captured.
    pub reach: Reach,
}
