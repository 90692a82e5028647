//! The searcher: what stays from one search to the next.

use super::limits::{Control, Limits};
use super::report::{Bound, Found, Line, Progress, Score};
use crate::game::{Game, Variant};

/// How a searcher is made.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SearchOptions {
    /// Size of the table of positions, in MiB.
    pub table_mib: usize,
    /// How many lines to find.
    pub lines: usize,
    /// From 0, the weakest, to 20, all that it can.
    pub skill: u8,
}

impl Default for SearchOptions {
    fn default() -> Self {
        SearchOptions {
            table_mib: 16,
            lines: 1,
            skill: 20,
        }
    }
}

/// Looks for the best move in positions of one variant, and remembers what it has seen.
#[derive(Debug)]
pub struct Searcher {
    variant: Variant,
    options: SearchOptions,
}

impl Searcher {
    /// A searcher for a variant.
    pub fn new(variant: &Variant, options: SearchOptions) -> Searcher {
        Searcher {
            variant: variant.clone(),
            options,
        }
    }

    /// The variant that it plays.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// How it was made.
    pub fn options(&self) -> &SearchOptions {
        &self.options
    }

    /// Changes what can be changed between two searches. The table of positions is emptied if its size
    /// changes.
    pub fn set_options(&mut self, options: SearchOptions) {
        self.options = options;
    }

    /// Forgets all that was seen.
    pub fn clear(&mut self) {}

    /// Looks for the best move of the side to move.
    ///
    /// # Panics
    /// If the game is of another variant.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control<'_>,
        report: &mut dyn FnMut(&Progress<'_>),
    ) -> Found {
        let position = game.position();
        let allowed =
            |mv: &crate::state::Move| limits.moves.is_empty() || limits.moves.contains(mv);
        let mut moves = position.legal_moves().into_iter().filter(allowed);
        if game.outcome().is_over() || control.is_stopped() {
            return Found::default();
        }
        let mates = |mv: &crate::state::Move| position.play_unchecked(mv).outcome().is_over();
        let Some(first) = moves.next() else {
            return Found::default();
        };
        let (score, best) = match moves.find(mates) {
            Some(mate) => (Score::Mate(1), mate),
            None => (Score::Units(0), first),
        };
        let line = Line {
            rank: 1,
            depth: 1,
            selective_depth: 1,
            score,
            bound: Bound::Exact,
            moves: vec![best.clone()],
        };
        report(&Progress {
            line: &line,
            nodes: 1,
            table_use: 0,
        });
        Found {
            lines: vec![line],
            chosen: Some(best),
            nodes: 1,
        }
    }
}
