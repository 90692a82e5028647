//! Precomputed moves, which replace interpretation: path programs, and plain moves from each square.

use crate::compile::{PlainMoves, Program, paths};
use crate::geometry::{Perspective, Square};
use crate::movement::{Initial, Pattern};
use crate::rules::data::{CompiledRules, RoleMove};
use crate::source::budget::spend_each;
use crate::state::Piece;

// Path programs: precomputed paths of patterns, which replace interpretation.
//
// `CompiledRules` with path programs generate the same moves as those without, only faster; the latter
// are the reference.

/// The cost of a stored path in budget steps, which bounds the memory for large boards.
const KEPT: u64 = 64;

/// A pattern with more paths from one square is interpreted.
const PATHS: usize = 2048;

impl RoleMove {
    /// The program of the pattern from a square; `None` if it has to be interpreted.
    #[inline]
    pub(crate) fn program(
        &self,
        rules: &CompiledRules,
        owner: Perspective,
        from: Square,
    ) -> Option<&Program> {
        if !rules.uses_path_programs {
            return None;
        }
        let compile = || self.compiled(rules, owner, from).map(Box::new);
        let program = (self.programs).get_or_make(&rules.shape, owner as usize, from, compile);
        program.as_deref()
    }

    fn compiled(&self, rules: &CompiledRules, owner: Perspective, from: Square) -> Option<Program> {
        let Pattern::Walk(pattern) = &self.pattern else {
            return None;
        };
        if pattern.legs.iter().any(|leg| leg.relay) {
            return None;
        }
        let found = paths(pattern, &rules.shape, owner, from, PATHS).ok()?;
        spend_each(found.len(), KEPT).ok()?;
        Program::new(found)
    }
}

// Plain moves: precomputed leaps, slides, hops and multiple steps of pieces from each square.

impl CompiledRules {
    /// The moves of a piece from a square, without castling, if square sets can represent all of them.
    #[inline]
    pub(crate) fn plain_moves(&self, piece: Piece, from: Square) -> Option<&PlainMoves> {
        let table = &self.role(piece.role).plain;
        let combine = || self.put_together(piece, from).map(Box::new);
        let plain = table.get_or_make(&self.shape, piece.color.index(), from, combine);
        plain.as_deref()
    }

    fn put_together(&self, piece: Piece, from: Square) -> Option<PlainMoves> {
        let is_as_it_seems =
            self.blocking_kind(piece.role).is_none() && self.shape.vanishing().is_empty();
        if self.shape.area() > 128 || !is_as_it_seems {
            return None;
        }
        let owner = piece.color.perspective();
        let mut plain = PlainMoves::default();
        for (by, role_move) in self.role(piece.role).moves.iter().enumerate() {
            let walk = match &role_move.pattern {
                Pattern::Castle(_) | Pattern::Placement(_) => continue,
                Pattern::Universal(_) | Pattern::Imitation(_) => return None,
                Pattern::Walk(walk) => walk,
            };
            if !role_move.begins_on(from, owner) {
                continue;
            }
            let program = role_move.program(self, owner, from)?;
            let ends = role_move.to.as_ref().map(|zone| zone.of(owner));
            let always = walk.initial == Initial::Any;
            if role_move.takes.is_some() || !plain.add(program, (by, always), ends) {
                return None;
            }
        }
        Some(plain)
    }
}
