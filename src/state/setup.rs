//! An arrangement: the board and everything that is remembered.

use super::board::Board;
use super::fen::MAX_HAND;
use super::piece::{Color, Role};
use super::special::SpecialState;
use crate::geometry::{FewOf, Square, SquareSet, cloned_pair};

/// A square on which a piece can be captured en passant, and the square of that piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EnPassant {
    /// The square that was passed.
    pub target: Square,
    /// Where the piece stands now.
    pub victim: Square,
}

/// Pieces in hand, by role.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Hand {
    counts: FewOf<u16, 16>,
}

impl Hand {
    /// How many pieces of the role are in hand.
    pub fn count(&self, role: Role) -> u16 {
        self.counts.get(role.index()).copied().unwrap_or(0)
    }

    /// Makes the number of pieces of a kind this one.
    pub(crate) fn set(&mut self, role: Role, count: u16) {
        if role.index() >= self.counts.len() {
            if count == 0 {
                return;
            }
            self.counts.resize(role.index() + 1, 0);
        }
        self.counts[role.index()] = count;
        // Equal hands are equal whatever was in them.
        while self.counts.last() == Some(&0) {
            self.counts.pop();
        }
    }

    /// Adds a piece.
    pub fn add(&mut self, role: Role) {
        if role.index() >= self.counts.len() {
            self.counts.resize(role.index() + 1, 0);
        }
        self.counts[role.index()] = self.counts[role.index()].saturating_add(1);
    }

    /// Takes a piece, if there is one; returns whether there was.
    #[inline]
    pub fn take(&mut self, role: Role) -> bool {
        match self.counts.get_mut(role.index()) {
            Some(count) if *count > 0 => {
                *count -= 1;
                // Equal hands are equal whatever was in them.
                while self.counts.last() == Some(&0) {
                    self.counts.pop();
                }
                true
            }
            _ => false,
        }
    }

    /// Adds so many pieces, or takes them if the number is below 0; returns whether there were enough,
    /// and no more than a FEN can write.
    pub(crate) fn change(&mut self, role: Role, change: i8) -> bool {
        let wanted = i32::from(self.count(role)) + i32::from(change);
        if !(0..=i32::from(MAX_HAND)).contains(&wanted) {
            return false;
        }
        for _ in 0..change {
            self.add(role);
        }
        for _ in change..0 {
            self.take(role);
        }
        true
    }

    /// Whether nothing is in hand.
    pub fn is_empty(&self) -> bool {
        self.counts.iter().all(|count| *count == 0)
    }

    /// Roles in hand with their counts, in the order of roles.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (Role, u16)> + '_ {
        self.counts
            .iter()
            .enumerate()
            .filter(|(_, count)| **count > 0)
            .map(|(index, count)| (Role::new(index), *count))
    }
}

/// Any arrangement of pieces with what is remembered of the game. All fields are public: a setup
/// has no invariants.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// Who stands where.
    pub board: Board,
    /// Who moves next.
    pub turn: Color,
    /// Hands, White's first.
    pub hands: [Hand; 2],
    /// Squares of pieces that have not moved.
    pub unmoved: SquareSet,
    /// Where en passant captures can be made, in ascending order of targets.
    pub en_passant: FewOf<EnPassant, 2>,
    /// Half-moves since the last capture or irreversible move.
    pub halfmove_clock: u16,
    /// Number of the move, counted from 1 and raised after Black's.
    pub fullmove_number: u16,
    /// What few variants remember.
    pub special: SpecialState,
}

impl Clone for Setup {
    #[inline]
    fn clone(&self) -> Setup {
        Setup {
            board: self.board.clone(),
            turn: self.turn,
            hands: cloned_pair(&self.hands),
            unmoved: self.unmoved.clone(),
            en_passant: self.en_passant.clone(),
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
            special: self.special.clone(),
        }
    }
}

impl Setup {
    /// How many steps of the budget a copy costs.
    pub(crate) fn copying(&self) -> u64 {
        1 + self.board.codes().len() as u64 / 16
    }

    /// An empty board with White to move.
    pub fn empty(area: usize) -> Setup {
        Setup {
            board: Board::empty(area),
            turn: Color::White,
            hands: [Hand::default(), Hand::default()],
            unmoved: SquareSet::new(),
            en_passant: FewOf::new(),
            halfmove_clock: 0,
            fullmove_number: 1,
            special: SpecialState::default(),
        }
    }
}
