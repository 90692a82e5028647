//! The phase before the first move, in which pieces are placed from the hands.

use super::rulebook::Rulebook;
use crate::definition::{Placement, RulesDef};
use crate::geometry::SquareSet;
use crate::state::{Color, Hand, Move, MoveKind, Piece, Setup};

/// Adds all ways to place a piece; whether pieces are being placed at all.
pub(crate) fn place(
    book: &Rulebook,
    hooks: &RulesDef,
    setup: &Setup,
    moves: &mut Vec<Move>,
) -> bool {
    let Some(rule) = placing(hooks, setup) else {
        return false;
    };
    let us = setup.turn;
    let hand = &setup.hands[us.index()];
    let owes_king = rule.common && hand.iter().any(|(role, _)| book.role(role).king);
    for square in &places(rule, setup, us) {
        for (role, _) in hand.iter() {
            if owes_king && !book.role(role).king {
                continue;
            }
            let piece = Piece { color: us, role };
            moves.push(Move {
                kind: MoveKind::Drop,
                ..Move::walk(piece, square, square)
            });
        }
    }
    true
}

/// The rule of placing, while pieces are being placed.
pub(crate) fn placing<'a>(hooks: &'a RulesDef, setup: &Setup) -> Option<&'a Placement> {
    let waiting = || setup.hands.iter().any(|hand| !hand.is_empty());
    hooks.placement.as_ref().filter(|_| waiting())
}

/// The empty squares on which a side may place.
fn places(placement: &Placement, setup: &Setup, color: Color) -> SquareSet {
    let zone = placement.zone.of(color.perspective());
    let free = zone
        .iter()
        .filter(|square| setup.board.piece(*square).is_none());
    free.collect()
}

/// What the placing of a piece changes beside the board: whose turn is next, and what is left.
pub(crate) fn after_placing(book: &Rulebook, rule: &Placement, one: &Move, after: &mut Setup) {
    let us = one.piece.color;
    if rule.common && !book.role(one.piece.role).king {
        after.hands[us.opponent().index()].take(one.piece.role);
    }
    let at_start = book
        .start_setup()
        .map_or(0, |start| start.board.pieces().count());
    let placed = after.board.pieces().count().saturating_sub(at_start);
    let full = Color::ALL
        .iter()
        .all(|color| places(rule, after, *color).is_empty());
    if full || after.hands.iter().all(Hand::is_empty) {
        after.hands = Default::default();
        after.turn = Color::White;
    } else {
        after.turn = whose_turn(&rule.turns, placed);
    }
    // Moves are counted from the first one.
    after.halfmove_clock = 0;
    after.fullmove_number = 1;
}

/// Whose turn it is after so many pieces were placed.
fn whose_turn(turns: &[u8], placed: usize) -> Color {
    let mut turn = 0;
    let mut sum = 0;
    loop {
        let size = turns.get(turn).or(turns.last()).copied().unwrap_or(1);
        sum += usize::from(size.max(1));
        if sum > placed {
            return Color::ALL[turn % 2];
        }
        turn += 1;
    }
}
