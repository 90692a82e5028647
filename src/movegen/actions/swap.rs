//! Swaps: exchanging squares with another piece.

use crate::geometry::{Bearing, FewOf, Square};
use crate::rules::{CompiledRules, ReachTable};
use crate::state::{Cell, Move, Piece, Role, Setup};

/// The pieces with which a piece can swap.
pub(in crate::movegen) struct Partners<'a, F, G> {
    /// The reach of the swap.
    pub(in crate::movegen) reach: &'a ReachTable,
    /// The role that has this reach.
    pub(in crate::movegen) role: Role,
    /// Whether it can swap with this piece.
    pub(in crate::movegen) meant: F,
    /// Whether it can leap over this piece and capture it on the way.
    pub(in crate::movegen) leaps: G,
}

/// Adds the swaps with pieces within reach: the first piece on each line, or any piece on the target squares
/// of a movement.
pub(in crate::movegen) fn swaps(
    rules: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    partners: &Partners<'_, impl Fn(Piece) -> bool, impl Fn(Piece) -> bool>,
    moves: &mut Vec<Move>,
) {
    let is_near = match partners.reach {
        ReachTable::Around => true,
        ReachTable::Lines => false,
        reach => {
            let role = partners.role;
            for at in &rules.within(reach, setup, from, Piece { role, ..piece }) {
                let other = setup.board.piece(at);
                if at != from && other.is_some_and(&partners.meant) {
                    let mut mv = Move::walk(piece, from, at);
                    mv.shifts.push((at, from));
                    moves.push(mv);
                }
            }
            return;
        }
    };
    for way in Bearing::ALL {
        let mut taken: FewOf<Square, 4> = FewOf::new();
        let mut at = from;
        while let Some(next) = rules.compass.next(at, way) {
            match setup.board.get(next) {
                Cell::Empty if is_near || rules.shape.vanishing().contains(next) => break,
                Cell::Empty => at = next,
                Cell::Wall => break,
                Cell::Piece(other) => {
                    if (partners.meant)(other) {
                        let mut mv = Move::walk(piece, from, next);
                        mv.captures.clone_from(&taken);
                        mv.captures.sort_unstable();
                        mv.shifts.push((next, from));
                        moves.push(mv);
                    }
                    let behind = rules.compass.next(next, way);
                    let free = behind.is_some_and(|behind| {
                        setup.board.get(behind) == Cell::Empty
                            && !rules.shape.vanishing().contains(behind)
                    });
                    if !free || !(partners.leaps)(other) {
                        break;
                    }
                    taken.push(next);
                    at = next;
                }
            }
        }
    }
}
