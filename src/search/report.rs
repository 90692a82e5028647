//! Results of a search: scores, principal variations and progress. Also scores within the search.

use crate::state::Move;

/// The score of a position for the side to move.
///
/// It is exhaustive: a search counts in units or in moves to a mate. [The module](crate::search) has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// In hundredths of the lowest piece value of the variant, usually a pawn.
    Units(i32),
    /// The side to move wins in this number of its own moves, or loses if the number is negative or 0. Any
    /// end of the game counts as mate.
    Mate(i32),
}

/// Whether a score is exact or a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The score is exact.
    Exact,
    /// The true score is at least this (fail high).
    Lower,
    /// The true score is at most this (fail low).
    Upper,
}

/// A principal variation with its score.
///
/// The struct is exhaustive so that a program can report lines of its own.
///
/// ```
/// use ferz::Variant;
/// use ferz::game::Game;
/// use ferz::search::{Control, Limits, SearchOptions, Searcher};
///
/// let chess = Variant::builtin("chess").unwrap();
/// let options = SearchOptions { lines: 2, ..SearchOptions::default() };
/// let mut searcher = Searcher::new(&chess, options);
/// let mut depths = Vec::new();
/// let game = Game::new(chess.start());
/// let found = searcher.search(&game, &Limits::depth(2), &Control::default(), &mut |progress| {
///     depths.push(progress.line.depth);
/// });
/// assert_eq!(found.lines.len(), 2);
/// assert!(depths.contains(&2));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The rank among the lines of the same depth, from 1.
    #[doc(hidden)]
    pub rank: usize,
    /// Depth in plies.
    pub depth: u32,
    /// The maximum depth reached, in plies (`seldepth`).
    #[doc(hidden)]
    pub selective_depth: u32,
    /// The score for the side to move.
    pub score: Score,
    /// Whether the score is exact or a bound.
    #[doc(hidden)]
    pub bound: Bound,
    /// The moves from the root; at least one if a legal move exists.
    pub moves: Vec<Move>,
}

/// Progress of a running search.
///
/// [`Line`] has an example.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Progress<'a> {
    /// The line that was just found.
    pub line: &'a Line,
    /// Number of nodes searched by this searcher.
    pub nodes: u64,
    /// Use of the transposition table, in thousandths (`hashfull`).
    #[doc(hidden)]
    pub table_use: u32,
}

/// Result of a search.
///
/// [The module](crate::search) has an example.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct SearchResult {
    /// The principal variations, best first; empty if the game is over.
    pub lines: Vec<Line>,
    /// Number of nodes searched.
    pub nodes: u64,
}

impl SearchResult {
    /// The move to play, the first one of the best line; `None` if the game is over.
    pub fn best(&self) -> Option<&Move> {
        self.lines.first()?.moves.first()
    }

    /// The expected reply to the best move, for pondering.
    #[doc(hidden)]
    pub fn reply(&self) -> Option<&Move> {
        self.lines.first()?.moves.get(1)
    }

    /// The score of the best line; `None` if the game is over.
    pub fn score(&self) -> Option<Score> {
        self.lines.first().map(|line| line.score)
    }
}

// Scores within the search, integers for the side to move that fit into 16 bits, and windows of them.

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
