//! Changing places with another piece.

use smallvec::SmallVec;

use crate::definition::Action;
use crate::geometry::{Bearing, Square};
use crate::rules::Rulebook;
use crate::state::{Cell, Move, Piece, Setup};

/// The pieces with which a piece changes places.
pub(super) struct Partners<F, G> {
    /// Only those on the squares around it.
    pub(super) near: bool,
    /// Whether this one is meant.
    pub(super) meant: F,
    /// Whether it may leap over and capture this one on its way.
    pub(super) leaps: G,
}

/// The moves that change places with the first piece on each line.
pub(super) fn swaps(
    book: &Rulebook,
    setup: &Setup,
    from: Square,
    piece: Piece,
    partners: &Partners<impl Fn(Piece) -> bool, impl Fn(Piece) -> bool>,
    moves: &mut Vec<Move>,
) {
    for way in Bearing::ALL {
        let mut taken: SmallVec<[Square; 2]> = SmallVec::new();
        let mut at = from;
        while let Some(next) = book.compass.next(at, way) {
            match setup.board.get(next) {
                Cell::Empty if partners.near || book.shape.vanishing().contains(next) => break,
                Cell::Empty => at = next,
                Cell::Wall => break,
                Cell::Piece(other) => {
                    if (partners.meant)(other) {
                        let mut one = Move::walk(piece, from, next);
                        one.captures.clone_from(&taken);
                        one.captures.sort_unstable();
                        one.shifts.push((next, from));
                        moves.push(one);
                    }
                    let behind = book.compass.next(next, way);
                    let free = behind.is_some_and(|behind| {
                        setup.board.get(behind) == Cell::Empty
                            && !book.shape.vanishing().contains(behind)
                    });
                    if !free || !(partners.leaps)(other) {
                        break;
                    }
                    taken.push(next);
                    at = next;
                }
            }
        }
    }
}

/// Whether a piece changes places with others of its own accord.
pub(super) fn is_swapper(book: &Rulebook, piece: Piece) -> bool {
    let actions = &book.role(piece.role).powers.actions;
    actions
        .iter()
        .any(|action| matches!(action, Action::Swap { .. }))
}
