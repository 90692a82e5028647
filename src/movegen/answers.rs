//! Queries of custom rules to the general engine.

use std::cell::Cell;

use crate::rules::{MoveFinder, is_protected};

use super::after_move::played;
use super::attacks::{attacks, walks_attack};
use super::duties::threats;
use super::legality::{is_stuck, legal, legal_moves, may_be_made};
use super::move_context::MoveContext;
use super::mover::Mover;
use super::piece_moves::{piece_moves, with_consequences};
use super::royal_safety::kings_attacked;
use super::walks::{merge_equal_moves, walks_by, walks_hit};

/// Maximum nesting of lists of legal moves: a rule that asks for the list it takes part in would recurse
/// forever.
const MOST_NESTED: u8 = 4;

thread_local! {
    /// The current nesting.
    static NESTING: Cell<u8> = const { Cell::new(0) };
}

/// The general engine as seen by custom rules.
pub(crate) static GENERAL_ENGINE: MoveFinder = MoveFinder {
    walks: |rules, setup, from, piece| {
        let mut moves = Vec::new();
        piece_moves(&Mover::new(rules, setup, (from, piece)), &mut moves);
        moves
    },
    walks_by: |rules, setup, from, piece, by| {
        let mut moves = Vec::new();
        walks_by(&Mover::new(rules, setup, (from, piece)), by, &mut moves);
        merge_equal_moves(&mut moves, 0);
        moves
    },
    with_consequences,
    walks_hit: |rules, setup, from, piece, target| {
        walks_attack(&Mover::new(rules, setup, (from, piece)), target)
    },
    walks_hit_by: |rules, setup, from, piece, by, target| {
        let mover = Mover::new(rules, setup, (from, piece));
        walks_hit(&mover, by, target)
            && !mover.is_frozen()
            && !is_protected(rules, setup, target, piece.color.opponent())
    },
    attacks: |rules, setup, from, piece, target| {
        attacks(&Mover::new(rules, setup, (from, piece)), target)
    },
    in_check: kings_attacked,
    played,
    is_safe: |rules, setup, mv| may_be_made(&MoveContext::new(rules, setup), mv),
    threats,
    replies: |rules, setup| nested(|| legal(&MoveContext::new(rules, setup))),
    legal_moves: |rules, setup| nested(|| legal_moves(rules, setup)),
    is_stuck: |rules, setup| nested(|| is_stuck(rules, setup)),
};

/// Calls a query that generates legal moves; returns the default if the nesting is too deep.
fn nested<T: Default>(answer: impl FnOnce() -> T) -> T {
    let nesting = NESTING.get();
    if nesting == MOST_NESTED {
        return T::default();
    }
    NESTING.set(nesting + 1);
    let answer = answer();
    NESTING.set(nesting);
    answer
}
