//! Making a move: the position after it.

use super::attacks::gives_check;
use super::custom;
use crate::rules::{CompiledRules, Phases, facing, follow, relocate, remember};
use crate::state::{Move, Setup};

/// The position after a move.
pub(crate) fn played(book: &CompiledRules, setup: &Setup, mv: &Move) -> Setup {
    if mv.takes_back() {
        return relocate(book, setup, mv, false);
    }
    let us = mv.piece.color;
    let is_facing = book.checks().bikjang && facing(book, setup);
    let mut after = moved(book, setup, mv, is_facing);
    let checks = book.checks().counted && checks_by(book, &after, mv);
    follow_all(book, setup, mv, &mut after);
    // Facing kings count only if they still do after all effects.
    let is_facing = &mut after.special.last.facing;
    if *is_facing {
        *is_facing = false;
        after.special.last.facing = facing(book, &after);
    }
    if checks {
        let left = &mut after.special.checks[us.index()];
        *left = left.saturating_sub(1);
    }
    after
}

/// Whether a move on the board gives check. A piece that petrifies attacks nothing.
pub(super) fn checks_by(book: &CompiledRules, after: &Setup, mv: &Move) -> bool {
    let us = mv.piece.color;
    if !mv.is_capture() || !book.is_of(mv.piece.role, book.captures().petrify) {
        return gives_check(book, after, us);
    }
    let mut stone = after.clone();
    stone.board.lift(mv.to);
    stone.board.put_wall(mv.to);
    gives_check(book, &stone, us)
}

/// Applies the effects of all rules after a move.
#[inline]
pub(super) fn follow_all(book: &CompiledRules, setup: &Setup, mv: &Move, after: &mut Setup) {
    if book.rules_speak_in(Phases::FOLLOW) {
        custom::follow(book, setup, mv, after, &mut |_, _, _| {});
    }
    follow(book, setup, after, mv);
}

/// The position after a move before these effects.
#[inline]
pub(super) fn moved(book: &CompiledRules, setup: &Setup, mv: &Move, is_facing: bool) -> Setup {
    let mut after = relocate(book, setup, mv, is_facing);
    if book.asks_beside_moves() {
        remember(book, mv, &mut after);
    }
    if book.rules_speak_in(Phases::REMEMBER | Phases::SET_UP) || book.takes_back() {
        custom::remember(book, setup, mv, &mut after);
        custom::keep(book, setup, mv, &mut after);
    }
    after
}

/// The same for attack detection: without the memory of rules unless rules affect attacks.
pub(super) fn moved_for_attacks(book: &CompiledRules, setup: &Setup, mv: &Move) -> Setup {
    let is_asked = book.rules_speak_in(Phases::ATTACK) || book.has_turn_rule();
    if is_asked || !mv.marks.is_empty() {
        return moved(book, setup, mv, false);
    }
    let mut after = relocate(book, setup, mv, false);
    if book.asks_beside_moves() {
        remember(book, mv, &mut after);
    }
    after
}
