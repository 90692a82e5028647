//! Kinds of pieces, and imitators: pieces that move as another piece.

use smallvec::SmallVec;

use crate::definition::{Action, Blast, Form, PieceId, PieceSet};
use crate::geometry::{BoardShape, Square};
use crate::movement::Pattern;
use crate::rules::data::CompiledRules;
use crate::state::{Cell, Color, Hand, Move, MoveKind, Piece, Role, Setup};

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

// Surroundings of squares: neighborhoods, blasts, and kings that face each other.

// Neighborhoods of squares, and blasts.

/// The square at an offset, if it is on the board.
pub(crate) fn shifted(shape: &BoardShape, from: Square, by: (i16, i16)) -> Option<Square> {
    let file = u8::try_from(shape.file_of(from) as i16 + by.0).ok()?;
    let rank = u8::try_from(shape.rank_of(from) as i16 + by.1).ok()?;
    shape.at(file, rank)
}

/// The squares within reach of a blast on `to`, without `to`.
pub(crate) fn in_blast(
    rules: &CompiledRules,
    setup: &Setup,
    to: Square,
    captor: Piece,
) -> SmallVec<[Square; 9]> {
    if rules.blast.is_around() {
        rules.compass.neighbors(to).collect()
    } else {
        let reached = rules.within(&rules.blast, setup, to, captor);
        reached.iter().collect()
    }
}

/// The squares emptied by a blast after a capture on `to`.
pub(crate) fn blasted(
    rules: &CompiledRules,
    setup: &Setup,
    to: Square,
    captor: Piece,
    blast: &Blast,
) -> SmallVec<[Square; 9]> {
    let survives = |square: Square| {
        let piece = setup.board.piece(square);
        piece.is_none_or(|piece| rules.is_of(piece.role, blast.immune))
    };
    let sheltered = |square: Square| {
        let piece = setup.board.piece(square);
        piece.is_some_and(|piece| rules.is_of(piece.role, blast.sheltered))
    };
    (in_blast(rules, setup, to, captor).into_iter())
        .filter(|square| !sheltered(*square))
        .chain([to])
        .filter(|square| !survives(*square))
        .collect()
}

// Kings that face each other on an open line.

/// Whether kings of both sides face each other on an open line.
pub(crate) fn facing(rules: &CompiledRules, setup: &Setup) -> bool {
    let mut kings = rules.royals(setup, Color::White);
    kings.any(|king| facing_at(rules, setup, king, Color::Black))
}

/// Whether a king on `square` would face an enemy king.
pub(crate) fn facing_at(rules: &CompiledRules, setup: &Setup, square: Square, them: Color) -> bool {
    let mut others = rules.royals(setup, them);
    others.any(|other| is_open_line(rules, setup, square, other))
}

/// Whether a rook could move between two squares: they are on a line with empty existing squares between.
fn is_open_line(rules: &CompiledRules, setup: &Setup, square: Square, other: Square) -> bool {
    let shape = &rules.shape;
    let (dx, dy) = (
        shape.file_of(other) as i16 - shape.file_of(square) as i16,
        shape.rank_of(other) as i16 - shape.rank_of(square) as i16,
    );
    // On a board with intersections, the places halfway between two squares of a line do not exist.
    let unit = shape.unit() as i16;
    if dx != 0 && dy != 0 || (dx + dy) % unit != 0 {
        return false;
    }
    let step = (dy.signum() * shape.files() as i16 + dx.signum()) * unit;
    let is_open = |square: Square| {
        shape.exists(square)
            && !shape.vanishing().contains(square)
            && setup.board.get(square) == Cell::Empty
    };
    let mut at = square.index() as i16 + step;
    while at != other.index() as i16 {
        if !is_open(Square::new(at as u16)) {
            return false;
        }
        at += step;
    }
    true
}
