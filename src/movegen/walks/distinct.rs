//! Move lists without duplicates.

use crate::rules::CompiledRules;
use crate::source::budget::spend;
use crate::state::Move;

/// No earlier move.
const NONE: u32 = u32::MAX;

/// A list without duplicates. Only moves with the same target are compared.
pub(in crate::movegen) struct Distinct {
    moves: Vec<Move>,
    /// The last move to each square.
    last: Vec<u32>,
    /// The previous move to the same square, by move.
    earlier: Vec<u32>,
}

impl Distinct {
    /// A list that begins with some moves, which are not compared.
    pub(in crate::movegen) fn after(rules: &CompiledRules, moves: Vec<Move>) -> Distinct {
        let mut last = vec![NONE; rules.shape.area()];
        let mut earlier = Vec::with_capacity(moves.len());
        for (index, mv) in moves.iter().enumerate() {
            let last = &mut last[mv.to.index()];
            earlier.push(*last);
            *last = index as u32;
        }
        Distinct {
            moves,
            last,
            earlier,
        }
    }

    /// Adds a move unless it is in the list.
    pub(in crate::movegen) fn push(&mut self, mv: Move) {
        self.push_new(mv);
    }

    /// The same; returns the index of a new move.
    pub(in crate::movegen) fn push_new(&mut self, mv: Move) -> Option<usize> {
        let last = &mut self.last[mv.to.index()];
        let mut at = *last;
        while at != NONE {
            if spend(1).is_err() {
                return None;
            }
            let other = &self.moves[at as usize];
            if other.from == mv.from && other.gate == mv.gate && *other == mv {
                return None;
            }
            at = self.earlier[at as usize];
        }
        self.earlier.push(*last);
        let place = self.moves.len();
        *last = place as u32;
        self.moves.push(mv);
        Some(place)
    }

    /// The moves in order.
    pub(in crate::movegen) fn into_moves(self) -> Vec<Move> {
        self.moves
    }
}
