//! Kinds of pieces, and imitators: pieces that move as another piece.

use crate::definition::{Action, Form, PieceId, PieceSet};
use crate::geometry::Square;
use crate::movement::Pattern;
use crate::rules::data::CompiledRules;
use crate::state::{Color, Hand, Move, MoveKind, Piece, Role, Setup};

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

// Memory of imitators: the kind of the piece that moved last.

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

/// Whether pieces of the role are imitators.
#[inline]
pub(crate) fn imitates(rules: &CompiledRules, role: Role) -> bool {
    rules.role(role).actions.contains(&Action::Imitate)
}

/// The role that a piece currently acts as: its own, or that of the imitated piece.
#[inline]
pub(crate) fn acting_role(rules: &CompiledRules, setup: &Setup, piece: Piece) -> Role {
    setup.special.imitated[piece.color.index()]
        .filter(|_| imitates(rules, piece.role))
        .unwrap_or(piece.role)
}

/// Records the moved piece for the imitators of the other side, in variants with imitators.
///
/// A promoted piece is imitated as its former kind, and an imitator as the kind that it imitated.
#[inline]
pub(crate) fn note_mover(rules: &CompiledRules, piece: Piece, setup: &mut Setup) {
    if !rules.has_imitating_pieces {
        return;
    }
    let moved = if imitates(rules, piece.role) {
        setup.special.imitated[piece.color.index()]
    } else {
        Some(piece.role)
    };
    setup.special.imitated[piece.color.opponent().index()] = moved;
}
