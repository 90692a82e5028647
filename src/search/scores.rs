//! Scores of the search, integers for the side to move that fit into 16 bits, and windows of them.

use super::report::Score;

/// A bound above all scores.
pub(super) const INFINITE: i32 = 32_000;

/// The score of a won game. A win in n plies is n less.
pub(super) const WON: i32 = 31_000;

/// The lowest score of a forced win.
pub(super) const FORCED: i32 = 30_000;

/// The score of a share of a point: this maps a decisive result, and results between it and a draw are
/// linear.
const PART: f64 = 20_000.0;

/// Maximum static evaluation.
pub(super) const MOST: i32 = 15_000;

/// Maximum search depth in plies.
pub(super) const MAX_PLY: usize = 200;

/// An alpha-beta window.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    #[inline]
    pub(super) fn is_pv(self) -> bool {
        self.beta - self.alpha > 1
    }

    /// The null window above alpha.
    #[inline]
    pub(super) fn null(alpha: i32) -> Window {
        Window {
            alpha,
            beta: alpha + 1,
        }
    }
}

/// The score of a game that ends after `ply` plies with this share of a point for the side to move. Later
/// results count less, so that wins are not delayed.
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

/// Converts a score from the root to one from the node for the transposition table: mate distances are
/// relative to the node.
pub(super) fn to_table(score: i32, ply: usize) -> i32 {
    match score {
        FORCED.. => score + ply as i32,
        _ if score <= -FORCED => score - ply as i32,
        _ => score,
    }
}

/// The inverse of [`to_table`].
pub(super) fn score_from_tt(score: i32, ply: usize) -> i32 {
    match score {
        FORCED.. => score - ply as i32,
        _ if score <= -FORCED => score + ply as i32,
        _ => score,
    }
}

/// Converts a score to its public form, in hundredths of the unit.
pub(super) fn shown(score: i32, unit: i32) -> Score {
    if score >= FORCED {
        Score::Mate((WON - score + 1) / 2)
    } else if score <= -FORCED {
        Score::Mate(-i32::midpoint(WON, score))
    } else {
        Score::Units((i64::from(score) * 100 / i64::from(unit.max(1))) as i32)
    }
}
