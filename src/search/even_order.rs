//! Color-symmetric order of moves.
//!
//! Late moves are pruned by their number, so the order of moves with equal scores matters. With this order a
//! position with the colors exchanged has the same search tree.

use crate::geometry::{BoardShape, Square};
use crate::movegen::{Candidate, SearchStack};
use crate::state::{Color, Move, Role};

/// A move and its effects, on the board as seen by its side.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct SeenMove {
    ends: [Square; 2],
    piece: Role,
    promotion: Option<Role>,
    gate: Option<(Role, Square)>,
    wall: Option<Square>,
    captures: Vec<Square>,
    converts: Vec<Square>,
    shifts: Vec<[Square; 2]>,
    from_hand: bool,
}

impl SeenMove {
    fn new(mv: &Move, shape: &BoardShape, turn: Color) -> SeenMove {
        let seen = |square: Square| match turn {
            Color::White => square,
            Color::Black => shape.mirrored(square),
        };
        let all_seen = |squares: &[Square]| {
            let mut squares: Vec<Square> = squares.iter().copied().map(seen).collect();
            squares.sort_unstable();
            squares
        };
        let shifts = mv.shifts.iter();
        let mut shifts: Vec<[Square; 2]> =
            shifts.map(|(from, to)| [*from, *to].map(seen)).collect();
        shifts.sort_unstable();
        SeenMove {
            ends: [mv.from, mv.to].map(seen),
            piece: mv.piece.role,
            promotion: mv.promotion,
            gate: mv.gate.map(|(role, square)| (role, seen(square))),
            wall: mv.wall.map(seen),
            captures: all_seen(&mv.captures),
            converts: all_seen(&mv.converts),
            shifts,
            from_hand: mv.from_hand,
        }
    }
}

/// Sorts the moves of the side to move as this side sees them.
pub(super) fn sort(stack: &mut dyn SearchStack, shape: &BoardShape, list: &mut [Candidate]) {
    let turn = stack.node().turn;
    list.sort_by_cached_key(|mv| {
        let mv = stack.expand(mv.code);
        mv.map(|mv| SeenMove::new(&mv, shape, turn))
    });
}
