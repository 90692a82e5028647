//! Plain moves: precomputed leaps, slides, hops and multiple steps of pieces from each square.

use std::sync::OnceLock;

use crate::compile::PlainMoves;
use crate::geometry::{Square, Zone};
use crate::movement::{Initial, Pattern};
use crate::rules::data::CompiledRules;
use crate::state::Piece;

impl CompiledRules {
    /// The moves of a piece from a square, without castling, if square sets can represent all of them.
    #[inline]
    pub(crate) fn plain_moves(&self, piece: Piece, from: Square) -> Option<&PlainMoves> {
        let made = self.role(piece.role).plain.get();
        match made.and_then(|made| made[piece.color.index()][from.index()].get()) {
            Some(plain) => plain.as_deref(),
            None => self.make_plain_moves(piece, from),
        }
    }

    /// Computes [`plain_moves`](Self::plain_moves) on first use.
    #[cold]
    fn make_plain_moves(&self, piece: Piece, from: Square) -> Option<&PlainMoves> {
        let table = self.role(piece.role).plain.get_or_init(|| {
            [(); 2].map(|()| (0..self.shape.area()).map(|_| OnceLock::new()).collect())
        });
        let plain = table[piece.color.index()][from.index()]
            .get_or_init(|| self.put_together(piece, from).map(Box::new));
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
            let begins = |zone: &Zone| zone.contains(from, owner);
            if !role_move.from.as_ref().is_none_or(begins) {
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
