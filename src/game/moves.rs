//! Move codes, and lists of them.

use super::position::Position;
use crate::movegen::tables::EncodedMove;
use crate::state::Move;

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
        if let Some((plan, layout)) = self.layout() {
            layout.list(plan, &mut list.moves);
        } else {
            let numbers = 0..self.listed().len() as u32;
            list.moves.extend(numbers.map(EncodedMove::of_bits));
        }
    }

    /// The number of legal moves.
    #[doc(hidden)]
    pub fn n_moves(&self) -> usize {
        match self.layout() {
            Some((plan, layout)) => layout.count(plan) as usize,
            None => self.listed().len(),
        }
    }

    /// The full move of a code that this position has listed.
    ///
    /// # Panics
    /// May panic if another position has listed the code.
    pub fn expand(&self, code: MoveCode) -> Move {
        match self.layout() {
            Some((plan, layout)) => layout
                .unpack(plan, EncodedMove::of_bits(code.0))
                .expect("a position lists moves that it knows"),
            None => self.listed()[code.0 as usize].clone(),
        }
    }

    /// The code of a move; `None` if the move is not legal here.
    #[doc(hidden)]
    pub fn code(&self, mv: &Move) -> Option<MoveCode> {
        let Some((plan, layout)) = self.layout() else {
            let number = self.listed().iter().position(|listed| listed == mv)?;
            return Some(MoveCode(number as u32));
        };
        let mut packed = Vec::with_capacity(64);
        layout.list(plan, &mut packed);
        let goes_there = |other: &&EncodedMove| other.to() == mv.to.index();
        let mut alike = packed.iter().filter(goes_there);
        let found = alike.find(|other| layout.unpack(plan, **other).as_ref() == Some(mv))?;
        Some(MoveCode(found.bits()))
    }

    /// The position after the move of a code that this position has listed.
    ///
    /// # Panics
    /// May panic if another position has listed the code.
    pub fn play_code(&self, code: MoveCode) -> Position {
        let rules = self.variant().compiled_rules();
        match self.layout() {
            Some((plan, layout)) => {
                let next = layout.play(plan, rules, EncodedMove::of_bits(code.0));
                Position::table_position(self.variant().clone(), next)
            }
            None => self.after(&self.listed()[code.0 as usize]),
        }
    }
}
