//! Moves of the variants with hooks: actions beside walks, victims beside targets, freezes.
//!
//! Everything here ends in plain [`Move`]s, so that one place makes them and one judges them.

mod duty;
mod exchange;
mod leap;
mod replace;
mod run;
mod series;

use crate::definition::{Action, CaptureMethod, Hooks};
use crate::geometry::Square;
use crate::rules::Rulebook;
use crate::rules::hooks::{is_frozen, notice_bare, victims};
use crate::state::{Color, Move, MoveKind, Piece, Setup};

use super::generate::{unite, walk_attacks, walks};
use super::legality::in_check;

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
            Action::JumpSeries(rules) => {
                for one in series::series(book, setup, from, piece, rules) {
                    one.add(book, setup, (from, piece), moves);
                }
            }
            Action::Run(rule) => run::runs(book, setup, from, piece, rule, moves),
        }
    }
    let methods = &book.role(piece.role).powers.captures;
    let spared: Vec<Move> = if hooks.optional_midpoint && methods[..] == [CaptureMethod::Midpoint] {
        moves[first..].to_vec()
    } else {
        Vec::new()
    };
    add_victims(book, setup, &mut moves[first..]);
    moves.extend(spared);
    unite(moves, first);
}

/// The moves of the piece on `from` that its move texts say, with all their victims.
pub(super) fn steps(
    book: &Rulebook,
    setup: &Setup,
    from: Square,
    piece: Piece,
    moves: &mut Vec<Move>,
) {
    let first = moves.len();
    walks(book, setup, from, piece, moves);
    add_victims(book, setup, &mut moves[first..]);
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
    let freezing = book.roles.iter().any(|role| role.powers.freezes.is_some());
    setup.board.pieces().any(|(from, piece)| {
        if piece.color != by || !counts(from, piece) {
            return false;
        }
        let powers = &book.role(piece.role).powers;
        if powers.captures.is_empty() && !freezing {
            return walk_attacks(book, setup, target, from, piece)
                || powers.actions.iter().any(|action| match action {
                    Action::LongLeap { single } => {
                        moves.clear();
                        leap::long_leaps(book, setup, from, piece, *single, &mut moves);
                        moves.iter().any(|one| one.captures.contains(&target))
                    }
                    Action::JumpSeries(rules) => {
                        series::captures(book, setup, from, piece, rules, target)
                    }
                    Action::Run(_) => false,
                });
        }
        moves.clear();
        piece_moves(book, hooks, setup, from, piece, &mut moves);
        moves.iter().any(|one| one.captures.contains(&target))
    })
}

/// The moves that the game's filters leave of the safe ones.
pub(super) fn permitted(
    book: &Rulebook,
    hooks: &Hooks,
    setup: &Setup,
    mut moves: Vec<Move>,
) -> Vec<Move> {
    if let Some(rules) = hooks.points
        && !rules.in_check
        && in_check(book, setup)
    {
        moves.retain(|one| {
            !book.role(one.piece.role).royal
                || book.shape.is_point(one.from) == book.shape.is_point(one.to)
        });
    }
    if let Some(duty) = hooks.capture_duty {
        moves = duty::dutiful(book, hooks, duty, setup, moves);
    }
    moves
}

/// Adds the moves that belong to no single piece, and those that bring a second piece along.
pub(super) fn side_moves(book: &Rulebook, hooks: &Hooks, setup: &Setup, moves: &mut Vec<Move>) {
    if let Some(rule) = hooks.replacement {
        replace::replacements(book, rule, setup, moves);
    }
    if let Some(rule) = &hooks.double_drop {
        exchange::drops(book, rule, setup, moves);
    }
}

/// What a move changes beside the board.
pub(super) fn remember(
    book: &Rulebook,
    hooks: &Hooks,
    before: &Setup,
    one: &Move,
    after: &mut Setup,
) {
    if hooks.double_drop.is_some() {
        exchange::settle(book, before, one, after);
    }
    notice_bare(book, hooks, after);
}
