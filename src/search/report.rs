//! What a search has found.

use crate::state::Move;

/// What a position is worth for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// In hundredths of the smallest unit of material of the variant, usually a pawn.
    Units(i32),
    /// The side to move wins in so many of its own moves; where the number is negative, or 0, it loses
    /// in so many. Whatever ends the game counts as mate.
    Mate(i32),
}

/// What a score says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the score.
    Exact,
    /// The score is at least that.
    Lower,
    /// The score is at most that.
    Upper,
}

/// A line of play with its score.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Its place among the lines of the same depth, from 1.
    pub rank: usize,
    /// Half-moves that were looked ahead.
    pub depth: u32,
    /// The most half-moves that were looked ahead anywhere.
    pub selective_depth: u32,
    /// The score for the side to move.
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
    /// The moves, from the position that was searched on. At least one, if there is any.
    pub moves: Vec<Move>,
}

/// How far a search has come.
#[derive(Clone, Debug)]
pub struct Progress<'a> {
    /// The line that was just found.
    pub line: &'a Line,
    /// Positions looked at by this searcher.
    pub nodes: u64,
    /// How full the table of positions is, in thousandths.
    pub table_use: u32,
}

/// What a search ends with.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// The best lines, best first; none where the game is over.
    pub lines: Vec<Line>,
    /// The move to play: that of the first line, unless the searcher plays below its strength.
    pub chosen: Option<Move>,
    /// Positions looked at.
    pub nodes: u64,
}

impl Found {
    /// The move to play; `None` where the game is over.
    pub fn best(&self) -> Option<&Move> {
        self.chosen.as_ref()
    }

    /// The answer that is expected to the best move.
    pub fn reply(&self) -> Option<&Move> {
        let line = self.lines.first()?;
        (line.moves.first() == self.chosen.as_ref())
            .then(|| line.moves.get(1))
            .flatten()
    }

    /// The score of the best line; `None` where the game is over.
    pub fn score(&self) -> Option<Score> {
        self.lines.first().map(|line| line.score)
    }
}
