//! What the general engine answers to rules about moves.

use crate::geometry::{Square, SquareSet};
use crate::rules::{CompiledRules, RoleMove};
use crate::state::{Color, Move, Piece, Setup};

use super::answers::Threat;

/// Answers questions about moves: rules do not know how these are found, so the layer that does
/// answers.
pub(crate) trait MoveFinder: Sync {
    /// The pseudo-legal moves that the piece on a square has by itself, if it were this piece.
    fn walks(&self, book: &CompiledRules, setup: &Setup, from: Square, piece: Piece) -> Vec<Move>;

    /// The pseudo-legal moves that the piece on a square would have if it moved by these patterns.
    fn walks_by(
        &self,
        book: &CompiledRules,
        setup: &Setup,
        from: Square,
        piece: Piece,
        by: &[RoleMove],
    ) -> Vec<Move>;

    /// A walk with what follows from it by what pieces do beside their moves.
    fn with_consequences(&self, book: &CompiledRules, setup: &Setup, mv: &Move) -> Vec<Move>;

    /// Whether the piece on a square could capture on another by its own walks, if it were this piece.
    fn walks_hit(
        &self,
        book: &CompiledRules,
        setup: &Setup,
        from: Square,
        piece: Piece,
        target: Square,
    ) -> bool;

    /// Whether the piece on a square could capture on another if it moved by these patterns.
    fn walks_hit_by(
        &self,
        book: &CompiledRules,
        setup: &Setup,
        from: Square,
        piece: Piece,
        by: (&[RoleMove], Square),
    ) -> bool;

    /// Whether the piece on a square could capture on another, by all rules.
    fn attacks(
        &self,
        book: &CompiledRules,
        setup: &Setup,
        from: Square,
        piece: Piece,
        target: Square,
    ) -> bool;

    /// Whether the royal pieces of a side are less safe than the rules demand.
    fn in_check(&self, book: &CompiledRules, setup: &Setup, color: Color) -> bool;

    /// The position after a move.
    fn played(&self, book: &CompiledRules, setup: &Setup, mv: &Move) -> Setup;

    /// Whether a move leaves the royal pieces of its side as safe as the rules demand, and is not
    /// forbidden for what it is.
    fn is_safe(&self, book: &CompiledRules, setup: &Setup, mv: &Move) -> bool;

    /// The captures by which the piece on `from` could begin to capture what stands on some squares, with that.
    fn threats(
        &self,
        book: &CompiledRules,
        setup: &Setup,
        from: Square,
        meant: &SquareSet,
        steps: bool,
    ) -> Vec<Threat>;

    /// The moves that the side to move may make if the game goes on, by all rules.
    fn replies(&self, book: &CompiledRules, setup: &Setup) -> Vec<Move>;

    /// The legal moves, by all rules.
    fn legal_moves(&self, book: &CompiledRules, setup: &Setup) -> Vec<Move>;

    /// Whether the game goes on and there is no legal move.
    fn is_stuck(&self, book: &CompiledRules, setup: &Setup) -> bool;
}
