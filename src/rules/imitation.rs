//! What imitators imitate: the memory of the piece that moved last.

use super::rulebook::Rulebook;
use crate::movement::Pattern;
use crate::state::{Move, MoveKind, Role, Setup};

impl Rulebook {
    /// Whether a role has moves of the piece that moved last.
    pub(crate) fn is_imitator(&self, role: Role) -> bool {
        let moves = &self.role(role).moves;
        moves
            .iter()
            .any(|one| matches!(one.pattern, Pattern::Imitation(_)))
    }

    /// Whether the variant has imitators.
    pub(crate) fn has_imitators(&self) -> bool {
        (0..self.roles.len()).any(|index| self.is_imitator(Role::new(index)))
    }

    /// Clause `imitate.memory`: imitators of both sides imitate the piece that has just moved, as it
    /// was before it promoted, unless it is an imitator itself.
    pub(crate) fn remember(&self, after: &mut Setup, one: &Move) {
        let stays = one.kind == MoveKind::Walk && one.from == one.to && !one.is_capture();
        let role = one.piece.role;
        if self.imitates && !stays && !self.is_imitator(role) {
            after.special.imitated = [Some(role); 2];
        }
    }
}
