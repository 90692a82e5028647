//! Perft: counts the leaves of the tree of legal moves.

use super::position::{Position, too_many};
use crate::movegen::{count_legal, has_too_many_series, legal_moves, played};
use crate::rules::{CompiledRules, Phases};
use crate::source::budget::spend_each;
use crate::source::{Budget, Diagnostic};
use crate::state::{Move, Setup};

/// The engine that lists and plays moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Strategy {
    /// The tables if the variant has them, else the general engine with compiled path programs, which makes
    /// and tests only moves that can leave a royal piece unsafe.
    #[default]
    Fastest,
    /// The general engine: it interprets each movement, and makes and tests each move.
    General,
}

/// The number of sequences of `depth` legal moves.
pub fn perft(position: &Position, depth: u32) -> u64 {
    perft_with(position, depth, Strategy::Fastest)
}

/// [`perft`] by one of the two engines.
pub fn perft_with(position: &Position, depth: u32, strategy: Strategy) -> u64 {
    if Budget::current().is_some() && depth > 1 {
        return within_budget(position, depth, strategy);
    }
    let (variant, setup) = (position.variant(), position.setup());
    if strategy == Strategy::General {
        return general(variant.compiled_rules(), setup, depth);
    }
    variant
        .table_engine()
        .and_then(|plan| plan.perft(variant.compiled_rules(), setup, depth))
        .unwrap_or_else(|| general(variant.rules_with_paths(), setup, depth))
}

/// Perft of a count claimed by a text: each part of the tree draws from the budget before it is counted.
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

/// The budget for making a move and counting the replies in tables. The general engine draws the steps of its
/// own work in addition.
const MOVE_AND_REPLIES: u64 = 192;

/// [`checked_perft`] for a count that a text claims: the budget grows by the work that such a count needs.
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

/// The budget for a leaf in the tables, with its share of the inner nodes.
const LEAF_IN_TABLES: u64 = 64;

/// The budget for a leaf in the general engine.
const LEAF: u64 = 4000;

/// [`perft_with`], or an error if the moves of some position in the tree cannot all be listed.
///
/// # Errors
/// That of [`Position::beyond_limits`] for this position.
pub fn checked_perft(
    position: &Position,
    depth: u32,
    strategy: Strategy,
) -> Result<u64, Diagnostic> {
    let variant = position.variant();
    let rules = variant.compiled_rules();
    if rules.roles_with_series.is_empty() && !rules.rules_speak_in(Phases::OFFER) {
        return Ok(perft_with(position, depth, strategy));
    }
    let rules = match strategy {
        Strategy::General => rules,
        Strategy::Fastest => variant.rules_with_paths(),
    };
    checked(rules, position.setup(), depth)
        .ok_or_else(|| too_many("the series of jumps of one side", rules.limits.series))
}

fn checked(rules: &CompiledRules, setup: &Setup, depth: u32) -> Option<u64> {
    if depth > 0 && has_too_many_series(rules, setup) {
        return None;
    }
    if depth < 2 {
        return Some(general(rules, setup, depth));
    }
    legal_moves(rules, setup)
        .iter()
        .map(|mv| checked(rules, &played(rules, setup, mv), depth - 1))
        .sum()
}

/// The number of leaves below each legal move.
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

fn general(rules: &CompiledRules, setup: &Setup, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if depth == 1 {
        return count_legal(rules, setup);
    }
    legal_moves(rules, setup)
        .iter()
        .map(|mv| general(rules, &played(rules, setup, mv), depth - 1))
        .sum()
}
