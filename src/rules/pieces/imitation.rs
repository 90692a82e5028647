//! Memory of imitators: the kind of the piece that moved last.

use super::imitators::imitates;
use crate::movement::Pattern;
use crate::rules::data::CompiledRules;
use crate::state::{Hand, Move, MoveKind, Role, Setup};

impl CompiledRules {
    /// Whether a role has the moves of the piece that moved last.
    pub(crate) fn is_imitator(&self, role: Role) -> bool {
        let moves = &self.role(role).moves;
        moves
            .iter()
            .any(|role_move| matches!(role_move.pattern, Pattern::Imitation(_)))
    }

    /// Whether a position, or one that may follow, has imitators.
    pub(crate) fn may_imitate(&self, setup: &Setup) -> bool {
        let is_one = |role: Role| self.is_imitator(role) || imitates(self, role);
        let mut in_hand = setup.hands.iter().flat_map(Hand::iter);
        setup.board.pieces().any(|(_, piece)| is_one(piece.role))
            || in_hand.any(|(role, _)| is_one(role))
            || self.may_multiply(is_one)
    }

    /// Whether the variant has imitators.
    pub(crate) fn has_imitators(&self) -> bool {
        (0..self.roles.len()).any(|index| self.is_imitator(Role::new(index)))
    }

    /// Clause `imitate.memory`: imitators of both sides imitate the kind of the piece that has just
    /// moved, before its promotion, unless it is an imitator itself.
    #[inline]
    pub(crate) fn remember(&self, after: &mut Setup, mv: &Move) {
        let stays =
            mv.is_pass() || mv.kind == MoveKind::Normal && mv.from == mv.to && !mv.is_capture();
        let role = mv.piece.role;
        if self.imitates && !stays && !self.is_imitator(role) {
            after.special.imitated = [Some(role); 2];
        }
    }
}
