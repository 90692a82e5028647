//! Passes, facing kings, and the facts about the last move that they need.

use std::rc::Rc;

use super::atoms::{Declined, wide};
use super::attacks::Attack;
use super::bits::Bits;
use super::constraints::Constraint;
use super::generate::Generator;
use super::kernel::Targets;
use super::pool::Pool;
use super::position::{EncodedMove, NO_ROYAL, PackedPosition, kind};
use super::position_state::PositionState;
use super::rule_tables::RuleTables;
use super::sink::Sink;
use super::table_set::{Tables, open_lines};
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
pub(super) fn check(book: &CompiledRules) -> Result<(), Declined> {
    let castles = || {
        let moves = book.roles.iter().flat_map(|role| &role.moves);
        let mut patterns = moves.map(|role_move| &role_move.pattern);
        book.castling().is_some() || patterns.any(|pattern| matches!(pattern, Pattern::Castle(_)))
    };
    let more = || castles() || book.gating().is_some() || book.captures().blast.is_some();
    if book.passing().is_allowed() && more() {
        return Err(Declined("players may pass, and castle or more".to_owned()));
    }
    if book.checks().bikjang && (more() || book.checks().flying_generals) {
        return Err(Declined(
            "facing kings end the game, and castle or more".to_owned(),
        ));
    }
    Ok(())
}

impl<const N: usize> Passing<N> {
    /// The rules of a variant, if it has any of these.
    pub(super) fn new(
        book: &CompiledRules,
        has_royal: bool,
        pool: &mut Pool<N>,
    ) -> Option<Passing<N>> {
        let passing = book.passing();
        let matters = passing.is_allowed() || passing.twice_ends || book.checks().bikjang;
        matters.then(|| Passing {
            always: passing.always,
            stalemate: passing.stalemate,
            twice_ends: passing.twice_ends,
            facing: (book.checks().bikjang && has_royal).then(|| {
                let lists = Rc::new(open_lines(book));
                Attack {
                    group: 0,
                    kernel: pool.kernel(&lists),
                    table: pool.table(&lists, &wide(book.shape.squares())),
                }
            }),
        })
    }
}

const PASSED: u8 = 1;
const BOTH_PASSED: u8 = 2;
const FACING: u8 = 4;

/// The facts about the last move as bits. Winning castlings are not supported by the tables.
pub(super) fn packed_last(last: LastMove) -> u8 {
    let bit = |is: bool, bit: u8| if is { bit } else { 0 };
    bit(last.passed, PASSED) | bit(last.both_passed, BOTH_PASSED) | bit(last.facing, FACING)
}

/// The inverse of [`packed_last`].
pub(super) fn unpacked_last(bits: u8) -> LastMove {
    LastMove {
        passed: bits & PASSED != 0,
        both_passed: bits & BOTH_PASSED != 0,
        castled: None,
        facing: bits & FACING != 0,
    }
}

impl<const N: usize, const G: usize, X: PositionState<N>> PackedPosition<N, G, X> {
    /// Whether the kings face each other.
    #[inline]
    fn is_facing(&self, facing: &Attack<N>) -> bool {
        let [king, other] = self.royal;
        king != NO_ROYAL && other != NO_ROYAL && {
            let (king, other) = (usize::from(king), usize::from(other));
            facing.table.reach.at(king).has(other) && {
                let occupied = self.colors[0] | self.colors[1];
                facing.kernel.targets(king, &occupied).has(other)
            }
        }
    }

    /// The facts about a move before it is made.
    #[inline]
    pub(super) fn last_after(&self, special_rules: &RuleTables<N>, passed: bool) -> u8 {
        let (Some(passing), Some(state)) = (&special_rules.passing, self.state.variant_state())
        else {
            return 0;
        };
        let facing = passing.facing.as_ref();
        let passed = passed && passing.twice_ends;
        packed_last(LastMove {
            passed,
            both_passed: passed && state.last & PASSED != 0,
            castled: None,
            facing: facing.is_some_and(|facing| self.is_facing(facing)),
        })
    }

    /// Clears the facing flag after a move that has separated the kings.
    #[inline]
    pub(super) fn forget_facing(&mut self, tables: &Tables<N>) {
        let rules = tables.special_rules.as_deref();
        let faced = (self.state.variant_state()).is_some_and(|state| state.last & FACING != 0);
        if faced
            && !rules.is_some_and(|rules| self.is_called_off(rules))
            && let Some(state) = self.state.variant_state_mut()
        {
            state.last &= !FACING;
        }
    }

    /// Whether the game has ended by two passes or by facing kings.
    #[inline]
    pub(super) fn is_called_off(&self, special_rules: &RuleTables<N>) -> bool {
        let (Some(passing), Some(state)) = (&special_rules.passing, self.state.variant_state())
        else {
            return false;
        };
        state.last & FACING != 0
            && (passing.facing.as_ref()).is_some_and(|facing| self.is_facing(facing))
            || passing.twice_ends && state.last & BOTH_PASSED != 0
    }

    /// Makes a pass.
    pub(super) fn stay(&mut self, tables: &Tables<N>) {
        let rules = tables.special_rules.as_deref();
        let last = rules.map_or(0, |rules| self.last_after(rules, true));
        self.passed = Bits::NONE;
        self.turn ^= 1;
        if let Some(state) = self.state.variant_state_mut() {
            state.last = last;
        }
    }
}

impl<const N: usize, const G: usize, X: PositionState<N>> Generator<'_, N, G, X> {
    /// If the kings face each other and that ends the game, constrains moves to those that separate them.
    pub(super) fn constrain_facing(&mut self) {
        let rules = self.tables.special_rules.as_deref();
        let passing = rules.and_then(|rules| rules.passing.as_ref());
        let Some(facing) = passing.and_then(|passing| passing.facing.as_ref()) else {
            return;
        };
        if !self.position.is_facing(facing) {
            return;
        }
        self.facing = true;
        let other = usize::from(self.position.royal[self.us & 1 ^ 1]);
        for needs in facing.table.needs(self.king, other) {
            self.bind_all(Constraint::new(Bits::NONE, Bits::ALL, needs.empty));
        }
    }

    /// The targets on which the own king does not face the other one.
    pub(super) fn unseen(&self, targets: Bits<N>) -> Bits<N> {
        let rules = self.tables.special_rules.as_deref();
        let passing = rules.and_then(|rules| rules.passing.as_ref());
        match passing.and_then(|passing| passing.facing.as_ref()) {
            Some(facing) => {
                let other = usize::from(self.position.royal[self.us & 1 ^ 1]);
                let without = self.occupied ^ Bits::single(self.king);
                targets.without(facing.kernel.targets(other, &without))
            }
            None => targets,
        }
    }

    /// Adds the pass, as a move of the king or of the first piece.
    #[inline(never)]
    pub(super) fn pass(
        &self,
        special_rules: &RuleTables<N>,
        n_moves: u64,
        sink: &mut impl Sink<N>,
    ) {
        let Some(passing) = &special_rules.passing else {
            return;
        };
        let us = self.us & 1;
        let may = if passing.stalemate[us] {
            n_moves == 0 || self.in_check
        } else {
            passing.always[us]
        };
        if !may || self.in_check && !self.facing {
            return;
        }
        let at = if self.royal {
            Some(self.king)
        } else {
            self.own.first()
        };
        if let Some(at) = at {
            sink.add(EncodedMove::new(at, at, kind::PASS, 0));
        }
    }
}
