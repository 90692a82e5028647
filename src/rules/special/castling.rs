//! Castling by files: king and partner go to fixed files of a rank, whatever files they come from.

use crate::definition::CastlingRules;
use crate::geometry::{BoardShape, Square};
use crate::rules::Rulebook;
use crate::state::{CastleRight, Cell, Color, Move, MoveKind, Setup};

/// The rank of a castling rule as the board counts.
pub(super) fn castling_rank(rules: &CastlingRules, shape: &BoardShape, color: Color) -> u8 {
    let rank = rules.rank.min(shape.ranks() - 1);
    if color == Color::White {
        rank
    } else {
        shape.ranks() - 1 - rank
    }
}

/// Where king and partner land.
pub(crate) fn landing(
    rules: &CastlingRules,
    shape: &BoardShape,
    color: Color,
    right: bool,
) -> Option<(Square, Square)> {
    let rank = castling_rank(rules, shape, color);
    let (king, partner) = if right {
        (rules.right_file, rules.right_file.checked_sub(1)?)
    } else {
        (rules.left_file, rules.left_file + 1)
    };
    Some((shape.at(king, rank)?, shape.at(partner, rank)?))
}

/// The castlings of the side to move that nothing stands in the way of.
pub(crate) fn castlings(
    book: &Rulebook,
    rules: &CastlingRules,
    setup: &Setup,
    moves: &mut Vec<Move>,
) {
    let us = setup.turn;
    let has_king = book.royals(setup, us).next().is_some();
    for right in setup.special.castles.iter().filter(|one| one.color == us) {
        let Some(piece) = setup.board.piece(right.king) else {
            continue;
        };
        if has_king != book.role(piece.role).royal {
            continue;
        }
        let Some((to, partner_to)) = landing(rules, &book.shape, us, right.right) else {
            continue;
        };
        if !is_clear(setup, *right, to, partner_to) {
            continue;
        }
        moves.push(Move {
            kind: MoveKind::Castle,
            shifts: smallvec::smallvec![(right.partner, partner_to)],
            ..Move::walk(piece, right.king, to)
        });
    }
}

/// Whether the squares both pass, and land on, hold nothing but themselves.
fn is_clear(setup: &Setup, right: CastleRight, to: Square, partner_to: Square) -> bool {
    let free = |from: Square, to: Square| {
        let (low, high) = (from.index().min(to.index()), from.index().max(to.index()));
        (low..=high)
            .map(|index| Square::new(index as u16))
            .all(|square| {
                square == right.king
                    || square == right.partner
                    || setup.board.get(square) == Cell::Empty
            })
    };
    free(right.king, to) && free(right.partner, partner_to)
}
