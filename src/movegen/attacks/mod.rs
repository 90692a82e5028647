//! Attack detection, and the squares on which an attack depends.

mod coverage;
mod rule_attacks;

use crate::geometry::Square;
use crate::rules::{CompiledRules, Phases, RoleMove, acting_role, is_frozen, is_protected};
use crate::state::{Color, Piece, Setup};

use super::actions::series::jumpers;
use super::custom;
use super::piece_moves::piece_moves;
use super::walks::{Dependence, walks_hit, walks_miss};
pub(super) use coverage::may_hit;
use rule_attacks::{RuleAttack, only_jumps};

/// Whether `by` attacks `target`: it could capture an enemy piece on this square.
///
/// There is no reverse move generation: the pieces of `by` are moved, after a fast test of their reach.
pub(crate) fn attacked(rules: &CompiledRules, setup: &Setup, target: Square, by: Color) -> bool {
    attacked_by(rules, setup, target, by, |_, _| true)
        || rules.rules_speak_in(Phases::ADD_ATTACKS)
            && custom::attacked_by_enemies(rules, setup, target, by)
}

/// [`attacked`] by a piece that `counts` accepts.
pub(crate) fn attacked_by(
    rules: &CompiledRules,
    setup: &Setup,
    target: Square,
    by: Color,
    counts: impl Fn(Square, Piece) -> bool,
) -> bool {
    setup.board.pieces_of(by).any(|(from, piece)| {
        counts(from, piece)
            && could_attack(rules, setup, from, piece, target)
            && attacks(rules, setup, from, piece, target)
    })
}

/// Whether the piece on `from` might capture on `target`; `false` is certain.
#[inline]
pub(super) fn could_attack(
    rules: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    target: Square,
) -> bool {
    // Custom rules can add any attack.
    if rules.rules_speak_in(Phases::ADD_ATTACKS) {
        return true;
    }
    if rules.asks_beside_moves() {
        may_hit(rules, setup, from, piece, target)
    } else {
        rules.may_reach(piece, from, target)
    }
}

/// Whether the piece on `from` could capture an enemy piece on `target`.
#[inline]
pub(super) fn attacks(
    rules: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    target: Square,
) -> bool {
    let by_walks = walks_attack(rules, setup, from, piece, target);
    if rules.rules_speak_in(Phases::ATTACK) {
        custom::attacks(rules, setup, from, piece, target, by_walks)
    } else {
        by_walks
    }
}

/// [`attacks`] without custom rules.
pub(super) fn walks_attack(
    rules: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    target: Square,
) -> bool {
    if rules.asks_beside_moves() {
        attacks_beside_walks(rules, setup, from, piece, target)
    } else {
        let moves = &rules.role(piece.role).moves;
        walks_hit(rules, setup, from, piece, moves, target)
    }
}

/// [`walks_attack`] in a variant with special actions or capture rules.
fn attacks_beside_walks(
    rules: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    target: Square,
) -> bool {
    if is_protected(rules, setup, target, piece.color.opponent()) {
        return false;
    }
    let attack = RuleAttack {
        rules,
        setup,
        from,
        piece,
        target,
    };
    // The reference is the list of all moves.
    if rules.uses_path_programs()
        && let Some(hit) = attack.hits()
    {
        return hit && !is_frozen(rules, setup, from, piece);
    }
    let acting = acting_role(rules, setup, piece);
    let just_jumps = |role| only_jumps(rules.role(role));
    // A walk attacks even if it could not end there because its mover cannot promote.
    if just_jumps(acting) && just_jumps(piece.role) {
        let hits = |by: &[RoleMove]| walks_hit(rules, setup, from, piece, by, target);
        let hit = rules.may_reach(piece, from, target) && hits(&rules.role(piece.role).moves)
            || acting != piece.role && hits(rules.imitable(acting))
            || jumpers(rules, setup, from, piece, acting).any(|jumper| jumper.captures(target));
        return hit && !is_frozen(rules, setup, from, piece);
    }
    let mut moves = Vec::new();
    piece_moves(rules, setup, from, piece, &mut moves);
    moves
        .iter()
        .any(|mv| mv.captures.contains(&target) || mv.converts.contains(&target))
}

/// Whether a royal piece of the opponent is attacked.
pub(super) fn gives_check(rules: &CompiledRules, after: &Setup, us: Color) -> bool {
    rules
        .royals(after, us.opponent())
        .any(|square| attacked(rules, after, square, us))
}

/// Adds the squares on which the absence of a capture on `target` by the piece on `from` depends.
/// Returns `false` if the piece captures there, or if the attack depends on more than squares.
pub(super) fn misses(
    rules: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    target: Square,
    depends: &mut Dependence,
) -> bool {
    let just_walks = !rules.asks_beside_moves()
        || rules.role(piece.role).only_walks
            && !rules.has_freezers()
            && !rules.has_aftermaths()
            && rules.capture_only.is_none();
    if just_walks {
        return walks_miss(rules, setup, (from, piece), target, depends);
    }
    let attack = RuleAttack {
        rules,
        setup,
        from,
        piece,
        target,
    };
    !walks_attack(rules, setup, from, piece, target) && attack.reads(depends)
}
