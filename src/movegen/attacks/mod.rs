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
pub(crate) fn attacked(book: &CompiledRules, setup: &Setup, target: Square, by: Color) -> bool {
    attacked_by(book, setup, target, by, |_, _| true)
        || book.rules_speak_in(Phases::ADD_ATTACKS)
            && custom::attacked_by_enemies(book, setup, target, by)
}

/// [`attacked`] by a piece that `counts` accepts.
pub(crate) fn attacked_by(
    book: &CompiledRules,
    setup: &Setup,
    target: Square,
    by: Color,
    counts: impl Fn(Square, Piece) -> bool,
) -> bool {
    setup.board.pieces_of(by).any(|(from, piece)| {
        counts(from, piece)
            && could_attack(book, setup, from, piece, target)
            && attacks(book, setup, from, piece, target)
    })
}

/// Whether the piece on `from` might capture on `target`; `false` is certain.
#[inline]
pub(super) fn could_attack(
    book: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    target: Square,
) -> bool {
    // Custom rules can add any attack.
    if book.rules_speak_in(Phases::ADD_ATTACKS) {
        return true;
    }
    if book.asks_beside_moves() {
        may_hit(book, setup, from, piece, target)
    } else {
        book.may_reach(piece, from, target)
    }
}

/// Whether the piece on `from` could capture an enemy piece on `target`.
#[inline]
pub(super) fn attacks(
    book: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    target: Square,
) -> bool {
    let by_walks = walks_attack(book, setup, from, piece, target);
    if book.rules_speak_in(Phases::ATTACK) {
        custom::attacks(book, setup, from, piece, target, by_walks)
    } else {
        by_walks
    }
}

/// [`attacks`] without custom rules.
pub(super) fn walks_attack(
    book: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    target: Square,
) -> bool {
    if book.asks_beside_moves() {
        attacks_beside_walks(book, setup, from, piece, target)
    } else {
        let moves = &book.role(piece.role).moves;
        walks_hit(book, setup, from, piece, moves, target)
    }
}

/// [`walks_attack`] in a variant with special actions or capture rules.
fn attacks_beside_walks(
    book: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    target: Square,
) -> bool {
    if is_protected(book, setup, target, piece.color.opponent()) {
        return false;
    }
    let attack = RuleAttack {
        book,
        setup,
        from,
        piece,
        target,
    };
    // The reference is the list of all moves.
    if book.uses_path_programs()
        && let Some(hit) = attack.hits()
    {
        return hit && !is_frozen(book, setup, from, piece);
    }
    let acting = acting_role(book, setup, piece);
    let just_jumps = |role| only_jumps(book.role(role));
    // A walk attacks even if it could not end there because its mover cannot promote.
    if just_jumps(acting) && just_jumps(piece.role) {
        let hits = |by: &[RoleMove]| walks_hit(book, setup, from, piece, by, target);
        let hit = book.may_reach(piece, from, target) && hits(&book.role(piece.role).moves)
            || acting != piece.role && hits(book.imitable(acting))
            || jumpers(book, setup, from, piece, acting).any(|jumper| jumper.captures(target));
        return hit && !is_frozen(book, setup, from, piece);
    }
    let mut moves = Vec::new();
    piece_moves(book, setup, from, piece, &mut moves);
    moves
        .iter()
        .any(|mv| mv.captures.contains(&target) || mv.converts.contains(&target))
}

/// Whether a royal piece of the opponent is attacked.
pub(super) fn gives_check(book: &CompiledRules, after: &Setup, us: Color) -> bool {
    book.royals(after, us.opponent())
        .any(|square| attacked(book, after, square, us))
}

/// Adds the squares on which it depends that the piece on `from` does not capture on `target`. Returns
/// `false` if it does, or if the attack depends on more than squares.
pub(super) fn misses(
    book: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    target: Square,
    depends: &mut Dependence,
) -> bool {
    let just_walks = !book.asks_beside_moves()
        || book.role(piece.role).only_walks
            && !book.has_freezers()
            && !book.has_aftermaths()
            && book.capture_only.is_none();
    if just_walks {
        return walks_miss(book, setup, (from, piece), target, depends);
    }
    let attack = RuleAttack {
        book,
        setup,
        from,
        piece,
        target,
    };
    !walks_attack(book, setup, from, piece, target) && attack.reads(depends)
}
