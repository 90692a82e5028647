//! Legal moves as numbers, and lists of them.

use crate::movegen::fast::Packed;

/// A legal move of one position, in four bytes.
///
/// It means something only in the position that listed it and in its clones:
/// [`Position::expand`](super::Position::expand) says what it does there, and
/// [`Position::play_code`](super::Position::play_code) plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MoveCode(pub(super) u32);

/// The legal moves of a position, in no order, but always the same.
///
/// A list that is used again needs no memory of its own each time:
/// [`Position::moves_into`](super::Position::moves_into) fills it anew.
///
/// ```
/// use ferz::definition::Catalog;
/// use ferz::game::{MoveList, Position, Variant};
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
    pub(super) moves: Vec<Packed>,
}

impl MoveList {
    /// An empty list.
    pub fn new() -> MoveList {
        MoveList::default()
    }

    /// How many moves there are.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The move with this number in the list.
    pub fn get(&self, index: usize) -> Option<MoveCode> {
        self.moves.get(index).map(|mv| MoveCode(mv.bits()))
    }

    /// All moves.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = MoveCode> + '_ {
        self.moves.iter().map(|mv| MoveCode(mv.bits()))
    }
}
