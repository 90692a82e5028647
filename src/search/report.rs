//! Results of a search: scores, principal variations and progress.

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
