//! A position with the data that lazy lists and counts share, and the codes of moves.

use std::hash::{Hash, Hasher};

use crate::compile::Swept;
use crate::definition::CaptureMethod;
use crate::geometry::Square;
use crate::movegen::mover::Mover;
use crate::movegen::piece_moves::{add_special_actions, add_victims, add_walk_like_moves};
use crate::movegen::walks::{merge_equal_moves, walk_begins};
use crate::rules::{CompiledRules, RoleMove, Surroundings};
use crate::state::{Color, Move, MoveKind, Piece, Setup};

/// A position as seen by the side whose moves are listed.
pub(super) struct PositionView<'a> {
    pub(super) surroundings: Surroundings<'a>,
    /// The bitboards of all pieces and of the enemy's, if the board permits them.
    pub(super) crowd: Option<[u128; 2]>,
    /// Whether some action that can be borrowed has an unusual reach.
    lends_afar: bool,
}

impl<'a> PositionView<'a> {
    pub(super) fn new(
        rules: &'a CompiledRules,
        setup: &'a Setup,
        color: Color,
        lends_afar: bool,
    ) -> PositionView<'a> {
        let board = &setup.board;
        let theirs = board.squares_of(color.opponent());
        let is_told = board.area() <= 128 && setup.en_passant.is_empty() && !board.has_walls();
        let crowd = is_told.then(|| {
            let (ours, theirs) = (board.squares_of(color).bits(), theirs.bits());
            [ours | theirs, theirs]
        });
        PositionView {
            surroundings: Surroundings::new(rules, setup, color),
            crowd,
            lends_afar,
        }
    }

    /// The targets of a pattern as bitboards; `None` if they do not determine its moves.
    #[inline]
    pub(super) fn sweep<'m>(
        &self,
        role_move: &'m RoleMove,
        mover: &Mover<'m>,
    ) -> Option<Sweep<'m>> {
        let [occupied, theirs] = self.crowd?;
        if role_move.to.is_some() || !mover.sees_clearly() {
            return None;
        }
        let program = role_move.program(mover.rules, mover.owner(), mover.from)?;
        let swept = program.swept()?;
        if !walk_begins(mover, role_move) {
            return Some(Sweep {
                targets: 0,
                takes: 0,
                sight: u128::MAX,
                swept,
            });
        }
        let [targets, sight] = swept.targets_and_sight(occupied, theirs);
        let mut takes = targets & theirs;
        if takes != 0
            && let Some(kinds) = role_move.takes
        {
            let is_meant = |square: &Square| {
                let victim = mover.setup.board.piece(*square);
                victim.is_some_and(|victim| kinds.contains(victim.role))
            };
            let meant = squares_of(takes).filter(is_meant);
            takes = meant.fold(0, |set, square| set | 1 << square.index());
        }
        Some(Sweep {
            targets: targets & !theirs | takes,
            takes,
            sight,
            swept,
        })
    }

    /// The moves of a piece's own and borrowed actions, without duplicates.
    pub(super) fn actions(&self, mover: &Mover<'_>) -> Vec<Move> {
        let (rules, setup, from, piece) = mover.parts();
        let role = mover.role();
        let mut moves = Vec::new();
        let mimics = |method: &CaptureMethod| matches!(method, CaptureMethod::Mimic(_));
        let borrows = || {
            role.captures.methods.iter().any(mimics)
                && (self.lends_afar || self.surroundings.may_borrow(from))
        };
        if !role.actions.is_empty() || borrows() {
            add_walk_like_moves(mover, piece.role, &mut moves);
            if !role.captures.methods.is_empty() {
                add_victims(rules, setup, piece, &mut moves);
            }
            add_special_actions(mover, piece.role, &mut moves);
            merge_equal_moves(&mut moves, 0);
        }
        moves
    }
}

/// The targets of a pattern in a position.
pub(super) struct Sweep<'a> {
    pub(super) targets: u128,
    /// The targets with a capture.
    pub(super) takes: u128,
    /// The squares on which the targets depend.
    pub(super) sight: u128,
    pub(super) swept: &'a Swept,
}

/// The squares of a bitboard.
pub(super) fn squares_of(mut set: u128) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let square = Square::new(set.trailing_zeros() as u16);
        let some = (set != 0).then_some(square);
        set &= set.wrapping_sub(1);
        some
    })
}

// Move codes: 32-bit hashes that identify moves in the search.

/// The code of a move, equal in all positions.
pub(super) fn code(mv: &Move) -> u32 {
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
        wall,
        effects,
    } = mv;
    let mut key = squares_code(*piece, *from, *to);
    for square in captures {
        // Without mixing first, the victim could cancel the target.
        key = mixed(key) ^ (square.index() as u64 + 1);
    }
    let is_more = *kind != MoveKind::Normal
        || promotion.is_some()
        || !(converts.is_empty() && shifts.is_empty() && marks.is_empty() && effects.is_empty())
        || gate.is_some()
        || wall.is_some();
    if is_more {
        let mut hasher = Mixer(0);
        (kind, promotion, from_hand, converts, shifts).hash(&mut hasher);
        (marks, gate, wall, effects).hash(&mut hasher);
        key = mixed(key) ^ hasher.finish();
    }
    short(key)
}

/// The code of a plain walk.
#[inline]
pub(super) fn plain_code(piece: Piece, from: Square, to: Square) -> u32 {
    short(squares_code(piece, from, to))
}

#[inline]
fn squares_code(piece: Piece, from: Square, to: Square) -> u64 {
    let piece = (piece.role.index() << 1 | piece.color.index()) as u64;
    (piece << 16 | from.index() as u64) << 16 | to.index() as u64
}

#[inline]
fn short(key: u64) -> u32 {
    let key = mixed(key);
    // Code 0 means no move.
    (key ^ key >> 32) as u32 | 1
}

/// A mixing step: each bit of the result depends on most bits of the argument.
#[inline]
const fn mixed(key: u64) -> u64 {
    let key = (key ^ key >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    key ^ key >> 29
}

/// A hasher that mixes its input word by word.
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64((*byte).into()));
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = mixed(self.0.wrapping_add(0x517c_c1b7_2722_0a95)) ^ number;
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }
}
