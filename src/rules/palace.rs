//! Ends of the game and limits of moves that depend on squares: palaces, bare kings, lost kings,
//! and the placing of pieces.

use crate::definition::{Palace, Placement, Reason, RoyalRule, RulesDef, Verdict};
use crate::geometry::{Square, SquareSet};
use crate::rules::Rulebook;
use crate::state::{Color, Hand, Move, Setup};

use super::bare_king;

/// How the game has ended by a hook, for the side to move.
pub(crate) fn ended_at_home(
    book: &Rulebook,
    hooks: &RulesDef,
    setup: &Setup,
) -> Option<(Verdict, Reason)> {
    if placing(hooks, setup).is_some() {
        return None;
    }
    let us = setup.turn;
    if let Some(palace) = &hooks.palace {
        for (color, verdict) in [(us.opponent(), Verdict::Loss), (us, Verdict::Win)] {
            if fills(palace, setup, color) {
                return Some((verdict, Reason::Goal));
            }
        }
    }
    if book.def.rules.royal == RoyalRule::Capture {
        let lost = |color| book.kings_on(&setup.board, color) < book.kings_at_start(color);
        if lost(us) {
            return Some((Verdict::Loss, Reason::KingCaptured));
        }
        if lost(us.opponent()) {
            return Some((Verdict::Win, Reason::KingCaptured));
        }
    }
    bare_king::lost(book, hooks, setup)
}

/// Whether a side fills the palace of the other.
fn fills(palace: &Palace, setup: &Setup, color: Color) -> bool {
    let goal = palace.zone.of(color.opponent().perspective());
    let stands = |square: Square| {
        let piece = setup.board.piece(square);
        piece.is_some_and(|piece| piece.color == color)
    };
    !goal.is_empty() && goal.iter().all(stands)
}

/// Whether a move fills the palace of the other side.
pub(crate) fn fills_palace(hooks: &RulesDef, setup: &Setup, one: &Move) -> bool {
    hooks.palace.as_ref().is_some_and(|palace| {
        let goal = palace.zone.of(one.piece.color.opponent().perspective());
        goal.contains(one.to) && one.mover_stays() && {
            goal.iter().all(|square| {
                let piece = setup.board.piece(square);
                square == one.to
                    || square != one.from
                        && piece.is_some_and(|piece| piece.color == one.piece.color)
            })
        }
    })
}

/// Whether a move would crowd the palace of its own side, and captures no royal piece.
pub(crate) fn crowds_palace(book: &Rulebook, palace: &Palace, setup: &Setup, one: &Move) -> bool {
    let home = palace.zone.of(one.piece.color.perspective());
    if !home.contains(one.to) || !one.mover_stays() {
        return false;
    }
    let stands = |square: &Square| {
        let piece = setup.board.piece(*square);
        *square != one.from
            && *square != one.to
            && piece.is_some_and(|piece| piece.color == one.piece.color)
    };
    let takes_king = |square: &Square| {
        let victim = setup.board.piece(*square);
        victim.is_some_and(|victim| book.role(victim.role).king)
    };
    1 + home.iter().filter(stands).count() > usize::from(palace.limit)
        && !one.captures.iter().any(takes_king)
}

/// The rule of placing, while pieces are being placed.
pub(crate) fn placing<'a>(hooks: &'a RulesDef, setup: &Setup) -> Option<&'a Placement> {
    let waiting = || setup.hands.iter().any(|hand| !hand.is_empty());
    hooks.placement.as_ref().filter(|_| waiting())
}

/// The empty squares on which a side may place.
pub(crate) fn places(placement: &Placement, setup: &Setup, color: Color) -> SquareSet {
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
