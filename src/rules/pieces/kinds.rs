//! Kinds of pieces: the kind that a role counts as, and the pieces of a kind.

use crate::definition::{Form, PieceId, PieceSet};
use crate::geometry::Square;
use crate::rules::data::CompiledRules;
use crate::state::{Color, Piece, Role, Setup};

impl CompiledRules {
    /// The form of a role: its kind and its unpromoted kind.
    #[inline]
    pub(crate) fn form(&self, role: Role) -> Form {
        self.def.forms.of(role)
    }

    /// The kind that a role counts as: its own, except for other forms of a piece. Never `None`; it
    /// is compared with pieces that a rule may leave unnamed.
    #[inline]
    #[doc(hidden)]
    pub fn kind(&self, role: Role) -> Option<PieceId> {
        Some(self.form(role).kind)
    }

    /// The kind that a role can neither jump over nor capture.
    #[inline]
    pub(crate) fn blocking_kind(&self, role: Role) -> Option<PieceId> {
        let form = self.form(role);
        form.own_kind_blocks.then_some(form.kind)
    }

    /// Whether the role's kind is in a set.
    #[inline]
    pub(crate) fn is_of(&self, role: Role, set: PieceSet) -> bool {
        self.kind(role).is_some_and(|kind| set.contains(kind))
    }
}

/// The squares of a side's pieces of one kind.
pub(crate) fn of_kind<'a>(
    rules: &'a CompiledRules,
    setup: &'a Setup,
    color: Color,
    kind: PieceId,
) -> impl Iterator<Item = (Square, Piece)> + 'a {
    setup
        .board
        .pieces()
        .filter(move |(_, piece)| piece.color == color && rules.kind(piece.role) == Some(kind))
}

/// The squares of a side's pieces of some roles.
pub(crate) fn of_kinds<'a>(
    setup: &'a Setup,
    color: Color,
    roles: &'a [Role],
) -> impl Iterator<Item = Square> + 'a {
    let pieces = setup.board.pieces_of(color);
    let counted = pieces.filter(|(_, piece)| roles.contains(&piece.role));
    counted.map(|(square, _)| square)
}

/// The number of a side's pieces of a kind on the board and in hand.
pub(crate) fn with_hand(rules: &CompiledRules, setup: &Setup, color: Color, kind: PieceId) -> u16 {
    let hand = &setup.hands[color.index()];
    let in_hand: u16 = hand
        .iter()
        .filter(|(role, _)| rules.kind(*role) == Some(kind))
        .map(|(_, count)| count)
        .sum();
    in_hand + of_kind(rules, setup, color, kind).count() as u16
}
