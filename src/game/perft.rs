//! Counting leaves.

use super::position::{Position, too_many};
use crate::movegen::{count_legal, has_too_many_series, legal_moves, played};
use crate::rules::{CompiledRules, Phases};
use crate::source::budget::spend_each;
use crate::source::{Budget, Diagnostic};
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
    if Budget::current().is_some() && depth > 1 {
        return within_budget(position, depth, strategy);
    }
    let (variant, setup) = (position.variant(), position.setup());
    if strategy == Strategy::General {
        return general(variant.book(), setup, depth);
    }
    variant
        .table_engine()
        .and_then(|plan| plan.perft(variant.book(), setup, depth))
        .unwrap_or_else(|| general(variant.rules_with_paths(), setup, depth))
}

/// The same for a count that a text claims: each part of the tree is paid for before it is counted.
fn within_budget(position: &Position, depth: u32, strategy: Strategy) -> u64 {
    let moves = position.legal_moves();
    if spend_each(moves.len() + 1, MOVE_AND_REPLIES).is_err() {
        return 0;
    }
    let afters = moves.iter().map(|mv| position.play_unchecked(mv));
    match depth {
        2 => afters.map(|after| perft_with(&after, 1, strategy)).sum(),
        _ => afters
            .map(|after| within_budget(&after, depth - 1, strategy))
            .sum(),
    }
}

/// The steps of the budget for making a move and counting the replies by tables. The general engine takes the
/// steps of its own work in addition.
const MOVE_AND_REPLIES: u64 = 192;

/// [`checked_perft`] of a count that a text claims to know: it may take the work that such a count takes, beside what
/// is left of the budget.
///
/// # Errors
/// Those of [`checked_perft`].
pub fn claimed_perft(
    position: &Position,
    depth: u32,
    strategy: Strategy,
    claimed: u64,
) -> Result<u64, Diagnostic> {
    if let Some(budget) = Budget::current() {
        let is_in_tables =
            strategy == Strategy::Fastest && position.variant().table_engine().is_some();
        let leaf = if is_in_tables { LEAF_IN_TABLES } else { LEAF };
        budget.add(claimed.saturating_mul(leaf));
    }
    checked_perft(position, depth, strategy)
}

/// The steps of the budget for a leaf, with its share of the positions before it.
const LEAF_IN_TABLES: u64 = 64;

/// The same in the general engine.
const LEAF: u64 = 4000;

/// [`perft_with`] that says so if there is a position on the way whose moves cannot all be listed.
///
/// # Errors
/// What [`Position::beyond_limits`] finds in such a position.
pub fn checked_perft(
    position: &Position,
    depth: u32,
    strategy: Strategy,
) -> Result<u64, Diagnostic> {
    let variant = position.variant();
    let book = variant.book();
    if book.roles_with_series.is_empty() && !book.rules_speak_in(Phases::OFFER) {
        return Ok(perft_with(position, depth, strategy));
    }
    let book = match strategy {
        Strategy::General => book,
        Strategy::Fastest => variant.rules_with_paths(),
    };
    checked(book, position.setup(), depth)
        .ok_or_else(|| too_many("the series of jumps of one side", book.limits.series))
}

fn checked(book: &CompiledRules, setup: &Setup, depth: u32) -> Option<u64> {
    if depth > 0 && has_too_many_series(book, setup) {
        return None;
    }
    if depth < 2 {
        return Some(general(book, setup, depth));
    }
    legal_moves(book, setup)
        .iter()
        .map(|mv| checked(book, &played(book, setup, mv), depth - 1))
        .sum()
}

/// The leaves below each legal move.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    position
        .legal_moves()
        .into_iter()
        .map(|mv| {
            let count = if depth <= 1 {
                1
            } else {
                perft(&position.play_unchecked(&mv), depth - 1)
            };
            (mv, count)
        })
        .collect()
}

fn general(book: &CompiledRules, setup: &Setup, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if depth == 1 {
        return count_legal(book, setup);
    }
    legal_moves(book, setup)
        .iter()
        .map(|mv| general(book, &played(book, setup, mv), depth - 1))
        .sum()
}
