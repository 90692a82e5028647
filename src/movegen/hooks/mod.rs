//! Moves of the variants with hooks: actions beside walks, victims beside targets, freezes.
//!
//! Everything here ends in plain [`Move`]s, so that one place makes them and one judges them.

mod leap;
mod pocket;

use crate::definition::{Action, Hooks};
use crate::geometry::Square;
use crate::rules::hooks::{acting_role, empty_pocket, is_frozen, note_move, note_mover, victims};
use crate::rules::{RoleMove, Rulebook};
use crate::state::{Color, Move, MoveKind, Piece, Setup};

use super::generate::{unite, walks, walks_by, walks_hit};

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
    let acting = acting_role(book, setup, piece);
    if acting != piece.role {
        walks_by(book, setup, from, piece, book.imitable(acting), moves);
    }
    for action in &book.role(acting).powers.actions {
        match action {
            Action::LongLeap { single } => {
                leap::long_leaps(book, setup, from, piece, *single, moves);
            }
            Action::Imitate => {}
        }
    }
    add_victims(book, setup, &mut moves[first..]);
    if let Some(rule) = &hooks.pocket {
        pocket::with_gates(rule, setup, first, moves);
    }
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
        let acting = acting_role(book, setup, piece);
        let walks_only = |role| {
            let powers = &book.role(role).powers;
            powers.captures.is_empty()
                && powers
                    .actions
                    .iter()
                    .all(|action| *action == Action::Imitate)
        };
        // A walk attacks even where it could not end because its mover would have to promote.
        if walks_only(acting) && walks_only(piece.role) {
            let hits = |by: &[RoleMove]| walks_hit(book, setup, from, piece, by, target);
            let hit = book.may_reach(piece, from, target) && hits(&book.role(piece.role).moves)
                || acting != piece.role && hits(book.imitable(acting));
            return hit && !is_frozen(book, setup, from, piece);
        }
        moves.clear();
        piece_moves(book, hooks, setup, from, piece, &mut moves);
        moves.iter().any(|one| one.captures.contains(&target))
    })
}

/// What a move changes beside the board.
pub(super) fn remember(
    book: &Rulebook,
    hooks: &Hooks,
    before: &Setup,
    one: &Move,
    after: &mut Setup,
) {
    note_move(book, one, after);
    if let Some(rule) = &hooks.pocket {
        empty_pocket(rule, before, one, after);
    }
}

/// What the opponent's pieces see while a castling king is on its way: a king that has moved.
pub(super) fn pass_by(book: &Rulebook, king: Piece, setup: &mut Setup) {
    if book.has_followers() {
        note_mover(book, setup, king);
    }
}
