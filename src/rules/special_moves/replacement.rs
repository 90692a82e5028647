//! Replacement moves: an unmoved piece moves to the square that another leaves with its first move.

use smallvec::SmallVec;

use crate::geometry::Square;
use crate::rules::data::{CompiledRules, Replacement};
use crate::state::{Move, MoveKind, Piece, Setup};

/// Adds the moves of a side with replacement, which are illegal in check.
pub(crate) fn replacements(
    rule: &Replacement,
    setup: &Setup,
    in_check: impl FnOnce() -> bool,
    moves: &mut Vec<Move>,
) {
    let us = setup.turn;
    let unmoved: Vec<(Square, Piece)> = setup
        .board
        .pieces_of(us)
        .filter(|(square, _)| setup.unmoved.contains(*square))
        .collect();
    let with = |piece: Piece| rule.takes_part(piece);
    if !unmoved.iter().any(|(_, piece)| with(*piece)) || in_check() {
        return;
    }
    for index in 0..moves.len() {
        for left in places_left(rule, setup, &moves[index]) {
            for (square, piece) in &unmoved {
                let mv = &moves[index];
                let goes = *square == mv.from || mv.shifts.iter().any(|(from, _)| from == square);
                if !goes && (with(*piece) || with(mv.piece)) {
                    let mut act = mv.clone();
                    act.shifts.push((*square, left));
                    moves.push(act);
                }
            }
        }
    }
}

/// The squares that a move leaves for a replacement.
fn places_left(rule: &Replacement, setup: &Setup, mv: &Move) -> SmallVec<[Square; 2]> {
    if !setup.unmoved.contains(mv.from) {
        return SmallVec::new();
    }
    match (mv.kind, mv.shifts.as_slice()) {
        (MoveKind::Normal, []) if mv.from != mv.to && mv.mover_stays() => {
            SmallVec::from_slice(&[mv.from])
        }
        (MoveKind::Castle, [(partner, partner_to)]) if rule.castling => {
            let is_left = |square: &Square| *square != mv.to && square != partner_to;
            [mv.from, *partner].into_iter().filter(is_left).collect()
        }
        _ => SmallVec::new(),
    }
}

/// The number of pieces that could replace the piece on `from` with each of its moves; `None` if it
/// differs between moves. `exposes` is whether a change of contents of a square could expose a
/// royal piece. The side to move is not in check.
#[inline]
pub(crate) fn replaced(
    rules: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    exposes: impl Fn(Square) -> bool,
) -> Option<u64> {
    let rule = rules.replacement();
    let Some(rule) = rule.filter(|_| setup.unmoved.contains(from)) else {
        return Some(0);
    };
    let with = |piece: Piece| rule.takes_part(piece);
    let mut partners = 0;
    for square in setup.unmoved.common(setup.board.squares_of(piece.color)) {
        let Some(partner) = setup.board.piece(square) else {
            continue;
        };
        if square == from || !with(partner) && !with(piece) {
            continue;
        }
        if rules.role(partner.role).royal || exposes(square) {
            return None;
        }
        partners += 1;
    }
    Some(partners)
}
