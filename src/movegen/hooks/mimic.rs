//! Moves that borrow the actions of the opposing pieces they capture.

use crate::definition::{Action, CaptureMethod, Mimic, Powers};
use crate::geometry::Square;
use crate::rules::Rulebook;
use crate::state::{Move, Piece, Setup};

use super::burst::booms;
use super::leap::{self, leaps_singly, long_leaps};
use super::swap::{Partners, is_swapper, swaps};

/// What the piece mimics, if it does.
pub(super) fn mimic(powers: &Powers) -> Option<Mimic> {
    powers.captures.iter().find_map(|method| match method {
        CaptureMethod::Mimic(mimic) => Some(*mimic),
        _ => None,
    })
}

/// Leaps over leapers, and changing places with swappers.
pub(super) fn borrowed(
    book: &Rulebook,
    setup: &Setup,
    from: Square,
    piece: Piece,
    mimic: Mimic,
    moves: &mut Vec<Move>,
) {
    let is_enemy = |other: Piece| other.color != piece.color;
    for single in [false, true] {
        let leap = leap::borrowed(book, single);
        long_leaps(book, setup, from, piece, &leap, moves);
    }
    if mimic.swaps {
        let partners = Partners {
            near: false,
            meant: |other: Piece| is_enemy(other) && is_swapper(book, other),
            leaps: |other: Piece| is_enemy(other) && leaps_singly(book, other) == Some(false),
        };
        swaps(book, setup, from, piece, &partners, moves);
    }
}

/// Leaving the board together with pieces that do so.
pub(super) fn borrowed_booms(
    book: &Rulebook,
    setup: &Setup,
    from: Square,
    piece: Piece,
    moves: &mut Vec<Move>,
) {
    let booming = |victim: Piece| {
        let actions = &book.role(victim.role).powers.actions;
        actions.contains(&Action::Boom)
    };
    booms(book, setup, from, piece, booming, moves);
}
