//! Check detection by making the move.

use smallvec::SmallVec;

use crate::definition::RoyalGuard;
use crate::geometry::Square;
use crate::movegen::after_move::moved_for_attacks;
use crate::movegen::attacks::attacked;
use crate::rules::{CompiledRules, facing_at, note_castling_king};
use crate::state::{Color, Effect, Move, MoveKind, Setup};

/// Whether the royal pieces of the mover are safe after a move, including the path of a castling.
pub(in crate::movegen) fn is_safe(rules: &CompiledRules, setup: &Setup, mv: &Move) -> bool {
    !captures_own_royal(rules, setup, mv) && {
        let after = moved_for_attacks(rules, setup, mv);
        are_safe(rules, setup, mv, &after)
    }
}

pub(in crate::movegen) fn captures_own_royal(
    rules: &CompiledRules,
    setup: &Setup,
    mv: &Move,
) -> bool {
    let is_own_royal = |square: &Square| {
        let victim = setup.board.piece(*square);
        victim.is_some_and(|victim| victim.color == mv.piece.color && rules.role(victim.role).royal)
    };
    mv.captures.iter().chain(&mv.converts).any(is_own_royal)
        || mv.effects.iter().any(Effect::is_on_board) && loses_own_royal(rules, setup, mv)
}

/// Whether the effects of a move remove own royal pieces.
fn loses_own_royal(rules: &CompiledRules, setup: &Setup, mv: &Move) -> bool {
    let us = mv.piece.color;
    let after = moved_for_attacks(rules, setup, mv);
    rules.check && rules.royals(&after, us).count() < rules.royals(setup, us).count()
}

/// Whether the royal pieces of the mover are safe in the position after its move, and on the path of a
/// castling.
pub(in crate::movegen) fn are_safe(
    rules: &CompiledRules,
    setup: &Setup,
    mv: &Move,
    after: &Setup,
) -> bool {
    let us = mv.piece.color;
    if mv.kind != MoveKind::Castle || !rules.role(mv.piece.role).royal {
        return are_guarded(rules, after, us);
    }
    let is_alone = rules.royals(after, us).nth(1).is_none();
    castles_safely(rules, setup, mv)
        && (is_alone && goes_by_files(rules) || are_guarded(rules, after, us))
}

/// Whether castling is by fixed files, and so follows Fairy-Stockfish.
fn goes_by_files(rules: &CompiledRules) -> bool {
    rules.castling().is_some()
}

/// Clause `castle.safe`: a royal piece must not castle out of check or across an attacked square.
///
/// Squares on the path are tested with the piece on them and everything else unchanged. If castling is by
/// files, the piece also remains on its origin, as a mount for hoppers and as a shield, and its target is
/// tested without the partner.
fn castles_safely(rules: &CompiledRules, setup: &Setup, mv: &Move) -> bool {
    let them = mv.piece.color.opponent();
    if attacked(rules, setup, mv.from, them) {
        return false;
    }
    let by_files = goes_by_files(rules);
    let mut on_the_way = setup.clone();
    if !by_files {
        on_the_way.board.lift(mv.from);
    }
    note_castling_king(rules, mv.piece, &mut on_the_way);
    let last = (by_files && mv.from != mv.to).then_some(mv.to);
    let passes = rules
        .shape
        .line_between(mv.from, mv.to)
        .into_iter()
        .chain(last)
        .filter(|square| rules.shape.exists(*square))
        .all(|square| {
            let stood = on_the_way.board.lift(square);
            on_the_way.board.put(square, mv.piece);
            let mut is_safe = !attacked(rules, &on_the_way, square, them);
            if rules.checks().flying_generals {
                let origin = on_the_way.board.lift(mv.from);
                is_safe &= !facing_at(rules, &on_the_way, square, them);
                if let Some(origin) = origin {
                    on_the_way.board.put(mv.from, origin);
                }
            }
            on_the_way.board.lift(square);
            if let Some(stood) = stood {
                on_the_way.board.put(square, stood);
            }
            is_safe
        });
    if !passes || !by_files {
        return passes;
    }
    for (origin, _) in &mv.shifts {
        on_the_way.board.lift(*origin);
    }
    on_the_way.board.put(mv.to, mv.piece);
    !attacked(rules, &on_the_way, mv.to, them)
}

/// Whether the side's royal pieces are in check.
pub(crate) fn kings_attacked(rules: &CompiledRules, setup: &Setup, color: Color) -> bool {
    rules.check && !are_guarded(rules, setup, color)
}

/// Whether a side's royal pieces are as safe as the rules demand.
pub(in crate::movegen) fn are_guarded(rules: &CompiledRules, setup: &Setup, color: Color) -> bool {
    let royals: SmallVec<[Square; 4]> = rules.royals(setup, color).collect();
    let allowed = match rules.guard() {
        RoyalGuard::Every => 0,
        RoyalGuard::AllButOne => royals.len().min(2).saturating_sub(1),
        RoyalGuard::Last if royals.len() > 1 => royals.len(),
        RoyalGuard::Last => 0,
    };
    let attacked = royals
        .into_iter()
        .filter(|square| attacked(rules, setup, *square, color.opponent()));
    attacked.take(allowed + 1).count() <= allowed
}
