//! Moves as data: mover, origin, target, and all other effects.

use crate::geometry::{FewOf, Square};

use super::board::{Piece, Role};
use super::effect::{Effect, Effects, RuleId};

/// The kind of a move.
///
/// It is exhaustive, so that code that writes moves does not compile until it handles a new kind.
/// [`Move`] has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MoveKind {
    /// A move of a piece between two squares.
    Normal,
    /// Castling: a move of a piece with a partner that moves next to it.
    Castle,
    /// A drop of a piece from the hand.
    Drop,
    /// A step that leaves a piece from the hand on the origin.
    Resurrect,
    /// A null move, represented by a piece that stays on its square.
    Pass,
}

/// A complete move with all its effects.
///
/// The order is: the mover and all relocated pieces are lifted, the captured pieces are removed,
/// the relocated pieces and then the mover are put down, and the further effects are performed.
///
/// The struct is exhaustive so that `Move { promotion, ..Move::walk(piece, from, to) }` works; a later version may
/// have more fields.
///
/// ```
/// use ferz::Variant;
/// use ferz::state::MoveKind;
///
/// let chess = Variant::builtin("chess").unwrap();
/// let position = chess.parse_fen("4k3/8/8/3pP3/8/8/8/R3K3 w Q d6 0 1").unwrap();
/// let castling = position.parse_move("e1c1").unwrap();
/// assert_eq!(castling.kind, MoveKind::Castle);
/// assert_eq!(castling.shifts().len(), 1);
/// // The pawn that is captured en passant is on d5.
/// let capture = position.parse_move("e5d6").unwrap();
/// assert_eq!(capture.captures(), [chess.square("d5").unwrap()]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The kind of move.
    pub kind: MoveKind,
    /// The origin of the mover; equal to `to` for drops.
    pub from: Square,
    /// The target of the mover.
    pub to: Square,
    /// The mover before the move.
    pub piece: Piece,
    /// The promoted kind, if any.
    pub promotion: Option<Role>,
    /// Whether the promoted piece comes from the hand.
    pub from_hand: bool,
    /// The squares of captured pieces, in ascending order. If the mover's own square is among them,
    /// the mover leaves the board as well.
    #[doc(hidden)]
    pub captures: FewOf<Square, 4>,
    /// The squares of pieces that change sides in place.
    #[doc(hidden)]
    pub converts: FewOf<Square, 4>,
    /// The relocations of other pieces, as pairs of origin and target.
    #[doc(hidden)]
    pub shifts: FewOf<(Square, Square), 2>,
    /// The squares on which the mover can be captured en passant by the next move.
    #[doc(hidden)]
    pub marks: FewOf<Square, 4>,
    /// The piece from the hand that is gated on a square the move has left, including a resurrected
    /// piece. A
    /// [supplied](Effect::Supply) piece comes from a rule.
    pub gate: Option<(Role, Square)>,
    /// The square that becomes a wall.
    pub wall: Option<Square>,
    /// The additional effects by rules.
    pub effects: Effects,
}

/// Sorts squares and removes duplicates.
pub(crate) fn sort_each_once(squares: &mut FewOf<Square, 4>) {
    squares.sort_unstable();
    let mut latest = None;
    squares.retain(|square| latest.replace(*square) != Some(*square));
}

impl Move {
    /// The cost of a listed move, in budget steps.
    pub(crate) const WORK: u64 = 64;

    /// Whether two moves differ only in their walls.
    pub(crate) fn is_same_but_for_wall(&self, other: &Move) -> bool {
        self.is_same_but_for_additions(other)
            && self.gate == other.gate
            && self.effects == other.effects
    }

    /// Whether two moves differ only in their gated pieces, walls and effects.
    #[inline]
    pub(crate) fn is_same_but_for_additions(&self, other: &Move) -> bool {
        let Move {
            kind,
            from,
            to,
            piece,
            promotion,
            from_hand,
            captures,
            converts,
            shifts,
            marks,
            gate: _,
            wall: _,
            effects: _,
        } = self;
        *to == other.to
            && *from == other.from
            && *promotion == other.promotion
            && *kind == other.kind
            && *piece == other.piece
            && *from_hand == other.from_hand
            && *captures == other.captures
            && *converts == other.converts
            && *shifts == other.shifts
            && *marks == other.marks
    }

