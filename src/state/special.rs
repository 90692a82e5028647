//! State that few variants use.

use std::sync::Arc;

use super::effect::RuleStates;
use super::piece::{Color, Role};
use super::setup::Setup;
use crate::geometry::{FewOf, Square, SquareSet};

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
