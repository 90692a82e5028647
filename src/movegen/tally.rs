//! Counting legal moves without making a list, for leaves of a tree.
//!
//! Most pieces of most games go somewhere and capture what stands there, and a [`Danger`] says that
//! nothing is exposed by it: such moves are counted by their targets. The moves of the other pieces
//! are listed and tried, and positions in which something else decides are left to the list of all.

use std::ops::ControlFlow;

use super::danger::Danger;
use super::generate::piece_moves;
use super::hooks::{counts_by_pieces, is_involved, replaced, side_moves};
use super::legality::{is_safe, legal_moves};
use super::ways::Seeker;
use crate::compile::Found;
use crate::geometry::{Square, SquareSet};
use crate::rules::{Rulebook, placements};
use crate::state::{Color, Piece, Setup};

/// The number of legal moves.
pub(crate) fn count_legal(book: &Rulebook, setup: &Setup) -> u64 {
    tally(book, setup).unwrap_or_else(|| legal_moves(book, setup).len() as u64)
}

/// The number of legal moves, if they can be counted piece by piece.
fn tally(book: &Rulebook, setup: &Setup) -> Option<u64> {
    let is_plain = book.knows_paths() && book.check && book.special().is_none();
    if !is_plain || book.has_relays() || !counts_by_pieces(book, setup) {
        return None;
    }
    let danger = Danger::of(book, setup)?;
    let mut others = Vec::new();
    placements(book, setup, &mut others);
    if !others.is_empty() {
        return None;
    }
    let them = setup.turn.opponent();
    // A victim beside the target may have stood between the royal piece and another one.
    let beside = danger.squares().any(|square| is_of(setup, square, them));
    let mut count = 0;
    for (from, piece) in setup.board.pieces_of(setup.turn) {
        let simple = targets(book, setup, &danger, from, piece, beside);
        // Other pieces that may come to the square it leaves make a move each.
        let partners = simple.and_then(|number| {
            replaced(book, setup, from, piece, |square| danger.contains(square))
                .map(|partners| number * (1 + partners))
        });
        count += if let Some(number) = partners {
            number
        } else {
            others.clear();
            piece_moves(book, setup, from, piece, &mut others);
            // Of these only replacements are left where pieces count on their own.
            if let Some(hooks) = book.hooks() {
                side_moves(book, hooks, setup, &mut others);
            }
            let legal = |one: &&_| danger.spares(book, setup, one) || is_safe(book, setup, one);
            others.iter().filter(legal).count() as u64
        };
    }
    Some(count)
}

fn is_of(setup: &Setup, square: Square, color: Color) -> bool {
    let piece = setup.board.piece(square);
    piece.is_some_and(|piece| piece.color == color)
}

/// The number of moves of a piece that just go somewhere and expose nothing; `None` if it has others.
fn targets(
    book: &Rulebook,
    setup: &Setup,
    danger: &Danger,
    from: Square,
    piece: Piece,
    beside: bool,
) -> Option<u64> {
    let role = book.role(piece.role);
    let involved = role.royal
        || role.castles
        || danger.contains(from)
        || book.hooks().is_some() && is_involved(book, setup, from, piece)
        || beside && !role.powers.captures.is_empty();
    if involved {
        return None;
    }
    let owner = piece.color.perspective();
    let ends = |to: Square| {
        let choices = role
            .promotion
            .iter()
            .flat_map(|promotion| &promotion.choices);
        choices
            .into_iter()
            .any(|choice| choice.zone.contains(to, owner))
    };
    let mut targets = SquareSet::new();
    let mut count = 0;
    let flow = Seeker {
        book,
        setup,
        from,
        piece,
        by: &role.moves,
        toward: None,
        visit: |found: &Found<'_>| {
            let simple = found.mover == from
                && found.to != from
                && found.taken.is_empty()
                && found.en_passant.is_empty()
                && found.unload.is_none()
                && !danger.contains(found.to)
                && !found.marks.iter().any(|square| danger.contains(*square))
                && !ends(found.to);
            let new = targets.insert(found.to);
            // Moves to one square may differ in what they leave behind.
            if !simple || !new && !found.marks.is_empty() {
                return ControlFlow::Break(());
            }
            count += u64::from(new);
            ControlFlow::Continue(())
        },
    }
    .seek();
    flow.is_continue().then_some(count)
}
