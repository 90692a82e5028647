//! What pieces count as, and where those of a kind are.

use crate::definition::{AdjudicationRules, Form, PieceId, PieceSet};
use crate::geometry::Square;
use crate::rules::Rulebook;
use crate::state::{Color, Piece, Role, Setup};

impl Rulebook {
    /// What a role is beside itself.
    #[inline]
    pub(super) fn form(&self, role: Role) -> Form {
        self.rules().forms.of(role)
    }

    /// The kind a role counts as: its own, but for other forms of a piece.
    #[expect(
        clippy::unnecessary_wraps,
        reason = "it is compared with pieces that a rule may leave unnamed"
    )]
    #[inline]
    pub(crate) fn kind(&self, role: Role) -> Option<PieceId> {
        Some(self.form(role).kind)
    }

    /// Ends by the course of the game.
    pub(crate) const fn course(&self) -> &AdjudicationRules {
        &self.rules().adjudication
    }

    /// The kind that a role neither jumps over nor captures.
    #[inline]
    pub(crate) fn shunned(&self, role: Role) -> Option<PieceId> {
        let form = self.form(role);
        form.shuns_own_kind.then_some(form.kind)
    }

    /// Whether the role's kind is in a set.
    #[inline]
    pub(crate) fn is_of(&self, role: Role, set: PieceSet) -> bool {
        self.kind(role).is_some_and(|kind| set.contains(kind))
    }
}

/// The squares of a side's pieces of one kind.
pub(crate) fn of_kind<'a>(
    book: &'a Rulebook,
    setup: &'a Setup,
    color: Color,
    kind: PieceId,
) -> impl Iterator<Item = (Square, Piece)> + 'a {
    setup
        .board
        .pieces()
        .filter(move |(_, piece)| piece.color == color && book.kind(piece.role) == Some(kind))
}

/// The number of a side's pieces on the board and in hand, of one kind or (`None`) of any.
pub(crate) fn with_hand(
    book: &Rulebook,
    setup: &Setup,
    color: Color,
    kind: Option<PieceId>,
) -> u16 {
    let hand = &setup.hands[color.index()];
    let in_hand: u16 = hand
        .iter()
        .filter(|(role, _)| kind.is_none() || book.kind(*role) == kind)
        .map(|(_, count)| count)
        .sum();
    let on_board = setup
        .board
        .pieces()
        .filter(|(_, piece)| {
            piece.color == color && (kind.is_none() || book.kind(piece.role) == kind)
        })
        .count();
    in_hand + on_board as u16
}
