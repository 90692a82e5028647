//! What a piece does that no move text can say.
//!
//! *Actions* are moves of their own kind, *captures* are victims that a move has beside those of its
//! text, what comes *after* a move is what becomes of the mover, and what a piece does to its
//! neighbors is to *freeze*, *burn* or *protect* them. All of it is closed data, so that it can be
//! written to a file, and there is none where nothing is said.

mod action;
mod affected;
mod after_move;
mod captures;

pub use action::{Action, JumpSeries, Run};
pub use affected::{Affected, Freeze};
pub use after_move::{AfterMove, Quiet};
pub use captures::{CaptureMethod, Mimic, PieceCaptures};

use super::reach::Reach;
use super::variant::PieceDef;

/// What a piece does beside its moves, to be compared with what another one does.
type BesideMoves<'a> = (
    &'a [Action],
    &'a PieceCaptures,
    Option<&'a Freeze>,
    [Option<&'a Affected>; 2],
    Option<&'a AfterMove>,
);

impl PieceDef {
    /// Whether it does nothing but what its move texts say.
    pub fn only_walks(&self) -> bool {
        self.beside_moves() == (&[], &PieceCaptures::default(), None, [None; 2], None)
    }

    /// Whether it imitates, and does nothing else but what its move texts say.
    pub(crate) fn only_imitates(&self) -> bool {
        let imitator = [Action::Imitate];
        self.beside_moves() == (&imitator, &PieceCaptures::default(), None, [None; 2], None)
    }

    /// Whether it does the same as another one beside its moves.
    pub(crate) fn acts_like(&self, other: &PieceDef) -> bool {
        self.beside_moves() == other.beside_moves()
    }

    fn beside_moves(&self) -> BesideMoves<'_> {
        // All fields are named, so that a new one is not forgotten.
        let PieceDef {
            letter: _,
            second_letter: _,
            moves: _,
            initial: _,
            royal: _,
            promotion: _,
            value: _,
            picture: _,
            actions,
            captures,
            freezes,
            burns,
            protects,
            after,
        } = self;
        let affected = [burns.as_ref(), protects.as_ref()];
        (
            actions,
            captures,
            freezes.as_ref(),
            affected,
            after.as_ref(),
        )
    }

    /// The reaches of all that it does beside its moves.
    pub(crate) fn reaches(&self) -> impl Iterator<Item = &Reach> {
        let freezes = self.freezes.as_ref().map(|freeze| &freeze.whom);
        let affected = [freezes, self.burns.as_ref(), self.protects.as_ref()];
        let affected = affected.into_iter().flatten().map(|whom| &whom.reach);
        let methods = self.captures.methods.iter();
        affected
            .chain(self.after.as_ref().map(|after| &after.reach))
            .chain(self.actions.iter().filter_map(Action::reach))
            .chain(methods.filter_map(CaptureMethod::reach))
    }
}
