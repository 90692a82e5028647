//! The pocket: pieces that take the place of pieces that move for the first time.

use crate::definition::{PocketFate, PocketRule};
use crate::geometry::Square;
use crate::state::{Color, Move, Piece, Role, Setup};

/// Whether a side may still place pieces from its pocket in its next move.
pub(crate) fn is_open(rule: &PocketRule, setup: &Setup, color: Color) -> bool {
    let until = rule.until[color.index()];
    until.is_none_or(|last| setup.fullmove_number <= last)
        && !setup.special.pocket[color.index()].is_empty()
}

/// The pieces that may take the place of the piece on `from` when it leaves.
pub(crate) fn gates(rule: &PocketRule, setup: &Setup, from: Square, piece: Piece) -> Vec<Role> {
    let makes_room = rule.movers.contains(piece.role)
        && setup.unmoved.contains(from)
        && is_open(rule, setup, piece.color);
    if !makes_room {
        return Vec::new();
    }
    let pocket = &setup.special.pocket[piece.color.index()];
    pocket.iter().map(|(role, _)| role).collect()
}

/// Places the piece from the pocket after a move, and closes the pocket when its time is over.
pub(crate) fn empty_pocket(rule: &PocketRule, before: &Setup, mv: &Move, after: &mut Setup) {
    let color = mv.piece.color;
    let pocket = &mut after.special.pocket[color.index()];
    if let Some((role, square)) = mv.gate
        && pocket.take(role)
    {
        after.board.put(square, Piece { color, role });
        after.unmoved.remove(square);
    }
    if rule.until[color.index()].is_some_and(|last| before.fullmove_number >= last) {
        let left = std::mem::take(pocket);
        if rule.expired == PocketFate::Hand {
            for (role, count) in left.iter() {
                (0..count).for_each(|_| after.hands[color.index()].add(role));
            }
        }
    }
}
