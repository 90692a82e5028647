//! Lists of legal moves with all their effects, playing moves, and move codes.

use std::fmt;

use crate::geometry::Square;
use crate::movegen::tables::EncodedMove;
use crate::movegen::{legal_moves, played};
use crate::state::Move;

use super::perft::Strategy;
use super::position::Position;

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
        sorted(if let Some(layout) = self.layout() {
            let mut packed = Vec::with_capacity(128);
            layout.list(&mut packed);
            let packed = packed.into_iter();
            let wanted = packed.filter(|mv| wanted(Square::new(mv.to() as u16)));
            wanted.filter_map(|mv| layout.unpack(mv)).collect()
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

// Move codes, and lists of them.

/// A legal move of one position, in four bytes.
///
/// It is valid only in the position that listed it and in its clones:
/// [`Position::expand`](super::Position::expand) gives the full move, and
/// [`Position::play_code`](super::Position::play_code) plays it.
///
/// [`MoveList`] has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MoveCode(pub(super) u32);

/// The legal moves of a position, in an unspecified but deterministic order.
///
/// Reusing a list avoids an allocation: [`Position::moves_into`](super::Position::moves_into) refills it.
///
/// ```
/// use ferz::game::MoveList;
/// use ferz::{Catalog, Position, Variant};
///
/// fn count(position: &Position, depth: usize, lists: &mut [MoveList]) -> usize {
///     let Some((list, deeper)) = lists.split_first_mut() else { return 1 };
///     position.moves_into(list);
///     list.iter().map(|code| count(&position.play_code(code), depth - 1, deeper)).sum()
/// }
///
/// let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
/// assert_eq!(count(&chess.start(), 3, &mut vec![MoveList::new(); 3]), 8902);
/// ```
#[derive(Clone, Debug, Default)]
pub struct MoveList {
    pub(super) moves: Vec<EncodedMove>,
}

impl MoveList {
    /// An empty list.
    pub fn new() -> MoveList {
        MoveList::default()
    }

    /// The number of moves.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The move at an index.
    pub fn get(&self, index: usize) -> Option<MoveCode> {
        self.moves.get(index).map(|mv| MoveCode(mv.bits()))
    }

    /// All moves of the list.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = MoveCode> + '_ {
        self.moves.iter().map(|mv| MoveCode(mv.bits()))
    }
}

impl Position {
    /// All legal moves as codes, in an unspecified order.
    ///
    /// ```
    /// use ferz::{Catalog, Variant};
    ///
    /// let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
    /// let start = chess.start();
    /// let moves = start.moves();
    /// assert_eq!(moves.len(), 20);
    /// let next = start.play_code(moves.get(0).unwrap());
    /// assert_eq!(next.turn(), start.turn().opponent());
    /// ```
    pub fn moves(&self) -> MoveList {
        let mut list = MoveList {
            moves: Vec::with_capacity(64),
        };
        self.moves_into(&mut list);
        list
    }

    /// Replaces the contents of a list by all legal moves.
    pub fn moves_into(&self, list: &mut MoveList) {
        list.moves.clear();
        if let Some(layout) = self.layout() {
            layout.list(&mut list.moves);
        } else {
            let numbers = 0..self.listed().len() as u32;
            list.moves.extend(numbers.map(EncodedMove::of_bits));
        }
    }

    /// The number of legal moves.
    #[doc(hidden)]
    pub fn n_moves(&self) -> usize {
        match self.layout() {
            Some(layout) => layout.count() as usize,
            None => self.listed().len(),
        }
    }

    /// The full move of a code that this position has listed.
    ///
    /// # Panics
    /// May panic if another position has listed the code.
    pub fn expand(&self, code: MoveCode) -> Move {
        match self.layout() {
            Some(layout) => layout
                .unpack(EncodedMove::of_bits(code.0))
                .expect("a position lists moves that it knows"),
            None => self.listed()[code.0 as usize].clone(),
        }
    }

    /// The code of a move; `None` if the move is not legal here.
    #[doc(hidden)]
    pub fn code(&self, mv: &Move) -> Option<MoveCode> {
        let Some(layout) = self.layout() else {
            let number = self.listed().iter().position(|listed| listed == mv)?;
            return Some(MoveCode(number as u32));
        };
        let mut packed = Vec::with_capacity(64);
        layout.list(&mut packed);
        let goes_there = |other: &&EncodedMove| other.to() == mv.to.index();
        let mut alike = packed.iter().filter(goes_there);
        let found = alike.find(|other| layout.unpack(**other).as_ref() == Some(mv))?;
        Some(MoveCode(found.bits()))
    }

    /// The position after the move of a code that this position has listed.
    ///
    /// # Panics
    /// May panic if another position has listed the code.
    pub fn play_code(&self, code: MoveCode) -> Position {
        let rules = self.variant().compiled_rules();
        match self.layout() {
            Some(layout) => {
                let next = layout.play(rules, EncodedMove::of_bits(code.0));
                Position::table_position(self.variant().clone(), next)
            }
            None => self.after(&self.listed()[code.0 as usize]),
        }
    }
}
