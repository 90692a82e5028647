//! Legal moves by making each pseudo-legal move and looking whether a royal piece is left attacked.
//!
//! This is the slow judge of every faster way.

use smallvec::SmallVec;

use super::danger::Danger;
use super::generate::{attacked, pseudo_legal};
use super::{hooks, special};
use crate::definition::{CaptureFate, RoyalGuard};
use crate::geometry::Square;
use crate::rules::Rulebook;
use crate::rules::hooks::{both_bare, fills_palace, over};
use crate::rules::special::count;
use crate::state::{Color, Move, MoveKind, Piece, Setup};

/// All legal moves.
pub(crate) fn legal_moves(book: &Rulebook, setup: &Setup) -> Vec<Move> {
    if let Some(hooks) = book.hooks()
        && over(book, hooks, setup).is_some()
    {
        return Vec::new();
    }
    if both_bare(book, setup) {
        return Vec::new();
    }
    let moves = if let Some(rules) = book.special() {
        special::legal_moves(book, rules, setup)
    } else {
        let mut moves = pseudo_legal(book, setup);
        if book.check {
            let danger = Danger::of(book, setup);
            let is_safe = |one: &Move| match &danger {
                Some(danger) => danger.permits(one),
                None => is_safe(book, setup, one),
            };
            moves.retain(|one| is_safe(one) || wins_at_once(book, setup, one));
        }
        moves
    };
    match book.hooks() {
        None => moves,
        Some(hooks) => hooks::permitted(book, hooks, setup, moves),
    }
}

/// Whether a pseudo-legal move of a position in this danger is legal.
pub(super) fn is_legal(book: &Rulebook, setup: &Setup, danger: &Danger<'_>, one: &Move) -> bool {
    (danger.permits(one) || wins_at_once(book, setup, one)) && !hooks::crowds(book, setup, one)
}

/// Whether the move ends the game with a victory that comes before any check.
fn wins_at_once(book: &Rulebook, setup: &Setup, one: &Move) -> bool {
    book.hooks()
        .is_some_and(|hooks| fills_palace(hooks, setup, one))
}

/// Whether the mover's royal pieces are safe after the move, and on the way if it castles.
pub(super) fn is_safe(book: &Rulebook, setup: &Setup, one: &Move) -> bool {
    let us = one.piece.color;
    if one.kind == MoveKind::Castle
        && book.role(one.piece.role).royal
        && !passes_safely(book, setup, one)
    {
        return false;
    }
    let after = played(book, setup, one);
    are_guarded(book, &after, us)
        && one.captures.iter().chain(&one.converts).all(|square| {
            setup
                .board
                .piece(*square)
                .is_none_or(|piece| piece.color != us || !book.role(piece.role).royal)
        })
}

/// Clause `castle.4`: a royal piece castles neither out of check nor across an attacked square.
/// The squares on the way are judged as if it stood there and everything else were unchanged.
fn passes_safely(book: &Rulebook, setup: &Setup, one: &Move) -> bool {
    let them = one.piece.color.opponent();
    if attacked(book, setup, one.from, them) {
        return false;
    }
    let (low, high) = (one.from.min(one.to), one.from.max(one.to));
    let mut on_the_way = setup.clone();
    on_the_way.board.lift(one.from);
    if book.hooks().is_some() {
        hooks::pass_by(book, one.piece, &mut on_the_way);
    }
    (low.index() + 1..high.index())
        .map(|index| Square::new(index as u16))
        .filter(|square| book.shape.exists(*square))
        .all(|square| {
            let stood = on_the_way.board.lift(square);
            on_the_way.board.put(square, one.piece);
            let safe = !attacked(book, &on_the_way, square, them);
            on_the_way.board.lift(square);
            if let Some(piece) = stood {
                on_the_way.board.put(square, piece);
            }
            safe
        })
}

/// The setup after a move.
pub(crate) fn played(book: &Rulebook, setup: &Setup, one: &Move) -> Setup {
    let mut after = match book.special() {
        Some(rules) => special::played(book, rules, setup, one),
        None => plainly_played(book, setup, one),
    };
    if let Some(hooks) = book.hooks() {
        hooks::remember(book, hooks, setup, one, &mut after);
    }
    after
}

fn plainly_played(book: &Rulebook, setup: &Setup, one: &Move) -> Setup {
    let mut after = setup.clone();
    let keep = |piece: Piece| match book.def.rules.captured {
        CaptureFate::Gone => None,
        CaptureFate::OwnersHand => Some(piece),
        // Nobody captures what a piece takes along when it ends itself.
        CaptureFate::CaptorsHand if one.is_own_end() => None,
        CaptureFate::CaptorsHand => Some(Piece {
            color: piece.color.opponent(),
            role: book.as_prisoner(piece.role),
        }),
    };
    after.apply(one, keep, is_irreversible(book, one));
    book.remember(&mut after, one);
    if let Some(rule) = book.course().and_then(|course| course.counting.as_ref()) {
        count(book, rule, setup, &mut after, one);
    }
    after
}

/// Clause `clock.1`: captures, promotions, and moves of pieces with initial moves that are not
/// royal (pawns, in short) restart the clock.
fn is_irreversible(book: &Rulebook, one: &Move) -> bool {
    let restarts = book.course().and_then(|course| course.restarts);
    let pawn = match restarts {
        None => book.is_pawnlike(one.piece.role),
        Some(sets) => {
            book.is_of(one.piece.role, sets[one.piece.color.index()])
                && (one.from == one.to || !book.could_return(one.piece, one.to, one.from))
        }
    };
    one.is_capture() || one.promotion.is_some() || pawn
}

/// Whether a royal piece of the side to move is attacked.
pub(crate) fn in_check(book: &Rulebook, setup: &Setup) -> bool {
    if let Some(rules) = book.special() {
        return special::in_check(book, rules, setup);
    }
    kings_attacked(book, setup, setup.turn)
}

/// Whether a royal piece of `color` is attacked.
pub(crate) fn kings_attacked(book: &Rulebook, setup: &Setup, color: Color) -> bool {
    book.check && !are_guarded(book, setup, color)
}

/// Whether a side's royal pieces are as safe as the rules demand.
fn are_guarded(book: &Rulebook, setup: &Setup, color: Color) -> bool {
    let royals: SmallVec<[Square; 4]> = book.royals(setup, color).collect();
    let allowed = match book.def.rules.guard {
        RoyalGuard::Every => 0,
        RoyalGuard::AllButOne => royals.len().min(2).saturating_sub(1),
        RoyalGuard::Last if royals.len() > 1 => royals.len(),
        RoyalGuard::Last => 0,
    };
    let attacked = royals
        .into_iter()
        .filter(|square| attacked(book, setup, *square, color.opponent()));
    attacked.take(allowed + 1).count() <= allowed
}
