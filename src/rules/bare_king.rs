//! Sides that have nothing but their royal pieces.

use crate::definition::{BareKing, Reason, RulesDef, Verdict};
use crate::rules::Rulebook;
use crate::state::{Color, Setup};

/// Whether a side has a royal piece and nothing else on the board, nor beside it where that counts.
fn is_bare(book: &Rulebook, setup: &Setup, color: Color) -> bool {
    let is_held = || (book.stocks(setup)).any(|(_, stock)| !stock.of_side(color).is_empty());
    if book.hooks().is_some_and(|hooks| hooks.hands_cover)
        && (!setup.hands[color.index()].is_empty() || is_held())
    {
        return false;
    }
    let mut pieces = setup.board.pieces_of(color).peekable();
    pieces.peek().is_some() && pieces.all(|(_, piece)| book.role(piece.role).king)
}

/// Remembers who is bare after a move, if that is for the first time and matters later.
pub(crate) fn notice_bare(book: &Rulebook, hooks: &RulesDef, after: &mut Setup) {
    let at_once = matches!(hooks.bare_king, None | Some(BareKing::Immediate));
    if at_once || after.special.bare.is_some() {
        return;
    }
    let (moved, next) = (after.turn.opponent(), after.turn);
    if is_bare(book, after, next) && !is_bare(book, after, moved) {
        after.special.bare = Some(next);
    }
}

/// The result for the side to move where a bare king ends the game unclaimed.
#[inline]
pub(super) fn lost(book: &Rulebook, hooks: &RulesDef, setup: &Setup) -> Option<(Verdict, Reason)> {
    match hooks.bare_king? {
        BareKing::Claim => None,
        BareKing::Immediate => {
            let us = setup.turn;
            (is_bare(book, setup, us) && !is_bare(book, setup, us.opponent()))
                .then_some((Verdict::Loss, Reason::BareKing))
        }
        BareKing::Pending => {
            // The bared side has one move, which may bare the other.
            let bare = setup.special.bare?;
            if bare == setup.turn {
                return None;
            }
            claim(book, setup)
        }
    }
}

/// The result for the side to move if a bare king is claimed now.
pub(crate) fn claim(book: &Rulebook, setup: &Setup) -> Option<(Verdict, Reason)> {
    let bare = setup.special.bare?;
    let verdict = match (is_bare(book, setup, bare.opponent()), bare == setup.turn) {
        (true, _) => Verdict::Draw,
        (false, true) => Verdict::Loss,
        (false, false) => Verdict::Win,
    };
    Some((verdict, Reason::BareKing))
}

/// Whether the game is drawn because neither side has more than its royal pieces.
pub(crate) fn both_bare(book: &Rulebook, setup: &Setup) -> bool {
    book.hooks().is_some_and(|hooks| hooks.both_bare_draws)
        && setup
            .board
            .pieces()
            .all(|(_, piece)| book.role(piece.role).king)
}
