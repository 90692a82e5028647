//! Passes, facing kings, and the facts about the last move that they need.

use std::rc::Rc;

use crate::movegen::tables::lookups::{Attack, Pool};
use crate::movegen::tables::paths::{Declined, open_lines, wide};
use crate::movement::Pattern;
use crate::rules::CompiledRules;
use crate::state::LastMove;

/// The rules of passes and facing kings.
#[derive(Debug)]
pub(crate) struct Passing<const N: usize> {
    /// Whether a side may always pass.
    pub(crate) always: [bool; 2],
    /// Whether a side may pass if it has no other move.
    pub(crate) stalemate: [bool; 2],
    /// Whether the game ends after passes of both sides.
    pub(crate) twice_ends: bool,
    /// The lines of facing kings, if facing kings end the game.
    pub(crate) facing: Option<Attack<N>>,
}

/// Declines unsupported rules of passes and facing kings.
pub(super) fn check_passing(rules: &CompiledRules) -> Result<(), Declined> {
    let castles = || {
        let moves = rules.roles.iter().flat_map(|role| &role.moves);
        let mut patterns = moves.map(|role_move| &role_move.pattern);
        rules.castling().is_some() || patterns.any(|pattern| matches!(pattern, Pattern::Castle(_)))
    };
    let more = || castles() || rules.gating().is_some() || rules.captures().blast.is_some();
    if rules.passing().is_allowed() && more() {
        return Err(Declined("players may pass, and castle or more".to_owned()));
    }
    if rules.checks().bikjang && (more() || rules.checks().flying_generals) {
        return Err(Declined(
            "facing kings end the game, and castle or more".to_owned(),
        ));
    }
    Ok(())
}

impl<const N: usize> Passing<N> {
    /// The rules of a variant, if it has any of these.
    pub(crate) fn new(
        rules: &CompiledRules,
        has_royal: bool,
        pool: &mut Pool<N>,
    ) -> Option<Passing<N>> {
        let passing = rules.passing();
        let matters = passing.is_allowed() || passing.twice_ends || rules.checks().bikjang;
        matters.then(|| Passing {
            always: passing.always,
            stalemate: passing.stalemate,
            twice_ends: passing.twice_ends,
            facing: (rules.checks().bikjang && has_royal).then(|| {
                let lists = Rc::new(open_lines(rules));
                Attack {
                    group: 0,
                    kernel: pool.kernel(&lists),
                    table: pool.table(&lists, &wide(rules.shape.squares())),
                }
            }),
        })
    }
}

pub(crate) const PASSED: u8 = 1;

pub(crate) const BOTH_PASSED: u8 = 2;

pub(crate) const FACING: u8 = 4;

/// The facts about the last move as bits. Winning castlings are not supported by the tables.
pub(crate) fn packed_last(last: LastMove) -> u8 {
    let bit = |is: bool, bit: u8| if is { bit } else { 0 };
    bit(last.passed, PASSED) | bit(last.both_passed, BOTH_PASSED) | bit(last.facing, FACING)
}

/// The inverse of [`packed_last`].
pub(crate) fn unpacked_last(bits: u8) -> LastMove {
    LastMove {
        passed: bits & PASSED != 0,
        both_passed: bits & BOTH_PASSED != 0,
        castled: None,
        facing: bits & FACING != 0,
    }
}
