//! Moves of the variants with hooks: actions beside walks, victims beside targets, freezes.
//!
//! Everything here ends in plain [`Move`]s, so that one place makes them and one judges them.

mod leap;

use crate::definition::{Action, Hooks};
use crate::geometry::Square;
use crate::rules::Rulebook;
use crate::rules::hooks::{is_frozen, victims};
use crate::state::{Color, Move, MoveKind, Piece, Setup};

use super::generate::{unite, walks};

/// The pseudo-legal moves of the piece on `from`.
pub(super) fn piece_moves(
    book: &Rulebook,
    hooks: &Hooks,
    setup: &Setup,
    from: Square,
    piece: Piece,
    moves: &mut Vec<Move>,
) {
    let first = moves.len();
    if is_frozen(book, setup, from, piece) {
        if hooks.suicide && !book.role(piece.role).king {
            moves.push(vanish(piece, from));
        }
        return;
    }
    walks(book, setup, from, piece, moves);
    for action in &book.role(piece.role).powers.actions {
        match action {
            Action::LongLeap { single } => {
                leap::long_leaps(book, setup, from, piece, *single, moves);
            }
        }
    }
    add_victims(book, setup, &mut moves[first..]);
    unite(moves, first);
}

/// The move of a piece that leaves the board where it stands.
pub(super) fn vanish(piece: Piece, square: Square) -> Move {
    let mut one = Move::walk(piece, square, square);
    one.captures.push(square);
    one
}

/// Adds the victims that the mover's capture methods find.
fn add_victims(book: &Rulebook, setup: &Setup, moves: &mut [Move]) {
    for one in moves {
        if one.kind != MoveKind::Walk || one.from == one.to {
            continue;
        }
        for victim in victims(book, setup, one.piece, one.from, one.to) {
            if !one.captures.contains(&victim) {
                one.captures.push(victim);
            }
        }
        one.captures.sort_unstable();
    }
}

/// Whether one of the pieces of `by` that count could capture what stands on `target`.
pub(super) fn attacks(
    book: &Rulebook,
    hooks: &Hooks,
    setup: &Setup,
    target: Square,
    by: Color,
    counts: impl Fn(Square, Piece) -> bool,
) -> bool {
    let mut moves = Vec::new();
    setup.board.pieces().any(|(from, piece)| {
        if piece.color != by || !counts(from, piece) {
            return false;
        }
        moves.clear();
        piece_moves(book, hooks, setup, from, piece, &mut moves);
        moves.iter().any(|one| one.captures.contains(&target))
    })
}

/// What a move changes beside the board.
pub(super) fn remember(
    _book: &Rulebook,
    _hooks: &Hooks,
    _before: &Setup,
    _one: &Move,
    _after: &mut Setup,
) {
}
