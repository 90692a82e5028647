//! Counting leaves.

use super::position::Position;
use crate::movegen::legality::{legal_moves, played};
use crate::movegen::tally::count_legal;
use crate::rules::Rulebook;
use crate::state::{Move, Setup};

/// Which engine counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Strategy {
    /// The fast tables where the variant has them, else the general engine with lists of paths, which
    /// makes and tests only moves that could matter.
    #[default]
    Fastest,
    /// The general engine: walk, make and test.
    General,
}

/// The number of sequences of `depth` legal moves.
pub fn perft(position: &Position, depth: u32) -> u64 {
    perft_with(position, depth, Strategy::Fastest)
}

/// [`perft`] by an engine of your choice.
pub fn perft_with(position: &Position, depth: u32, strategy: Strategy) -> u64 {
    let (variant, setup) = (position.variant(), position.setup());
    if strategy == Strategy::General {
        return general(variant.book(), setup, depth);
    }
    variant
        .fast()
        .and_then(|plan| plan.perft(variant.book(), setup, depth))
        .unwrap_or_else(|| general(variant.knowing_book(), setup, depth))
}

/// The leaves below each legal move.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    position
        .legal_moves()
        .into_iter()
        .map(|one| {
            let count = if depth <= 1 {
                1
            } else {
                perft(&position.play_unchecked(&one), depth - 1)
            };
            (one, count)
        })
        .collect()
}

fn general(book: &Rulebook, setup: &Setup, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if depth == 1 {
        return count_legal(book, setup);
    }
    legal_moves(book, setup)
        .iter()
        .map(|one| general(book, &played(book, setup, one), depth - 1))
        .sum()
}
