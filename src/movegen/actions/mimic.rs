//! Mimicry: captures by the actions of the captured pieces.

use crate::definition::{Action, CaptureMethod, Mimic, PieceCaptures};
use crate::geometry::Square;
use crate::rules::{CompiledRules, ReachTable};
use crate::state::{Move, Piece, Role, Setup};

use super::burst::{booms, within};
use super::leap::{self, leaps_singly, long_leaps};
use super::swap::{Partners, swaps};

/// The mimicry of the piece, if it has any.
#[inline]
pub(in crate::movegen) fn mimic(captures: &PieceCaptures) -> Option<Mimic> {
    captures.methods.iter().find_map(|method| match method {
        CaptureMethod::Mimic(mimic) => Some(*mimic),
        _ => None,
    })
}

/// Leaps over leapers, and swaps with swappers.
pub(in crate::movegen) fn borrowed(
    rules: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    mimic: Mimic,
    moves: &mut Vec<Move>,
) {
    let is_enemy = |other: Piece| other.color != piece.color;
    let theirs = || setup.board.pieces_of(piece.color.opponent());
    // PERF: usually no piece to borrow from is on the board.
    for single in [false, true] {
        let leaps = |other: Piece| leaps_singly(rules, other) == Some(single);
        if rules.has_leapers(single) && theirs().any(|(_, other)| leaps(other)) {
            let leap = leap::borrowed(rules, single);
            long_leaps(rules, setup, from, piece, &leap, moves);
        }
    }
    let swaps_at_all = |other: Piece| {
        let mut actions = rules.role(other.role).actions.iter();
        actions.any(is_swap)
    };
    if mimic.swaps && theirs().any(|(_, other)| swaps_at_all(other)) {
        let partners = Partners {
            reach: &ReachTable::Lines,
            role: piece.role,
            meant: |other: Piece| is_enemy(other) && swaps_along_lines(rules, other),
            leaps: |other: Piece| is_enemy(other) && leaps_singly(rules, other) == Some(false),
        };
        swaps(rules, setup, from, piece, &partners, moves);
        for (reach, role) in afar(rules, is_swap) {
            let partners = Partners {
                reach,
                role,
                meant: |other: Piece| is_enemy(other) && other.role == role,
                leaps: |_: Piece| false,
            };
            swaps(rules, setup, from, piece, &partners, moves);
        }
    }
}

const fn is_swap(action: &Action) -> bool {
    matches!(action, Action::Swap { .. })
}

const fn is_boom(action: &Action) -> bool {
    matches!(action, Action::Boom { .. })
}

/// The actions of a kind whose reach is not the usual one, by role.
fn afar(
    rules: &CompiledRules,
    is_meant: fn(&Action) -> bool,
) -> impl Iterator<Item = (&ReachTable, Role)> {
    (0..)
        .map(Role::new)
        .zip(&rules.roles)
        .flat_map(move |(number, role)| {
            role.actions_with_reach()
                .filter(move |(action, reach)| is_meant(action) && reach.is_far())
                .map(move |(_, reach)| (reach, number))
        })
}

/// Whether a piece has a swap of the usual reach.
fn swaps_along_lines(rules: &CompiledRules, piece: Piece) -> bool {
    let mut actions = rules.role(piece.role).actions_with_reach();
    actions.any(|(action, reach)| is_swap(action) && !reach.is_far())
}

/// Booms together with pieces that boom.
pub(in crate::movegen) fn borrowed_booms(
    rules: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    moves: &mut Vec<Move>,
) {
    let booming = |_: Square, victim: Piece| {
        let mut actions = rules.role(victim.role).actions_with_reach();
        actions.any(|(action, reach)| is_boom(action) && reach.is_around())
    };
    let around = within(rules, setup, &ReachTable::Around, from, piece);
    booms(setup, from, piece, &around, booming, moves);
    for (reach, role) in afar(rules, is_boom) {
        let near = within(rules, setup, reach, from, Piece { role, ..piece });
        let booming = |_: Square, victim: Piece| victim.role == role;
        booms(setup, from, piece, &near, booming, moves);
    }
}
