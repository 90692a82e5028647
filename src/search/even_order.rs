//! Moves in an order that is the same for both sides: as each side sees the board.
//!
//! Which of the late moves are left out depends on the order of those that nothing tells apart. Where each side
//! lists them as the other would, a position with the sides exchanged is searched in the same way.

use crate::geometry::{BoardShape, Square};
use crate::movegen::{Candidate, SearchStack};
use crate::state::{Color, Move, Role};

/// What a move does, on the board as its side sees it.
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

/// Brings the moves of the side to move into that order.
pub(super) fn sort(stack: &mut dyn SearchStack, shape: &BoardShape, list: &mut [Candidate]) {
    let turn = stack.node().turn;
    list.sort_by_cached_key(|mv| {
        let mv = stack.expand(mv.code);
        mv.map(|mv| SeenMove::new(&mv, shape, turn))
    });
}
