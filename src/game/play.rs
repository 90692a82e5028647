//! Lists of legal moves with all their effects, and playing moves.

use std::fmt;

use super::perft::Strategy;
use super::position::Position;
use crate::geometry::Square;
use crate::movegen::{legal_moves, played};
use crate::state::Move;

/// The error for a move that is not legal, with the position in which it was tried.
///
/// ```
/// use ferz::Variant;
///
/// let chess = Variant::builtin("chess").unwrap();
/// let start = chess.start();
/// let push = start.parse_move("e2e4").unwrap();
/// let next = start.play(&push).unwrap();
/// let error = next.play(&push).unwrap_err();
/// assert_eq!((*error.position, *error.refused), (next, push));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PlayError {
    /// The move.
    pub refused: Box<Move>,
    /// The unchanged position.
    pub position: Box<Position>,
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the move is not legal in this position")
    }
}

impl std::error::Error for PlayError {}

impl Position {
    /// All legal moves, in ascending order. Moves that differ only in their promotion are in the order in
    /// which the definition lists the choices.
    ///
    /// If [`Position::beyond_limits`] reports an error, the list is incomplete.
    ///
    /// The moves are found by [`Strategy::Fastest`]; its first use with a variant compiles the tables or the
    /// path programs. [`legal_moves_with`](Position::legal_moves_with)`(Strategy::General)` avoids that for a
    /// single list, and [`moves`](Position::moves) is faster for callers that do not need every move in full.
    pub fn legal_moves(&self) -> Vec<Move> {
        self.legal_moves_with(Strategy::Fastest)
    }

    /// [`Position::legal_moves`] by one of the two engines. Both give the same moves with the same effects,
    /// so a move from one engine is legal for the other.
    #[doc(hidden)]
    pub fn legal_moves_with(&self, strategy: Strategy) -> Vec<Move> {
        match strategy {
            Strategy::Fastest => self.listed_moves(|_| true),
            Strategy::General => sorted(legal_moves(self.variant().compiled_rules(), self.setup())),
        }
    }

    /// The legal moves to the squares that `wanted` accepts.
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

    /// Whether a move is legal here.
    pub fn is_legal(&self, mv: &Move) -> bool {
        self.code(mv).is_some()
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If the move is not legal; the error returns the move and the position.
    pub fn play(&self, mv: &Move) -> Result<Position, PlayError> {
        match self.code(mv) {
            Some(code) => Ok(self.play_code(code)),
            None => Err(self.refuse(mv)),
        }
    }

    /// Plays a move by one of the two engines, with the same result.
    ///
    /// # Errors
    /// Those of [`Position::play`].
    #[doc(hidden)]
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
        // A move that is not in the list is made from its data alone.
        match self.layout().and_then(|_| self.code(mv)) {
            Some(code) => self.play_code(code),
            None => self.after(mv),
        }
    }

    /// The position after a move, by the general engine.
    pub(super) fn after(&self, mv: &Move) -> Position {
        let setup = played(self.variant().compiled_rules(), self.setup(), mv);
        Position::new(self.variant().clone(), setup)
    }
}

/// Moves in the order of the public lists.
fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    // The choices of a promotion stay in the order of the definition.
    moves.sort_by(|first, other| apart_from_promotion(first).cmp(&apart_from_promotion(other)));
    moves
}

/// The sort key of a move: everything but its promotion.
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
