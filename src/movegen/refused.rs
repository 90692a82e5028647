//! Diagnostics of impossible moves by custom rules.

use super::after_move::moved;
use super::custom::{effect, follow, offer};
use super::move_context::MoveContext;
use super::pseudo_legal::without_effects;
use crate::geometry::Square;
use crate::rules::{CompiledRules, NamedRule, Phases};
use crate::state::{Move, Setup};

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
