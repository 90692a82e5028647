//! The phase before the first move, in which pieces are placed from the hands.

use super::rulebook::Rulebook;
use crate::definition::{Placement, RulesDef};
use crate::geometry::Square;
use crate::state::{Color, Hand, Move, MoveKind, Piece, Role, Setup};

/// The number of ways to place a piece, while pieces are being placed.
pub(crate) fn n_placings(book: &Rulebook, rules: &RulesDef, setup: &Setup) -> Option<u64> {
    let rule = placing(rules, setup)?;
    let kinds = placeable(book, rule, setup).count();
    Some((places(rule, setup, setup.turn).count() * kinds) as u64)
}

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
    for square in places(rule, setup, us) {
        for role in placeable(book, rule, setup) {
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
#[inline]
pub(crate) fn placing<'a>(hooks: &'a RulesDef, setup: &Setup) -> Option<&'a Placement> {
    let waiting = || setup.hands.iter().any(|hand| !hand.is_empty());
    hooks.placement.as_ref().filter(|_| waiting())
}

/// What the side to move may place: a king that both sides wait for comes first.
fn placeable<'a>(
    book: &'a Rulebook,
    rule: &Placement,
    setup: &'a Setup,
) -> impl Iterator<Item = Role> + 'a {
    let hand = &setup.hands[setup.turn.index()];
    let is_king = |role: Role| book.role(role).king;
    let owes_king = rule.common && hand.iter().any(|(role, _)| is_king(role));
    let roles = hand.iter().map(|(role, _)| role);
    roles.filter(move |role| !owes_king || is_king(*role))
}

/// The empty squares on which a side may place.
fn places<'a>(
    placement: &'a Placement,
    setup: &'a Setup,
    color: Color,
) -> impl Iterator<Item = Square> + 'a {
    let zone = placement.zone.of(color.perspective());
    let is_free = |square: &Square| setup.board.piece(*square).is_none();
    zone.iter().filter(is_free)
}

/// What the placing of a piece changes beside the board: whose turn is next, and what is left.
pub(crate) fn after_placing(book: &Rulebook, rule: &Placement, mv: &Move, after: &mut Setup) {
    let us = mv.piece.color;
    if rule.common && !book.role(mv.piece.role).king {
        after.hands[us.opponent().index()].take(mv.piece.role);
    }
    let at_start = book.start_setup().map_or(0, |start| start.board.n_pieces());
    let placed = after.board.n_pieces().saturating_sub(at_start);
    let full = Color::ALL
        .iter()
        .all(|color| places(rule, after, *color).next().is_none());
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
