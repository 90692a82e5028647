//! Imitators: pieces that move as another piece.

use crate::definition::Action;
use crate::movement::{Initial, Pattern, Range};
use crate::rules::{CompiledRules, Programs, RoleMove};
use crate::state::{Move, Piece, Role, Setup};

/// Whether pieces of the role are imitators.
#[inline]
pub(crate) fn imitates(book: &CompiledRules, role: Role) -> bool {
    book.role(role).actions.contains(&Action::Imitate)
}

/// The role as which a piece acts at present: its own, or that of the imitated piece.
#[inline]
pub(crate) fn acting_role(book: &CompiledRules, setup: &Setup, piece: Piece) -> Role {
    setup.special.imitated[piece.color.index()]
        .filter(|_| imitates(book, piece.role))
        .unwrap_or(piece.role)
}

/// Records the moved piece for the imitators of the other side.
///
/// A promoted piece is imitated as its former kind, and an imitator as the kind that it imitated.
#[inline]
fn note_mover(book: &CompiledRules, setup: &mut Setup, piece: Piece) {
    let moved = if imitates(book, piece.role) {
        setup.special.imitated[piece.color.index()]
    } else {
        Some(piece.role)
    };
    setup.special.imitated[piece.color.opponent().index()] = moved;
}

/// [`note_mover`] after a move, in variants with imitators.
#[inline]
pub(crate) fn note_move(book: &CompiledRules, mv: &Move, after: &mut Setup) {
    if book.has_imitating_pieces() {
        note_mover(book, after, mv.piece);
    }
}

/// Records the king for the tests of the squares on its castling path.
#[inline]
pub(crate) fn note_castling_king(book: &CompiledRules, king: Piece, setup: &mut Setup) {
    if book.has_imitating_pieces() {
        note_mover(book, setup, king);
    }
}

/// The ordinary moves of a piece: without first moves, castling and en passant, and with runs to
/// the middle reduced to single steps.
pub(crate) fn plain_moves(moves: &[RoleMove]) -> Vec<RoleMove> {
    let plain = |role_move: &RoleMove| {
        let mut pattern = role_move.pattern.clone();
        match &mut pattern {
            Pattern::Walk(walk) if walk.initial == Initial::Any => {
                for leg in &mut walk.legs {
                    if leg.range == Range::ToMiddle {
                        leg.range = Range::UpTo(1);
                    }
                    leg.marks = false;
                    leg.en_passant = false;
                }
            }
            Pattern::Universal(leap) if leap.initial == Initial::Any => {}
            _ => return None,
        }
        Some(RoleMove {
            pattern,
            from: role_move.from.clone(),
            to: role_move.to.clone(),
            takes: role_move.takes,
            in_check: role_move.in_check,
            programs: Programs::default(),
        })
    };
    moves.iter().filter_map(plain).collect()
}
