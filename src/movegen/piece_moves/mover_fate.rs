//! Consequences of a move for its mover: it changes its kind, leaves the board, explodes or is burned.

use smallvec::SmallVec;

use crate::definition::{AfterMove, PieceSet, Quiet};
use crate::geometry::Square;
use crate::movegen::walks::{merge_equal_moves, push_with_promotions};
use crate::rules::{CompiledRules, RoleRules, is_burned, relocate};
use crate::state::{Move, MoveKind, Piece, Role, Setup};

/// The consequence for the mover.
enum Fate {
    Changes(Role),
    Leaves,
    Explodes,
}

/// Whether a role can explode by its own move.
pub(in crate::movegen) fn explodes(role: &RoleRules) -> bool {
    let after = role.after.as_ref();
    after.is_some_and(|after| !after.explodes.is_empty() || after.quiet == Some(Quiet::Explodes))
}

/// Applies the consequences to the moves from `first` on.
pub(in crate::movegen) fn apply_fates(
    rules: &CompiledRules,
    setup: &Setup,
    moves: &mut Vec<Move>,
    first: usize,
) {
    for mut mv in moves.split_off(first) {
        if mv.kind != MoveKind::Normal || !mv.mover_stays() {
            moves.push(mv);
            continue;
        }
        let after = rules.role(mv.piece.role).after.as_ref();
        match after.and_then(|after| fate(after, setup, &mv)) {
            None => {}
            Some(Fate::Changes(role)) => {
                change(rules, setup, &mv, role, moves);
                continue;
            }
            Some(Fate::Leaves) => leave(&mut mv),
            Some(Fate::Explodes) if !explode(rules, setup, &mut mv) => continue,
            Some(Fate::Explodes) => {}
        }
        if mv.mover_stays() {
            let role = mv.role_after();
            let arrived = Piece { role, ..mv.piece };
            if is_burned(rules, setup, &mv, arrived) {
                leave(&mut mv);
            }
        }
        moves.push(mv);
    }
    merge_equal_moves(moves, first);
}

fn fate(after: &AfterMove, setup: &Setup, mv: &Move) -> Option<Fate> {
    let victims = || {
        let pieces = mv.captures.iter().filter_map(|at| setup.board.piece(*at));
        pieces
            .filter(|victim| victim.color != mv.piece.color)
            .map(|victim| victim.role)
    };
    let any = |set: PieceSet| victims().any(|victim| set.contains(victim));
    if mv.captures.is_empty() && mv.converts.is_empty() {
        return after.quiet.map(|quiet| match quiet {
            Quiet::Becomes(piece) => Fate::Changes(piece.into()),
            Quiet::Explodes => Fate::Explodes,
        });
    }
    if any(after.explodes) {
        return Some(Fate::Explodes);
    }
    if any(after.vanishes) {
        return Some(Fate::Leaves);
    }
    let mut changes = after.becomes.iter();
    let change = changes.find(|(victim, _)| victims().any(|other| *victim == other.into()));
    change.map(|(_, piece)| Fate::Changes((*piece).into()))
}

/// Replaces the mover by another kind of piece, which may then promote.
fn change(rules: &CompiledRules, setup: &Setup, mv: &Move, role: Role, moves: &mut Vec<Move>) {
    let first = moves.len();
    let piece = Piece { role, ..mv.piece };
    let changed = Move {
        piece,
        promotion: None,
        from_hand: false,
        ..mv.clone()
    };
    push_with_promotions(rules, setup, changed, moves);
    for changed in &mut moves[first..] {
        let role = changed.role_after();
        changed.piece = mv.piece;
        changed.promotion = (role != mv.piece.role).then_some(role);
        if is_burned(rules, setup, changed, Piece { role, ..piece }) {
            leave(changed);
        }
    }
}

/// Removes the mover from its target.
fn leave(mv: &mut Move) {
    mv.promotion = None;
    mv.from_hand = false;
    mv.marks.clear();
    mv.captures.push(mv.from);
    mv.captures.sort_unstable();
}

/// Removes the mover and everything within reach. Returns whether this is possible.
fn explode(rules: &CompiledRules, setup: &Setup, mv: &mut Move) -> bool {
    let is_own_king = |square: Square| {
        let piece = setup.board.piece(square);
        piece.is_some_and(|piece| piece.color == mv.piece.color && rules.role(piece.role).king)
    };
    let reach = &rules.role(mv.piece.role).reaches.after;
    let near: SmallVec<[Square; 8]> = if reach.is_around() {
        rules.compass.neighbors(mv.to).collect()
    } else {
        let after = relocate(rules, setup, mv, false);
        let near = rules.within(reach, &after, mv.to, mv.piece);
        near.iter().collect()
    };
    let hit: Vec<Square> = (near.into_iter())
        .filter(|square| *square != mv.from && !mv.captures.contains(square))
        .filter(|square| setup.board.piece(*square).is_some())
        .collect();
    if rules.role(mv.piece.role).king || hit.iter().copied().any(is_own_king) {
        return false;
    }
    mv.captures.extend(hit);
    leave(mv);
    true
}
