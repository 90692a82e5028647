//! The general engine: makes each pseudo-legal move and tests its legality.
//!
//! It is slow and the reference for all faster engines. It applies the rules of every variant in the same
//! order: the end of the game, pseudo-legal moves, safety and duties.

use crate::definition::ChecksAllowed;
use crate::geometry::Square;
use crate::rules::{CompiledRules, NamedRule, Phases};
use crate::source::budget::spend;
use crate::state::{Move, Setup};

use super::after_move::{moved, played};
use super::attacks::gives_check;
use super::custom;
use super::custom::{effect, ended_by_rule, follow, offer};
use super::duties::{drop_moves_not_made_in_check, perform_duties};
use super::move_context::MoveContext;
use super::pseudo_legal::{pseudo_legal, without_effects};
use super::safety::{Unwalled, is_safe_in, without_walls};
use super::search_stack::board_end;

/// All legal moves; none if the game has ended by a rule of the board.
pub(crate) fn legal_moves(rules: &CompiledRules, setup: &Setup) -> Vec<Move> {
    if has_ended(rules, setup) {
        return Vec::new();
    }
    legal(&MoveContext::new(rules, setup))
}

/// Whether the game has not ended and no move is legal.
pub(super) fn is_stuck(rules: &CompiledRules, setup: &Setup) -> bool {
    !has_ended(rules, setup) && !is_any_left(&MoveContext::new(rules, setup))
}

/// Whether the game has ended by a rule.
pub(super) fn has_ended(rules: &CompiledRules, setup: &Setup) -> bool {
    board_end(rules, setup).is_some() || ended_by_rule(rules, setup).is_some()
}

// Legal move filter: removes the pseudo-legal moves that any rule makes illegal.

/// The legal moves of a game that has not ended.
pub(super) fn legal(context: &MoveContext<'_>) -> Vec<Move> {
    let (rules, setup) = (context.rules, context.setup);
    let mut moves = pseudo_legal(context);
    let bare = without_walls(rules, setup);
    let mut unwalled = bare.as_ref().map(|bare| Unwalled::new(rules, bare));
    moves.retain(|mv| {
        if spend(Move::WORK).is_err() {
            return false;
        }
        let is_safe = |unwalled: &mut Unwalled<'_>| unwalled.is_safe(mv);
        let is_safe = unwalled.as_mut().is_some_and(is_safe);
        debug_assert!(!is_safe || may_be_made(context, mv));
        is_allowed(context, mv, is_safe)
    });
    perform_duties(context, &mut moves);
    if rules.asks_beside_moves {
        drop_moves_not_made_in_check(rules, setup, &mut moves);
    }
    if rules.rules_speak_in(Phases::DUTY) || rules.takes_back {
        custom::perform_duties(rules, setup, &mut moves);
        moves.extend(custom::take_back(rules, setup));
    }
    moves
}

/// Whether [`legal`] finds a move.
pub(super) fn is_any_left(context: &MoveContext<'_>) -> bool {
    // Duties leave at least one move, but it may be illegal in check.
    if context.rules.asks_beside_moves || context.rules.takes_back {
        return !legal(context).is_empty();
    }
    let moves = pseudo_legal(context);
    moves.iter().any(|mv| is_allowed(context, mv, false))
}

/// Whether a pseudo-legal move is legal before duties; `is_safe` skips the safety test.
fn is_allowed(context: &MoveContext<'_>, mv: &Move, is_safe: bool) -> bool {
    let (rules, setup) = (context.rules, context.setup);
    let is_judged = rules.check || rules.has_move_rules;
    (!is_judged || is_safe || may_be_made(context, mv) || custom::is_excused(rules, setup, mv))
        && !(rules.rules_speak_in(Phases::FORBID) && custom::is_forbidden(rules, setup, mv))
}

/// Whether a pseudo-legal move is legal before duties and custom rules.
pub(super) fn may_be_made(context: &MoveContext<'_>, mv: &Move) -> bool {
    is_safe_in(context, mv) && !checks_without_mate(context, mv)
}

/// Whether the move gives a check that does not mate, where only mating checks are allowed.
///
/// It mates if the other side is to move without legal moves; other ends of the game are no mate. Replies
/// that give check are illegal here even if they mate, which avoids recursion.
fn checks_without_mate(context: &MoveContext<'_>, mv: &Move) -> bool {
    let (rules, setup, us) = (context.rules, context.setup, context.us);
    if rules.facts.checks.allowed[us.index()] != ChecksAllowed::Mates || context.no_mates {
        return false;
    }
    let checks = gives_check(rules, &moved(rules, setup, mv, context.facing), us);
    checks && {
        let after = played(rules, setup, mv);
        after.turn == us || !legal(&MoveContext::without_mates(rules, &after)).is_empty()
    }
}

// Messages of custom rules about impossible moves.

/// The messages about impossible moves that rules make in a position.
pub(crate) fn refused_moves(rules: &CompiledRules, setup: &Setup) -> Vec<String> {
    if rules.rules().is_empty() {
        return Vec::new();
    }
    let context = MoveContext::new(rules, setup);
    let mut found: Vec<String> = Vec::new();
    let mut refused = |named: &NamedRule, mv: &Move, reason: String| {
        let name = |square: Square| {
            if rules.has_square(square) {
                rules.shape.name(square)
            } else {
                format!("square {}", square.index())
            }
        };
        let message = format!(
            "`{}` makes a move from {} to {} that cannot be performed: {reason}",
            named.name,
            name(mv.from),
            name(mv.to)
        );
        if !found.contains(&message) {
            found.push(message);
        }
    };
    let mut moves = Vec::new();
    offer(rules, setup, &mut refused, &mut moves);
    let mut moves = without_effects(&context);
    effect(rules, setup, &mut refused, &mut moves);
    if rules.rules_speak_in(Phases::FOLLOW) {
        for mv in &moves {
            let mut after = moved(rules, setup, mv, context.facing);
            follow(rules, setup, mv, &mut after, &mut refused);
        }
    }
    found
}
