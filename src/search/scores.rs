//! Scores inside a search: numbers for the side to move that fit into 16 bits.

use super::report::Score;

/// More than any score.
pub(super) const INFINITE: i32 = 32_000;

/// The side to move has won. A win in n half-moves is n less.
pub(super) const WON: i32 = 31_000;

/// From here on somebody has won by force.
pub(super) const FORCED: i32 = 30_000;

/// Somebody gets all of the difference between a draw and a win but a point.
const PART: f64 = 20_000.0;

/// No position is worth more by itself.
pub(super) const MOST: i32 = 15_000;

/// The most half-moves that are looked ahead.
pub(super) const MAX_PLY: usize = 200;

/// The score of a game that ends after so many half-moves with this share of the point for the side to
/// move. What is good counts the less the later it comes, so that it is not put off.
pub(super) fn of_share(share: f64, ply: usize) -> i32 {
    let score = if share >= 1.0 {
        WON
    } else if share <= 0.0 {
        -WON
    } else {
        (PART * (2.0 * share - 1.0)) as i32
    };
    score.signum() * (score.abs() - ply as i32).max(0)
}

/// A score as it is kept in the table: a win is as far away as it is from the position.
pub(super) fn to_table(score: i32, ply: usize) -> i32 {
    match score {
        FORCED.. => score + ply as i32,
        _ if score <= -FORCED => score - ply as i32,
        _ => score,
    }
}

/// The opposite of [`to_table`].
pub(super) fn score_from_tt(score: i32, ply: usize) -> i32 {
    match score {
        FORCED.. => score - ply as i32,
        _ if score <= -FORCED => score + ply as i32,
        _ => score,
    }
}

/// A score to be shown, by the worth of the unit.
pub(super) fn shown(score: i32, unit: i32) -> Score {
    if score >= FORCED {
        Score::Mate((WON - score + 1) / 2)
    } else if score <= -FORCED {
        Score::Mate(-i32::midpoint(WON, score))
    } else {
        Score::Units((i64::from(score) * 100 / i64::from(unit.max(1))) as i32)
    }
}
