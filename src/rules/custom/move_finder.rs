//! The interface by which rules query the move generator.

use crate::geometry::{Square, SquareSet};
use crate::rules::{CompiledRules, RoleMove};
use crate::state::{Color, Move, Piece, Setup};

use super::answers::Threat;

/// Move generator of the general engine, as used by rules. Rules are a lower layer than move
/// generation, so it is passed to them as a trait object.
pub(crate) trait MoveFinder: Sync {
    /// The pseudo-legal moves of a piece on a square by its own movement.
    fn walks(&self, book: &CompiledRules, setup: &Setup, from: Square, piece: Piece) -> Vec<Move>;

    /// The pseudo-legal moves of a piece on a square by these patterns.
    fn walks_by(
        &self,
        book: &CompiledRules,
        setup: &Setup,
        from: Square,
        piece: Piece,
        by: &[RoleMove],
    ) -> Vec<Move>;

    /// A move with the consequences of the abilities of pieces.
    fn with_consequences(&self, book: &CompiledRules, setup: &Setup, mv: &Move) -> Vec<Move>;

    /// Whether a piece on a square could capture on another by its own movement.
    fn walks_hit(
        &self,
        book: &CompiledRules,
        setup: &Setup,
        from: Square,
        piece: Piece,
        target: Square,
    ) -> bool;

    /// Whether a piece on a square could capture on another by these patterns.
    fn walks_hit_by(
        &self,
        book: &CompiledRules,
        setup: &Setup,
        from: Square,
        piece: Piece,
        by: (&[RoleMove], Square),
    ) -> bool;

    /// Whether a piece on a square attacks another square, by all rules.
    fn attacks(
        &self,
        book: &CompiledRules,
        setup: &Setup,
        from: Square,
        piece: Piece,
        target: Square,
    ) -> bool;

    /// Whether a side is in check.
    fn in_check(&self, book: &CompiledRules, setup: &Setup, color: Color) -> bool;

    /// The position after a move.
    fn played(&self, book: &CompiledRules, setup: &Setup, mv: &Move) -> Setup;

    /// Whether a move leaves the royal pieces of its side safe and is not forbidden by its kind.
    fn is_safe(&self, book: &CompiledRules, setup: &Setup, mv: &Move) -> bool;

    /// The moves by which the piece on `from` threatens pieces on some squares, each with its victim.
    fn threats(
        &self,
        book: &CompiledRules,
        setup: &Setup,
        from: Square,
        meant: &SquareSet,
        steps: bool,
    ) -> Vec<Threat>;

    /// The moves that the side to move would have if the game continued, by all rules.
    fn replies(&self, book: &CompiledRules, setup: &Setup) -> Vec<Move>;

    /// The legal moves, by all rules.
    fn legal_moves(&self, book: &CompiledRules, setup: &Setup) -> Vec<Move>;

    /// Whether the game continues and the side to move has no legal move.
    fn is_stuck(&self, book: &CompiledRules, setup: &Setup) -> bool;
}
