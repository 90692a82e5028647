//! Move context: a position with the facts that all tests of its moves share.

use std::cell::OnceCell;

use super::attacks::attacked_by;
use super::royal_safety::{RoyalSafety, are_guarded};
use crate::geometry::{Square, SquareSet};
use crate::rules::{CompiledRules, LastRoyal, facing, in_blast, of_kinds};
use crate::state::{Color, Piece, Setup};

/// A position with the facts that its rules need.
pub(super) struct MoveContext<'a> {
    pub(super) rules: &'a CompiledRules,
    pub(super) setup: &'a Setup,
    /// The side to move.
    pub(super) us: Color,
    /// Whether the kings face each other, if that ends games (bikjang).
    pub(super) facing: bool,
    /// The squares of pseudo-royal pieces by side.
    pub(super) last_pieces: [SquareSet; 2],
    /// Whether checks are forbidden even if they mate.
    pub(super) no_mates: bool,
    in_check: OnceCell<bool>,
    safety: OnceCell<Option<RoyalSafety<'a>>>,
}

impl<'a> MoveContext<'a> {
    pub(super) fn new(rules: &'a CompiledRules, setup: &'a Setup) -> MoveContext<'a> {
        MoveContext {
            rules,
            setup,
            us: setup.turn,
            facing: rules.facts.checks.bikjang && facing(rules, setup),
            last_pieces: Color::ALL.map(|color| last_pieces(rules, setup, color)),
            no_mates: false,
            in_check: OnceCell::new(),
            safety: OnceCell::new(),
        }
    }

    /// The context for replies in the test for mate: where only mating checks are allowed, replies must not
    /// give check.
    pub(super) fn without_mates(rules: &'a CompiledRules, setup: &'a Setup) -> MoveContext<'a> {
        MoveContext {
            no_mates: true,
            ..MoveContext::new(rules, setup)
        }
    }

    /// Whether the royal pieces of the side to move are in check.
    #[inline]
    pub(super) fn in_check(&self) -> bool {
        *self
            .in_check
            .get_or_init(|| self.rules.check && !are_guarded(self.rules, self.setup, self.us))
    }

    /// Pins and checks of the royal piece, if they can be determined.
    #[inline]
    pub(super) fn safety(&self) -> Option<&RoyalSafety<'a>> {
        let safety = self
            .safety
            .get_or_init(|| RoyalSafety::of(self.rules, self.setup));
        safety.as_ref()
    }

    /// Whether a pseudo-royal piece is attacked, or all counted pieces if that is the rule.
    pub(super) fn last_piece_attacked(&self) -> bool {
        let Some(last) = self.rules.facts.last_royal.as_ref() else {
            return false;
        };
        let hit = |square: Square| self.hits_last_piece(self.setup, square);
        if self.last_pieces[self.us.index()].iter().any(hit) {
            return true;
        }
        last.together && {
            let all = counted(last, self.setup, self.us);
            !all.is_empty() && all.iter().all(hit)
        }
    }

    /// Whether the opponent attacks a pseudo-royal piece on a square without ending its own side.
    pub(super) fn hits_last_piece(&self, setup: &Setup, square: Square) -> bool {
        let them = self.us.opponent();
        let dares = |from: Square, piece: Piece| !self.ends_itself(setup, from, piece, square);
        !self.touches(square) && attacked_by(self.rules, setup, square, them, dares)
    }

    /// Whether a capture on a square would blast a pseudo-royal piece of the captor.
    pub(super) fn touches(&self, square: Square) -> bool {
        let theirs = &self.last_pieces[self.us.opponent().index()];
        self.rules.facts.captures.blast.is_some()
            && self.rules.blast.is_around()
            && self
                .rules
                .compass
                .neighbors(square)
                .any(|near| theirs.contains(near))
    }

    /// Whether a captor would end its own side: it petrifies and must not become extinct, or it blasts a
    /// pseudo-royal piece by a blast that does not depend on the square alone.
    fn ends_itself(&self, setup: &Setup, from: Square, captor: Piece, square: Square) -> bool {
        let (rules, captures) = (self.rules, &self.rules.facts.captures);
        let last = rules.facts.last_royal.as_ref();
        let counts = last.is_some_and(|last| last.counts(captor.role));
        if counts && rules.is_of(captor.role, captures.petrify) {
            return true;
        }
        let theirs = &self.last_pieces[captor.color.index()];
        if captures.blast.is_none() || rules.blast.is_around() {
            return false;
        }
        let mut after = setup.clone();
        after.board.lift(from);
        after.board.put(square, captor);
        let hit = in_blast(rules, &after, square, captor);
        hit.into_iter().any(|near| theirs.contains(near))
    }
}

/// The squares of a side's pieces that count against extinction.
pub(super) fn counted(last: &LastRoyal, setup: &Setup, color: Color) -> SquareSet {
    let pieces = setup.board.pieces_of(color);
    pieces
        .filter(|(_, piece)| last.counts(piece.role))
        .map(|(square, _)| square)
        .collect()
}

/// The squares of a side's pseudo-royal pieces: the last ones of kinds that must not become extinct.
pub(crate) fn last_pieces(rules: &CompiledRules, setup: &Setup, color: Color) -> SquareSet {
    let mut found = SquareSet::new();
    if let Some(last) = rules.facts.last_royal.as_ref() {
        for kind in &last.kinds {
            let squares: Vec<Square> = of_kinds(setup, color, kind).collect();
            if squares.len() <= usize::from(last.limit) + 1 {
                found.extend(squares);
            }
        }
    }
    found
}

/// Whether the side to move is in check, pseudo-royal pieces included.
#[inline]
pub(crate) fn in_check(rules: &CompiledRules, setup: &Setup) -> bool {
    let context = MoveContext::new(rules, setup);
    context.in_check() || context.last_piece_attacked()
}
