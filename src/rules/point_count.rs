//! Counting the pieces on the board when the game ends by points.

use crate::definition::{PieceSet, PointCount, PointValue};
use crate::geometry::Square;
use crate::state::{Color, Piece, Setup};

/// The points of White and of Black.
pub(crate) fn points(rule: &PointCount, setup: &Setup) -> [u32; 2] {
    let mut points = [0; 2];
    for (square, piece) in setup.board.pieces() {
        let values = rule.values.get(piece.role).into_iter().flatten();
        let value = values
            .filter(|value| applies(value, setup, square, piece))
            .map(|value| u32::from(value.points))
            .next();
        points[piece.color.index()] += value.unwrap_or(0);
    }
    points
}

/// The side that is ahead by enough points, if one is.
pub(crate) fn ahead(rule: &PointCount, setup: &Setup) -> Option<Color> {
    let [white, black] = points(rule, setup);
    if white.abs_diff(black) < u32::from(rule.margin) {
        return None;
    }
    Some(if white > black {
        Color::White
    } else {
        Color::Black
    })
}

fn applies(value: &PointValue, setup: &Setup, square: Square, piece: Piece) -> bool {
    let there = value
        .zone
        .as_ref()
        .is_none_or(|zone| zone.contains(square, piece.color.perspective()));
    let them = piece.color.opponent();
    let outnumbered =
        |[more, than]: [PieceSet; 2]| count(setup, them, more) > count(setup, them, than);
    there && value.more.is_none_or(outnumbered)
}

/// How many pieces of a set a side has on the board.
fn count(setup: &Setup, color: Color, set: PieceSet) -> usize {
    let pieces = setup.board.pieces_of(color);
    pieces.filter(|(_, piece)| set.contains(piece.role)).count()
}
