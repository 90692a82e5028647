//! Moves as data: where the mover goes, and everything else that happens.

use super::effect::{Effect, Effects, RuleId};
use super::piece::{Piece, Role};
use crate::geometry::{FewOf, Square};

/// What kind of move it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MoveKind {
    /// A piece goes from square to square.
    Normal,
    /// A piece goes sideways and a partner steps beside it.
    Castle,
    /// A piece comes from the hand.
    Drop,
    /// A piece steps aside and leaves a piece from the hand where it stood.
    Resurrect,
    /// Nothing moves. It is written as a piece that stays where it is.
    Pass,
}

/// One complete move with all its effects.
///
/// Effects happen in this order: the mover and all shifted pieces are lifted, the captured pieces
/// are removed, the shifted pieces and then the mover are put down, and the further effects follow.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// What kind of move it is.
    pub kind: MoveKind,
    /// Where the mover comes from; equal to `to` for drops.
    pub from: Square,
    /// Where it comes to rest.
    pub to: Square,
    /// The mover, as it was.
    pub piece: Piece,
    /// What it becomes, if something else.
    pub promotion: Option<Role>,
    /// Whether the promoted piece comes from the player's hand.
    pub from_hand: bool,
    /// Squares whose pieces are captured, in ascending order. If the mover's own square is among
    /// them, the mover leaves the board as well.
    pub captures: FewOf<Square, 4>,
    /// Squares whose pieces change sides where they stand.
    pub converts: FewOf<Square, 4>,
    /// Other pieces that change squares, as pairs of origin and target.
    pub shifts: FewOf<(Square, Square), 2>,
    /// Squares on which the mover can be captured en passant by the next move.
    pub marks: FewOf<Square, 4>,
    /// A piece from the hand that is put on a square the move has left; the resurrected piece is
    /// one. A [supplied](Effect::Supply) one comes from a rule.
    pub gate: Option<(Role, Square)>,
    /// A square that becomes a wall.
    pub wall: Option<Square>,
    /// What custom rules make it do beside all that.
    pub effects: Effects,
}

/// Brings squares into ascending order, each of them once.
pub(crate) fn sort_each_once(squares: &mut FewOf<Square, 4>) {
    squares.sort_unstable();
    let mut latest = None;
    squares.retain(|square| latest.replace(*square) != Some(*square));
}

impl Move {
    /// How many steps of the budget a move costs that is listed.
    pub(crate) const WORK: u64 = 64;

    /// Whether two moves differ in nothing but the squares of their walls.
    pub(crate) fn is_same_but_for_wall(&self, other: &Move) -> bool {
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
            gate,
            wall: _,
            effects,
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
            && *gate == other.gate
            && *effects == other.effects
    }

    /// A plain move without effects.
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

    /// Letting a turn go, written by a piece on its square.
    #[inline]
    pub fn pass(piece: Piece, square: Square) -> Move {
        Move {
            kind: MoveKind::Pass,
            ..Move::walk(piece, square, square)
        }
    }

    /// The mover's role after the move.
    #[inline]
    pub fn role_after(&self) -> Role {
        self.promotion.unwrap_or(self.piece.role)
    }

    /// Whether the piece on a square is captured.
    #[inline]
    pub fn takes(&self, square: Square) -> bool {
        // PERF: `contains` is a function that is called.
        let mut captures = self.captures.iter().copied();
        captures.any(|taken| taken == square)
    }

    /// Whether the mover is on the board after the move.
    #[inline]
    pub fn mover_stays(&self) -> bool {
        !self.takes(self.from) || self.kind == MoveKind::Drop
    }

    /// Whether another move of the same piece goes the same way, whatever promotes.
    pub(crate) fn goes_like(&self, other: &Move) -> bool {
        self.to == other.to
            && self.captures == other.captures
            && self.converts == other.converts
            && self.shifts == other.shifts
    }

    /// Whether the mover takes itself off the board, with or without others.
    #[inline]
    pub fn is_own_end(&self) -> bool {
        self.from == self.to && !self.mover_stays()
    }

    /// Whether nothing moves.
    #[inline]
    pub fn is_pass(&self) -> bool {
        self.kind == MoveKind::Pass
    }

    /// Whether a castling is to the right, as White sees it.
    #[inline]
    pub fn castles_right(&self) -> bool {
        let partner = self.shifts.first();
        partner.is_some_and(|(origin, _)| *origin > self.from)
    }

    /// Whether the latest move is taken back by it, and nothing else happens.
    #[inline]
    pub fn takes_back(&self) -> bool {
        self.effects.as_slice() == [Effect::TakeBack]
    }

    /// The rule from which the piece comes that is dropped or put on a square the move has left; `None`
    /// if it comes from the hand.
    #[inline]
    pub fn supplier(&self) -> Option<RuleId> {
        self.effects.iter().find_map(|effect| match effect {
            Effect::Supply { rule } => Some(*rule),
            _ => None,
        })
    }

    /// Whether anything is captured.
    #[inline]
    pub fn is_capture(&self) -> bool {
        !self.captures.is_empty()
    }
}
