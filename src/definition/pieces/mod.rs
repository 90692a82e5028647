//! Properties of a piece that move texts cannot express.
//!
//! *Actions* are moves other than walks, *captures* are additional victims of a move, *after* a move the mover may be
//! transformed, and a piece can *freeze*, *burn* or *protect* its neighbors. All of it is plain data that can be
//! written to a file; by default a piece has none of these properties.

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

/// The properties of a piece other than its moves, for comparison.
type BesideMoves<'a> = (
    &'a [Action],
    &'a PieceCaptures,
    Option<&'a Freeze>,
    [Option<&'a Affected>; 2],
    Option<&'a AfterMove>,
);

impl PieceDef {
    /// Whether it has only its move texts.
    pub fn only_walks(&self) -> bool {
        self.beside_moves() == (&[], &PieceCaptures::default(), None, [None; 2], None)
    }

    /// Whether it imitates and otherwise has only its move texts.
    pub(crate) fn only_imitates(&self) -> bool {
        let imitator = [Action::Imitate];
        self.beside_moves() == (&imitator, &PieceCaptures::default(), None, [None; 2], None)
    }

    /// Whether it has the same properties other than moves as another piece.
    #[doc(hidden)]
    pub fn acts_like(&self, other: &PieceDef) -> bool {
        self.beside_moves() == other.beside_moves()
    }

    fn beside_moves(&self) -> BesideMoves<'_> {
        // All fields are named, so a new one is not forgotten.
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

    /// The reaches of all its properties other than moves.
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
