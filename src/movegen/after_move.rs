//! Making a move: the position after it.

use super::attacks::gives_check;
use super::custom;
use crate::rules::{CompiledRules, Phases, facing, follow, note_mover, relocate};
use crate::state::{Move, Setup};

/// The position after a move.
pub(crate) fn played(rules: &CompiledRules, setup: &Setup, mv: &Move) -> Setup {
    if mv.takes_back() {
        return relocate(rules, setup, mv, false);
    }
    let us = mv.piece.color;
    let is_facing = rules.facts.checks.bikjang && facing(rules, setup);
    let mut after = moved(rules, setup, mv, is_facing);
    let checks = rules.facts.checks.counted && checks_by(rules, &after, mv);
    follow_all(rules, setup, mv, &mut after);
    // Kings count as facing only if they still face each other after all effects.
    let is_facing = &mut after.special.last.facing;
    if *is_facing {
        *is_facing = false;
        after.special.last.facing = facing(rules, &after);
    }
    if checks {
        let left = &mut after.special.checks[us.index()];
        *left = left.saturating_sub(1);
    }
    after
}

/// Whether a move on the board gives check. A piece that petrifies attacks nothing.
pub(super) fn checks_by(rules: &CompiledRules, after: &Setup, mv: &Move) -> bool {
    let us = mv.piece.color;
    if !mv.is_capture() || !rules.is_of(mv.piece.role, rules.facts.captures.petrify) {
        return gives_check(rules, after, us);
    }
    let mut stone = after.clone();
    stone.board.lift(mv.to);
    stone.board.put_wall(mv.to);
    gives_check(rules, &stone, us)
}

/// Applies the effects of all rules after a move.
#[inline]
pub(super) fn follow_all(rules: &CompiledRules, setup: &Setup, mv: &Move, after: &mut Setup) {
    if rules.rules_speak_in(Phases::FOLLOW) {
        custom::follow(rules, setup, mv, after, &mut |_, _, _| {});
    }
    follow(rules, setup, after, mv);
}

/// The position after a move, without the effects that follow it.
#[inline]
pub(super) fn moved(rules: &CompiledRules, setup: &Setup, mv: &Move, is_facing: bool) -> Setup {
    let mut after = relocate(rules, setup, mv, is_facing);
    if rules.asks_beside_moves {
        note_mover(rules, mv.piece, &mut after);
    }
    if rules.rules_speak_in(Phases::REMEMBER | Phases::SET_UP) || rules.takes_back {
        custom::remember(rules, setup, mv, &mut after);
        custom::keep(rules, setup, mv, &mut after);
    }
    after
}

/// [`moved`] for attack detection: without the memory of rules unless rules affect attacks.
pub(super) fn moved_for_attacks(rules: &CompiledRules, setup: &Setup, mv: &Move) -> Setup {
    let is_asked = rules.rules_speak_in(Phases::ATTACK) || rules.has_turn_rule;
    if is_asked || !mv.marks.is_empty() {
        return moved(rules, setup, mv, false);
    }
    let mut after = relocate(rules, setup, mv, false);
    if rules.asks_beside_moves {
        note_mover(rules, mv.piece, &mut after);
    }
    after
}
