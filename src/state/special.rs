//! What few variants remember of a game.

use std::sync::Arc;

use super::effect::RuleStates;
use super::piece::{Color, Role};
use super::setup::Setup;
use crate::geometry::{FewOf, Square, SquareSet};

/// A castling that is still possible.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CastleRight {
    /// Whose.
    pub color: Color,
    /// Whether the partner stands to the right of the king, as White sees it.
    pub right: bool,
    /// The king's square.
    pub king: Square,
    /// The partner's square.
    pub partner: Square,
}

/// The facts about the latest move that can end the game.
///
/// A fact that no rule of the variant asks for is never recorded, and at the beginning there is none: a
/// position has one value, however it was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct LastMove {
    /// It was a pass.
    pub passed: bool,
    /// It was a pass, and so was the move before.
    pub both_passed: bool,
    /// It was a castling that wins, to the right or not.
    pub castled: Option<bool>,
    /// The kings faced one another before it, and they still do.
    pub facing: bool,
}

/// A count of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Count {
    /// The half-moves that may be counted.
    pub limit: u16,
    /// Half-moves counted so far.
    pub ply: u16,
}

/// What few variants remember of a game.
#[derive(Debug, PartialEq, Eq, Hash, Default)]
pub struct SpecialState {
    /// Castlings that are still possible.
    pub castles: FewOf<CastleRight, 4>,
    /// Squares of unmoved pieces with a special power.
    pub gates: SquareSet,
    /// Checks that each side has still to give.
    pub checks: [u16; 2],
    /// The count of a side that cannot win.
    pub count: Option<Count>,
    /// The facts about the latest move that can end the game.
    pub last: LastMove,
    /// By side: the kind of piece that its imitators imitate.
    pub imitated: [Option<Role>; 2],
    /// What custom rules remember.
    pub custom: RuleStates,
    /// The position before the latest move, where a rule keeps it so that the move can be
    /// [taken back](super::Effect::TakeBack). It keeps none itself.
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
