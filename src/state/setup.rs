//! Setup: the board with the side to move, hands, rights and states.

use std::sync::Arc;

use crate::geometry::{FewOf, Square, SquareSet, cloned_pair};

use super::board::{Board, Color, Role};
use super::effect::RuleStates;
use super::fen::MAX_HAND;

/// An en passant square, and the square of the piece that can be captured there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EnPassant {
    /// The square that was passed.
    pub target: Square,
    /// The present square of the piece.
    pub victim: Square,
}

/// Pieces in hand, by role.
///
/// ```
/// use ferz::Variant;
///
/// let crazyhouse = Variant::builtin("crazyhouse").unwrap();
/// let position = crazyhouse.parse_fen("4k3/8/8/8/8/8/8/4K3[NNp] w - - 0 1").unwrap();
/// let knight = crazyhouse.role("knight").unwrap();
/// assert_eq!(position.setup().hands[0].count(knight), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Hand {
    counts: FewOf<u16, 16>,
}

impl Hand {
    /// The number of pieces of the role in hand.
    pub fn count(&self, role: Role) -> u16 {
        self.counts.get(role.index()).copied().unwrap_or(0)
    }

    /// Sets the number of pieces of a kind.
    pub(crate) fn set(&mut self, role: Role, count: u16) {
        if role.index() >= self.counts.len() {
            if count == 0 {
                return;
            }
            self.counts.resize(role.index() + 1, 0);
        }
        self.counts[role.index()] = count;
        // Trailing zeros are removed, so that equal hands compare equal.
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

    /// Removes a piece and returns whether there was one.
    #[inline]
    #[doc(hidden)]
    pub fn take(&mut self, role: Role) -> bool {
        match self.counts.get_mut(role.index()) {
            Some(count) if *count > 0 => {
                *count -= 1;
                // Trailing zeros are removed, so that equal hands compare equal.
                while self.counts.last() == Some(&0) {
                    self.counts.pop();
                }
                true
            }
            _ => false,
        }
    }

    /// Adds a number of pieces, or removes them if it is negative; returns whether the result is
    /// neither negative nor above the limit of a FEN.
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

    /// Whether the hand is empty.
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

/// Any arrangement of pieces with the rest of a FEN. All fields are public: a setup has no invariants.
///
/// The struct is exhaustive so that `..setup` works. [`Variant::arrange`](crate::Variant::arrange) has an example.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The board.
    pub board: Board,
    /// The side to move.
    pub turn: Color,
    /// The hands, White's first.
    pub hands: [Hand; 2],
    /// The squares of unmoved pieces.
    #[doc(hidden)]
    pub unmoved: SquareSet,
    /// The en passant captures that are possible, in ascending order of targets.
    #[doc(hidden)]
    pub en_passant: FewOf<EnPassant, 2>,
    /// The number of plies since the last capture or irreversible move.
    pub halfmove_clock: u16,
    /// The move number, counted from 1 and incremented after Black's move.
    pub fullmove_number: u16,
    /// State that few variants use.
    #[doc(hidden)]
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
    /// The cost of a copy, in budget steps.
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

// State that few variants use.

/// A castling right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CastleRight {
    /// The side that castles.
    pub color: Color,
    /// Whether the partner stands to the right of the king from White's view.
    pub right: bool,
    /// The king's square.
    pub king: Square,
    /// The partner's square.
    pub partner: Square,
}

/// The facts about the latest move that can end the game.
///
/// Facts on which no rule of the variant depends are never recorded, and none are recorded at the
/// start, so that equal positions have equal values whatever their history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct LastMove {
    /// The latest move was a pass.
    pub passed: bool,
    /// The latest two moves were passes.
    pub both_passed: bool,
    /// The latest move was a winning castling: `true` to the right, `false` to the left.
    pub castled: Option<bool>,
    /// The kings faced each other before the latest move, and still do.
    pub facing: bool,
}

/// A count of moves by a counting rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Count {
    /// The limit in plies.
    pub limit: u16,
    /// The plies counted so far.
    pub ply: u16,
}

/// State that few variants use.
#[derive(Debug, PartialEq, Eq, Hash, Default)]
pub struct SpecialState {
    /// Castling rights.
    pub castles: FewOf<CastleRight, 4>,
    /// The squares of unmoved pieces that may gate or leap.
    pub gates: SquareSet,
    /// The checks that each side has still to give.
    pub checks: [u16; 2],
    /// The count of a side that cannot win.
    pub count: Option<Count>,
    /// The facts about the latest move that can end the game.
    pub last: LastMove,
    /// By side, the kind that its imitators imitate.
    pub imitated: [Option<Role>; 2],
    /// The states of rules.
    pub custom: RuleStates,
    /// The position before the latest move, if a rule keeps it for a
    /// [take-back](super::Effect::TakeBack). A kept position keeps none itself.
    pub kept: Option<Arc<Setup>>,
}

impl Clone for SpecialState {
    #[inline]
    fn clone(&self) -> SpecialState {
        SpecialState {
            castles: self.castles.clone(),
            gates: self.gates.clone(),
            checks: self.checks,
            count: self.count,
            last: self.last,
            imitated: self.imitated,
            custom: self.custom.clone(),
            kept: self.kept.clone(),
        }
    }
}
