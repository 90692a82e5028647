//! Movements that a rule gives to pieces beside their own.

use std::fmt;

use crate::movement::Movement;
use crate::rules::RoleMove;

/// A movement that a rule has read from its [settings](super::RuleSettings::movement), for
/// [`RuleContext::walks_by`](super::RuleContext::walks_by).
pub struct RuleMovement {
    movement: Movement,
    moves: Vec<RoleMove>,
}

impl RuleMovement {
    pub(super) fn new(movement: Movement) -> RuleMovement {
        let patterns = movement.patterns().iter();
        let moves = patterns.map(|pattern| RoleMove::plain(pattern.clone()));
        RuleMovement {
            moves: moves.collect(),
            movement,
        }
    }

    /// What it means.
    pub const fn movement(&self) -> &Movement {
        &self.movement
    }

    pub(super) fn moves(&self) -> &[RoleMove] {
        &self.moves
    }
}

impl fmt::Debug for RuleMovement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("RuleMovement").field(&self.movement).finish()
    }
}
