//! What is known of a position before its moves are judged.

use std::cell::OnceCell;

use super::attacks::attacked_by;
use super::royal_safety::{RoyalSafety, are_guarded};
use crate::geometry::{Square, SquareSet};
use crate::rules::{CompiledRules, facing, in_blast, neighbors, of_kinds};
use crate::state::{Color, Piece, Setup};

/// A position with what every rule asks of it.
pub(super) struct MoveContext<'a> {
    pub(super) book: &'a CompiledRules,
    pub(super) setup: &'a Setup,
    /// The side to move.
    pub(super) us: Color,
    /// Whether the kings face one another, where that ends games.
    pub(super) facing: bool,
    /// By side: squares of last pieces that are royal.
    pub(super) last_pieces: [SquareSet; 2],
    /// Whether not even a check that mates may be given by who may give such only.
    pub(super) no_mates: bool,
    in_check: OnceCell<bool>,
    safety: OnceCell<Option<RoyalSafety<'a>>>,
}

impl<'a> MoveContext<'a> {
    pub(super) fn new(book: &'a CompiledRules, setup: &'a Setup) -> MoveContext<'a> {
        MoveContext {
            book,
            setup,
            us: setup.turn,
            facing: book.checks().bikjang && facing(book, setup),
            last_pieces: Color::ALL.map(|color| last_pieces(book, setup, color)),
            no_mates: false,
            in_check: OnceCell::new(),
            safety: OnceCell::new(),
        }
    }

    /// The same, as whether a check mates is judged: a reply that gives check itself is none where only
    /// checks that mate are allowed.
    pub(super) fn without_mates(book: &'a CompiledRules, setup: &'a Setup) -> MoveContext<'a> {
        MoveContext {
            no_mates: true,
            ..MoveContext::new(book, setup)
        }
    }

    /// Whether the royal pieces of the side to move are less safe than the rules demand.
    #[inline]
    pub(super) fn in_check(&self) -> bool {
        *self
            .in_check
            .get_or_init(|| self.book.check && !are_guarded(self.book, self.setup, self.us))
    }

    /// What the safety of the royal piece depends on, if that can be said.
    #[inline]
    pub(super) fn safety(&self) -> Option<&RoyalSafety<'a>> {
        let safety = self
            .safety
            .get_or_init(|| RoyalSafety::of(self.book, self.setup));
        safety.as_ref()
    }

    /// Whether a last piece that is royal is attacked, or all that count where that is the rule.
    pub(super) fn last_piece_attacked(&self) -> bool {
        let (book, setup, them) = (self.book, self.setup, self.us.opponent());
        let Some(last) = book.last_royal() else {
            return false;
        };
        let hit = |square: Square| {
            let dares = |from: Square, piece: Piece| !self.ends_itself(setup, from, piece, square);
            !self.touches(square) && attacked_by(book, setup, square, them, dares)
        };
        if self.last_pieces[self.us.index()].iter().any(hit) {
            return true;
        }
        let counts = |piece: Piece| piece.color == self.us && last.counts(piece.role);
        let pieces = setup.board.pieces();
        let mut all = pieces.filter(|(_, piece)| counts(*piece)).peekable();
        last.together && all.peek().is_some() && all.all(|(square, _)| hit(square))
    }

    /// Whether a capture on a square would blast a last piece of the captor.
    pub(super) fn touches(&self, square: Square) -> bool {
        let theirs = &self.last_pieces[self.us.opponent().index()];
        self.book.captures().blast.is_some()
            && self.book.blast.is_around()
            && neighbors(&self.book.shape, square).any(|near| theirs.contains(near))
    }
}

impl MoveContext<'_> {
    /// Whether a piece would end its own side by capturing on a square: it turns to stone and is of a kind
    /// that must not become extinct, or it blasts a last piece, where that depends on more than the
    /// square.
    pub(super) fn ends_itself(
        &self,
        setup: &Setup,
        from: Square,
        captor: Piece,
        square: Square,
    ) -> bool {
        let (book, captures) = (self.book, self.book.captures());
        let counts = book
            .last_royal()
            .is_some_and(|last| last.counts(captor.role));
        if counts && book.is_of(captor.role, captures.petrify) {
            return true;
        }
        let theirs = &self.last_pieces[captor.color.index()];
        if captures.blast.is_none() || book.blast.is_around() {
            return false;
        }
        let mut after = setup.clone();
        after.board.lift(from);
        after.board.put(square, captor);
        let hit = in_blast(book, &after, square, captor);
        hit.into_iter().any(|near| theirs.contains(near))
    }
}

/// The squares of a side's last pieces of kinds that must not become extinct.
pub(super) fn last_pieces(book: &CompiledRules, setup: &Setup, color: Color) -> SquareSet {
    let mut found = SquareSet::new();
    if let Some(last) = book.last_royal() {
        for kind in &last.kinds {
            let squares: Vec<Square> = of_kinds(setup, color, kind).collect();
            if squares.len() <= usize::from(last.limit) + 1 {
                found.extend(squares);
            }
        }
    }
    found
}

/// Whether the side to move is in check: less safe than the rules demand of its royal pieces, or of
/// its last pieces that count as such.
#[inline]
pub(crate) fn in_check(book: &CompiledRules, setup: &Setup) -> bool {
    let scene = MoveContext::new(book, setup);
    scene.in_check() || scene.last_piece_attacked()
}
