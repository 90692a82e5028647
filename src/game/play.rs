//! Legal moves with all their effects, and playing them.

use std::fmt;

use super::perft::Strategy;
use super::position::Position;
use crate::geometry::Square;
use crate::movegen::{legal_moves, played};
use crate::state::Move;

/// A move that is not legal, with the position it was tried in.
#[derive(Clone, Debug)]
pub struct PlayError {
    /// The move.
    pub refused: Box<Move>,
    /// The untouched position.
    pub position: Box<Position>,
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the move is not legal in this position")
    }
}

impl std::error::Error for PlayError {}

impl Position {
    /// All legal moves, in ascending order; moves that differ in nothing but their promotion are in
    /// the order in which the definition names the choices.
    ///
    /// Where [`Position::beyond_limits`] finds something, some are left out.
    ///
    /// They are found by [`Strategy::Fastest`]: the first question about a variant compiles its
    /// tables, or its lists of paths. Who asks only once may prefer
    /// [`legal_moves_with`](Position::legal_moves_with)`(Strategy::General)`, and who does not look at
    /// every move closely [`moves`](Position::moves).
    pub fn legal_moves(&self) -> Vec<Move> {
        self.legal_moves_with(Strategy::Fastest)
    }

    /// [`Position::legal_moves`] found in a certain way. The answer is the same, with every effect of
    /// every move, so a move that one engine has listed is legal to all.
    pub fn legal_moves_with(&self, strategy: Strategy) -> Vec<Move> {
        match strategy {
            Strategy::Fastest => self.listed_moves(|_| true),
            Strategy::General => sorted(legal_moves(self.variant().book(), self.setup())),
        }
    }

    /// The legal moves whose target is wanted.
    pub(super) fn listed_moves(&self, wanted: impl Fn(Square) -> bool) -> Vec<Move> {
        sorted(if let Some((plan, layout)) = self.layout() {
            let mut packed = Vec::with_capacity(128);
            layout.list(plan, &mut packed);
            let packed = packed.into_iter();
            let wanted = packed.filter(|mv| wanted(Square::new(mv.to() as u16)));
            wanted.filter_map(|mv| layout.unpack(plan, mv)).collect()
        } else {
            let listed = self.listed().iter();
            listed.filter(|mv| wanted(mv.to)).cloned().collect()
        })
    }

    /// Whether the move is legal here.
    pub fn is_legal(&self, mv: &Move) -> bool {
        self.code(mv).is_some()
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If the move is not legal; the error gives both back.
    pub fn play(&self, mv: &Move) -> Result<Position, PlayError> {
        match self.code(mv) {
            Some(code) => Ok(self.play_code(code)),
            None => Err(self.refuse(mv)),
        }
    }

    /// Plays a move in a certain way. The answer is the same.
    ///
    /// # Errors
    /// As [`Position::play`].
    pub fn play_with(&self, mv: &Move, strategy: Strategy) -> Result<Position, PlayError> {
        match strategy {
            Strategy::Fastest => self.play(mv),
            Strategy::General if self.legal_moves_with(strategy).contains(mv) => Ok(self.after(mv)),
            Strategy::General => Err(self.refuse(mv)),
        }
    }

    fn refuse(&self, mv: &Move) -> PlayError {
        PlayError {
            refused: Box::new(mv.clone()),
            position: Box::new(self.clone()),
        }
    }

    /// The position after a move that is known to be legal.
    pub fn play_unchecked(&self, mv: &Move) -> Position {
        // A move that is not legal, though the caller knows better, is made for what it says.
        match self.layout().and_then(|_| self.code(mv)) {
            Some(code) => self.play_code(code),
            None => self.after(mv),
        }
    }

    /// The position after a move, by the general engine.
    pub(super) fn after(&self, mv: &Move) -> Position {
        let setup = played(self.variant().book(), self.setup(), mv);
        Position::new(self.variant().clone(), setup)
    }
}

/// Moves in the order in which they are listed.
fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    // Choices of promotion stay in the order of the definition.
    moves.sort_by(|first, other| apart_from_promotion(first).cmp(&apart_from_promotion(other)));
    moves
}

/// By what moves are listed.
fn apart_from_promotion(mv: &Move) -> impl Ord + '_ {
    let Move {
        kind,
        from,
        to,
        piece,
        promotion: _,
        from_hand: _,
        captures,
        converts,
        shifts,
        marks,
        gate,
        wall,
        effects,
    } = mv;
    let others = (captures, converts, shifts, marks);
    (kind, from, to, piece, others, gate, wall, effects)
}
