//! Queries of custom rules to the general engine.

use std::cell::Cell;

use crate::geometry::{Square, SquareSet};
use crate::rules::{CompiledRules, MoveFinder, RoleMove, Threat, is_protected};
use crate::state::{Color, Move, Piece, Setup};

use super::after_move::played;
use super::attacks::{attacks, walks_attack};
use super::duties::threats;
use super::legality::{is_stuck, legal, legal_moves, may_be_made};
use super::move_context::MoveContext;
use super::mover::Mover;
use super::piece_moves::{piece_moves, with_consequences};
use super::royal_safety::kings_attacked;
use super::walks::{merge_equal_moves, walks_by, walks_hit};

/// Maximum nesting of lists of legal moves: a rule that asks for the list it takes part in would recurse
/// forever.
const MOST_NESTED: u8 = 4;

thread_local! {
    /// The current nesting.
    static NESTING: Cell<u8> = const { Cell::new(0) };
}

/// The general engine as seen by custom rules.
pub(crate) struct GeneralEngine;

impl MoveFinder for GeneralEngine {
    fn walks(&self, rules: &CompiledRules, setup: &Setup, from: Square, piece: Piece) -> Vec<Move> {
        let mut moves = Vec::new();
        piece_moves(&Mover::new(rules, setup, (from, piece)), &mut moves);
        moves
    }

    fn walks_by(
        &self,
        rules: &CompiledRules,
        setup: &Setup,
        from: Square,
        piece: Piece,
        by: &[RoleMove],
    ) -> Vec<Move> {
        let mut moves = Vec::new();
        walks_by(&Mover::new(rules, setup, (from, piece)), by, &mut moves);
        merge_equal_moves(&mut moves, 0);
        moves
    }

    fn with_consequences(&self, rules: &CompiledRules, setup: &Setup, mv: &Move) -> Vec<Move> {
        with_consequences(rules, setup, mv)
    }

    fn walks_hit_by(
        &self,
        rules: &CompiledRules,
        setup: &Setup,
        from: Square,
        piece: Piece,
        (by, target): (&[RoleMove], Square),
    ) -> bool {
        let mover = Mover::new(rules, setup, (from, piece));
        walks_hit(&mover, by, target)
            && !mover.is_frozen()
            && !is_protected(rules, setup, target, piece.color.opponent())
    }

    fn walks_hit(
        &self,
        rules: &CompiledRules,
        setup: &Setup,
        from: Square,
        piece: Piece,
        target: Square,
    ) -> bool {
        walks_attack(&Mover::new(rules, setup, (from, piece)), target)
    }

    fn attacks(
        &self,
        rules: &CompiledRules,
        setup: &Setup,
        from: Square,
        piece: Piece,
        target: Square,
    ) -> bool {
        attacks(&Mover::new(rules, setup, (from, piece)), target)
    }

    fn in_check(&self, rules: &CompiledRules, setup: &Setup, color: Color) -> bool {
        kings_attacked(rules, setup, color)
    }

    fn played(&self, rules: &CompiledRules, setup: &Setup, mv: &Move) -> Setup {
        played(rules, setup, mv)
    }

    fn is_safe(&self, rules: &CompiledRules, setup: &Setup, mv: &Move) -> bool {
        may_be_made(&MoveContext::new(rules, setup), mv)
    }

    fn threats(
        &self,
        rules: &CompiledRules,
        setup: &Setup,
        from: Square,
        meant: &SquareSet,
        steps: bool,
    ) -> Vec<Threat> {
        threats(rules, setup, from, meant, steps)
    }

    fn replies(&self, rules: &CompiledRules, setup: &Setup) -> Vec<Move> {
        nested(|| legal(&MoveContext::new(rules, setup)))
    }

    fn legal_moves(&self, rules: &CompiledRules, setup: &Setup) -> Vec<Move> {
        nested(|| legal_moves(rules, setup))
    }

    fn is_stuck(&self, rules: &CompiledRules, setup: &Setup) -> bool {
        nested(|| is_stuck(rules, setup))
    }
}

/// Calls a query that generates legal moves; returns the default if the nesting is too deep.
fn nested<T: Default>(answer: impl FnOnce() -> T) -> T {
    let nesting = NESTING.get();
    if nesting == MOST_NESTED {
        return T::default();
    }
    NESTING.set(nesting + 1);
    let answer = answer();
    NESTING.set(nesting);
    answer
}
