//! Impossible checks: attacks on royal pieces that no legal game can leave.

use crate::geometry::Square;
use crate::movegen::{attacked_by, board_end, ended_by_rule, in_check};
use crate::rules::CompiledRules;
use crate::source::{Diagnostic, Span, codes};
use crate::state::{Piece, Setup};

/// The findings about attacked royal pieces of the side that is not to move.
pub(super) fn impossible_checks(
    rules: &CompiledRules,
    setup: &Setup,
    board: Span,
) -> Vec<Diagnostic> {
    // If a rule sets the side to move, or a turn has several moves, either side may be in check.
    if rules.has_turn_rule() {
        return Vec::new();
    }
    // A player that ends the game may leave its own royal pieces attacked.
    if board_end(rules, setup).is_some() || ended_by_rule(rules, setup).is_some() {
        return Vec::new();
    }
    let us = setup.turn;
    let them = us.opponent();
    let mut turned = setup.clone();
    turned.turn = them;
    turned.en_passant.clear();
    if !in_check(rules, &turned) {
        return Vec::new();
    }
    let royals: Vec<Square> = rules.royals(setup, them).collect();
    let hit = |by_royal: bool| {
        let counts = |_: Square, piece: Piece| rules.role(piece.role).royal == by_royal;
        royals
            .iter()
            .any(|square| attacked_by(rules, setup, *square, us, counts))
    };
    let (by_royal, by_others) = (hit(true), hit(false));
    let mut found = Vec::new();
    if by_royal {
        let message = "the royal pieces attack one another";
        found.push(Diagnostic::new(codes::FEN_TOUCHING_KINGS, board, message));
    }
    if by_others || !by_royal {
        let message = format!(
            "{} is in check, and it is {}'s turn",
            them.name(),
            us.name()
        );
        found.push(
            Diagnostic::new(codes::FEN_OPPONENT_IN_CHECK, board, message)
                .with_help("check the side to move"),
        );
    }
    found
}
