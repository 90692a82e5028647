//! Imitators: pieces that move as another piece.

use crate::definition::Action;
use crate::rules::data::CompiledRules;
use crate::state::{Move, Piece, Role, Setup};

/// Whether pieces of the role are imitators.
#[inline]
pub(crate) fn imitates(rules: &CompiledRules, role: Role) -> bool {
    rules.role(role).actions.contains(&Action::Imitate)
}

/// The role that a piece currently acts as: its own, or that of the imitated piece.
#[inline]
pub(crate) fn acting_role(rules: &CompiledRules, setup: &Setup, piece: Piece) -> Role {
    setup.special.imitated[piece.color.index()]
        .filter(|_| imitates(rules, piece.role))
        .unwrap_or(piece.role)
}

/// Records the moved piece for the imitators of the other side.
///
/// A promoted piece is imitated as its former kind, and an imitator as the kind that it imitated.
#[inline]
fn note_mover(rules: &CompiledRules, setup: &mut Setup, piece: Piece) {
    let moved = if imitates(rules, piece.role) {
        setup.special.imitated[piece.color.index()]
    } else {
        Some(piece.role)
    };
    setup.special.imitated[piece.color.opponent().index()] = moved;
}

/// [`note_mover`] after a move, in variants with imitators.
#[inline]
pub(crate) fn note_move(rules: &CompiledRules, mv: &Move, after: &mut Setup) {
    if rules.has_imitating_pieces() {
        note_mover(rules, after, mv.piece);
    }
}

/// Records the king for the tests of the squares on its castling path.
#[inline]
pub(crate) fn note_castling_king(rules: &CompiledRules, king: Piece, setup: &mut Setup) {
    if rules.has_imitating_pieces() {
        note_mover(rules, setup, king);
    }
}
