//! Additional movements that a rule gives to pieces.

use std::fmt;

use super::role_move::RoleMove;
use crate::definition::MoveDef;
use crate::movement::Movement;
use crate::source::{Code, Diagnostic, codes};

/// A movement that a rule has read from its [settings](crate::rules::RuleSettings::movement), for
/// [`RuleContext::walks_by`](crate::rules::RuleContext::walks_by).
pub struct RuleMovement {
    movement: Movement,
    moves: Vec<RoleMove>,
}

impl RuleMovement {
    /// Reads a movement in Betza notation. The error is the first diagnostic.
    pub(crate) fn read(text: &str) -> Result<RuleMovement, (Code, String)> {
        let movement = match MoveDef::new(text) {
            Ok(read) => read.movement,
            Err(findings) => {
                let finding = findings.into_iter().find(Diagnostic::is_error);
                let refused = || (codes::RULE_REFUSED, String::new());
                return Err(finding.map_or_else(refused, |found| (found.code, found.message)));
            }
        };
        let patterns = movement.patterns().iter();
        let moves = patterns.map(|pattern| RoleMove::plain(pattern.clone()));
        Ok(RuleMovement {
            moves: moves.collect(),
            movement,
        })
    }

    /// The meaning of the notation.
    pub const fn movement(&self) -> &Movement {
        &self.movement
    }

    pub(crate) fn moves(&self) -> &[RoleMove] {
        &self.moves
    }
}

impl fmt::Debug for RuleMovement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("RuleMovement").field(&self.movement).finish()
    }
}
