//! First leaps: leaps of unmoved pieces.

use crate::definition::FirstLeaps;
use crate::geometry::Square;
use crate::rules::data::CompiledRules;
use crate::rules::pieces::{of_kind, shifted};
use crate::state::{Color, Move, Piece, Setup};

/// Generates the leaps of unmoved pieces.
pub(crate) fn first_leaps(
    rules: &CompiledRules,
    leaps: FirstLeaps,
    setup: &Setup,
    in_check: bool,
    moves: &mut Vec<Move>,
) {
    let us = setup.turn;
    let ahead = if us == Color::White { 1 } else { -1 };
    let mut add = |from: Square, piece: Piece, by: (i16, i16)| {
        if let Some(to) = shifted(&rules.shape, from, by)
            && rules.is_free(setup, to)
        {
            moves.push(Move::walk(piece, from, to));
        }
    };
    for (square, piece) in setup.board.pieces() {
        if piece.color != us || !setup.special.gates.contains(square) {
            continue;
        }
        let kind = rules.kind(piece.role);
        if kind == leaps.king && kind.is_some() && !in_check {
            add(square, piece, (2, ahead));
            add(square, piece, (-2, ahead));
        }
        if kind == leaps.counsellor && kind.is_some() {
            add(square, piece, (0, 2 * ahead));
        }
    }
}

/// Removes the leap of an unmoved king after a rook has moved to its file or rank.
pub(crate) fn aim_at_king(rules: &CompiledRules, after: &mut Setup, mv: &Move) {
    let leaps = rules.gating().and_then(|gating| gating.leaps);
    let Some(leaps) = leaps else { return };
    if leaps.rook.is_none() || rules.kind(mv.piece.role) != leaps.rook {
        return;
    }
    let Some(king) = leaps.king else { return };
    let king = of_kind(rules, after, mv.piece.color.opponent(), king)
        .next()
        .map(|(square, _)| square);
    if let Some(king) = king
        // Pieces in between are ignored, as in Fairy-Stockfish.
        && (rules.shape.file_of(king) == rules.shape.file_of(mv.to)
            || rules.shape.rank_of(king) == rules.shape.rank_of(mv.to))
    {
        after.special.gates.remove(king);
    }
}
