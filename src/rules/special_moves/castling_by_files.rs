//! Castling by files: king and partner move to fixed files of a rank, from any files.

use crate::definition::CastlingRules;
use crate::geometry::{BoardShape, FewOf, Square};
use crate::rules::data::CompiledRules;
use crate::state::{CastleRight, Color, Move, MoveKind, Setup};

/// The rank of a castling rule on the board for a color.
pub(crate) fn castling_rank(castling: &CastlingRules, shape: &BoardShape, color: Color) -> u8 {
    let rank = castling.rank.min(shape.ranks() - 1);
    if color == Color::White {
        rank
    } else {
        shape.ranks() - 1 - rank
    }
}

/// The targets of king and partner.
pub(crate) fn landing(
    castling: &CastlingRules,
    shape: &BoardShape,
    color: Color,
    right: bool,
) -> Option<(Square, Square)> {
    let rank = castling_rank(castling, shape, color);
    let (king, partner) = if right {
        (castling.right_file, castling.right_file.checked_sub(1)?)
    } else {
        (castling.left_file, castling.left_file.checked_add(1)?)
    };
    Some((shape.at(king, rank)?, shape.at(partner, rank)?))
}

/// Generates the unobstructed castlings of the side to move.
pub(crate) fn castlings(
    rules: &CompiledRules,
    castling: &CastlingRules,
    setup: &Setup,
    moves: &mut Vec<Move>,
) {
    let us = setup.turn;
    let has_king = rules.royals(setup, us).next().is_some();
    for right in setup
        .special
        .castles
        .iter()
        .filter(|castle| castle.color == us)
    {
        let Some(piece) = setup.board.piece(right.king) else {
            continue;
        };
        if has_king != rules.role(piece.role).royal {
            continue;
        }
        let Some((to, partner_to)) = landing(castling, &rules.shape, us, right.right) else {
            continue;
        };
        if !is_clear(rules, setup, *right, to, partner_to) {
            continue;
        }
        moves.push(Move {
            kind: MoveKind::Castle,
            shifts: FewOf::from_iter([(right.partner, partner_to)]),
            ..Move::walk(piece, right.king, to)
        });
    }
}

/// Whether the squares that king and partner pass or land on exist and are empty, except for themselves.
fn is_clear(
    rules: &CompiledRules,
    setup: &Setup,
    right: CastleRight,
    to: Square,
    partner_to: Square,
) -> bool {
    let free = |from: Square, to: Square| {
        let (low, high) = (from.index().min(to.index()), from.index().max(to.index()));
        (low..=high)
            .map(|index| Square::new(index as u16))
            .all(|square| {
                square == right.king
                    || square == right.partner
                    || rules.shape.exists(square) && rules.is_free(setup, square)
            })
    };
    free(right.king, to) && free(right.partner, partner_to)
}