    /// A drop without effects.
    #[inline]
    pub(crate) fn drop_of(piece: Piece, to: Square) -> Move {
        Move {
            kind: MoveKind::Drop,
            ..Move::walk(piece, to, to)
        }
    }

    /// A normal move without effects.
    #[inline]
    pub fn walk(piece: Piece, from: Square, to: Square) -> Move {
        Move {
            kind: MoveKind::Normal,
            from,
            to,
            piece,
            promotion: None,
            from_hand: false,
            captures: FewOf::new(),
            converts: FewOf::new(),
            shifts: FewOf::new(),
            marks: FewOf::new(),
            gate: None,
            wall: None,
            effects: Effects::new(),
        }
    }

    /// The squares of captured pieces, in ascending order. If the mover's own square is among them, the mover
    /// leaves the board as well.
    #[inline]
    pub fn captures(&self) -> &[Square] {
        &self.captures
    }

    /// The squares of pieces that change sides in place.
    #[inline]
    pub fn converts(&self) -> &[Square] {
        &self.converts
    }

    /// The relocations of other pieces, such as the partner in castling, as pairs of origin and target.
    #[inline]
    pub fn shifts(&self) -> &[(Square, Square)] {
        &self.shifts
    }

    /// A null move, represented by a piece on its square.
    #[inline]
    #[doc(hidden)]
    pub fn pass(piece: Piece, square: Square) -> Move {
        Move {
            kind: MoveKind::Pass,
            ..Move::walk(piece, square, square)
        }
    }

    /// The role of the mover after the move.
    #[inline]
    pub fn role_after(&self) -> Role {
        self.promotion.unwrap_or(self.piece.role)
    }

    /// Whether the piece on a square is captured.
    #[inline]
    #[doc(hidden)]
    pub fn takes(&self, square: Square) -> bool {
        // PERF: `contains` is not inlined.
        let mut captures = self.captures.iter().copied();
        captures.any(|taken| taken == square)
    }

    /// Whether the mover is on the board after the move.
    #[inline]
    pub(crate) fn mover_stays(&self) -> bool {
        !self.takes(self.from) || self.kind == MoveKind::Drop
    }

    /// Whether another move of the same piece has the same target, captures, conversions and
    /// relocations, disregarding promotion.
    pub(crate) fn goes_like(&self, other: &Move) -> bool {
        self.to == other.to
            && self.captures == other.captures
            && self.converts == other.converts
            && self.shifts == other.shifts
    }

    /// Whether the mover removes itself from the board, alone or with other pieces.
    #[inline]
    pub(crate) fn is_own_end(&self) -> bool {
        self.from == self.to && !self.mover_stays()
    }

    /// Whether it is a null move.
    #[inline]
    #[doc(hidden)]
    pub fn is_pass(&self) -> bool {
        self.kind == MoveKind::Pass
    }

    /// Whether castling is to the right from White's view.
    #[inline]
    #[doc(hidden)]
    pub fn castles_right(&self) -> bool {
        let partner = self.shifts.first();
        partner.is_some_and(|(origin, _)| *origin > self.from)
    }

    /// Whether it is a take-back of the latest move.
    #[inline]
    #[doc(hidden)]
    pub fn takes_back(&self) -> bool {
        self.effects.as_slice() == [Effect::TakeBack]
    }

    /// The rule that supplies the dropped or gated piece; `None` if it comes from the hand.
    #[inline]
    #[doc(hidden)]
    pub fn supplier(&self) -> Option<RuleId> {
        self.effects.iter().find_map(|effect| match effect {
            Effect::Supply { rule } => Some(*rule),
            _ => None,
        })
    }

    /// Whether the move captures.
    #[inline]
    pub fn is_capture(&self) -> bool {
        !self.captures.is_empty()
    }
}
