//! Promotion of a piece at the end of its move.

use super::piece_id::PieceId;
use crate::geometry::Zone;

/// The promotion of a piece at the end of its move.
///
/// A piece that arrives on a square in the zone of at least one choice must take one of the choices for that square, or
/// may remain unpromoted if the square is in `stay`. If promotion is mandatory and no choice is available, the move is
/// illegal.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PromotionDef {
    /// The choices, in the order in which they are offered.
    pub choices: Vec<PromotionChoice>,
    /// The squares of the promotion zone on which promotion is optional.
    pub stay: Zone,
    /// Whether en passant captures promote as well.
    pub in_passing: bool,
    /// Whether move texts name the piece only to distinguish moves.
    pub silent: bool,
}

/// One choice of a promotion.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PromotionChoice {
    /// The piece.
    pub piece: PieceId,
    /// The squares on which it is available.
    pub zone: Zone,
    /// The stock from which it comes.
    pub stock: PromotionStock,
    /// The largest number of such pieces that one side may have on the board after the promotion, regardless of its
    /// hand.
    pub limit: Option<u16>,
}

/// The stock of promoted pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromotionStock {
    /// The box, which is unlimited.
    Unlimited,
    /// The player's own hand.
    Hand,
}
