//! A position with the data that the lazy lists and counts of all pieces share.

use crate::compile::Swept;
use crate::definition::CaptureMethod;
use crate::geometry::Square;
use crate::movegen::piece_moves::{add_special_actions, add_victims, add_walk_like_moves};
use crate::movegen::walks::{is_as_it_seems, merge_equal_moves, walk_begins};
use crate::rules::{CompiledRules, RoleMove, Surroundings};
use crate::state::{Color, Move, Piece, Setup};

/// A position as seen by the side whose moves are listed.
pub(super) struct PositionView<'a> {
    pub(super) rules: &'a CompiledRules,
    pub(super) setup: &'a Setup,
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
            rules,
            setup,
            surroundings: Surroundings::new(rules, setup, color),
            crowd,
            lends_afar,
        }
    }

    /// The targets of a pattern as bitboards; `None` if they do not determine its moves.
    #[inline]
    pub(super) fn sweep(
        &self,
        role_move: &'a RoleMove,
        (from, piece): (Square, Piece),
    ) -> Option<Sweep<'a>> {
        let [occupied, theirs] = self.crowd?;
        if role_move.to.is_some() || !is_as_it_seems(self.rules, piece) {
            return None;
        }
        let program = role_move.program(self.rules, piece.color.perspective(), from)?;
        let swept = program.swept()?;
        if !walk_begins(self.rules, self.setup, role_move, (from, piece)) {
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
                let victim = self.setup.board.piece(*square);
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
    pub(super) fn actions(&self, (from, piece): (Square, Piece)) -> Vec<Move> {
        let role = self.rules.role(piece.role);
        let mut moves = Vec::new();
        let mimics = |method: &CaptureMethod| matches!(method, CaptureMethod::Mimic(_));
        let borrows = || {
            role.captures.methods.iter().any(mimics)
                && (self.lends_afar || self.surroundings.may_borrow(from))
        };
        if !role.actions.is_empty() || borrows() {
            let (rules, setup, mover) = (self.rules, self.setup, (from, piece));
            add_walk_like_moves(rules, setup, mover, piece.role, &mut moves);
            if !role.captures.methods.is_empty() {
                add_victims(rules, setup, piece, &mut moves);
            }
            add_special_actions(rules, setup, mover, piece.role, &mut moves);
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
