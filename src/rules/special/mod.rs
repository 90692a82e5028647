//! The rules that few variants have, one idea a module.
//!
//! Phases: `rights` reads what a FEN says; `ending` says whether the game is over before a move is
//! looked for; `promotion`, `drops`, `castling`, `leaps` and `walls` add moves; `around` says what
//! happens to other pieces and `clock` what is counted; `material` says who wins a drawn game.

mod around;
mod castling;
mod clock;
mod drops;
mod ending;
mod leaps;
mod material;
mod promotion;
mod rights;
mod walls;

pub(crate) use around::{blasted, flip, in_blast, neighbors};
pub(crate) use castling::{castle_with_dropped, castlings, landing};
pub(crate) use clock::{count, restarts};
pub(crate) use drops::{drops, opposite_colors_kept};
pub(crate) use ending::is_over;
pub(crate) use leaps::{aim_at_king, first_leaps, in_place};
pub(crate) use material::by_material;
pub(crate) use promotion::special_endings;
pub(crate) use rights::{forget_gates, read_checks, read_rights, write_special_rights};
pub(crate) use walls::{with_gates, with_walls};

use crate::definition::{AdjudicationRules, Form, PieceSet};
use crate::geometry::Square;
use crate::rules::Rulebook;
use crate::state::{Color, Piece, Role, Setup};

impl Rulebook {
    /// What a role is beside itself.
    pub(super) fn form(&self, role: Role) -> Form {
        self.rules().forms.of(role.index())
    }

    /// The kind a role counts as: its own, but for other forms of a piece.
    #[expect(
        clippy::unnecessary_wraps,
        reason = "it is compared with pieces that a rule may leave unnamed"
    )]
    pub(crate) fn kind(&self, role: Role) -> Option<usize> {
        Some(self.form(role).kind)
    }

    /// Ends by the course of the game.
    pub(crate) const fn course(&self) -> &AdjudicationRules {
        &self.rules().adjudication
    }

    /// The kind that a role neither jumps over nor captures.
    pub(crate) fn shunned(&self, role: Role) -> Option<usize> {
        let form = self.form(role);
        form.shuns_own_kind.then_some(form.kind)
    }

    /// Whether the role's kind is in a set.
    pub(crate) fn is_of(&self, role: Role, set: PieceSet) -> bool {
        self.kind(role).is_some_and(|kind| set.contains(kind))
    }
}

/// The squares of a side's pieces of one kind.
pub(crate) fn of_kind<'a>(
    book: &'a Rulebook,
    setup: &'a Setup,
    color: Color,
    kind: usize,
) -> impl Iterator<Item = (Square, Piece)> + 'a {
    setup
        .board
        .pieces()
        .filter(move |(_, piece)| piece.color == color && book.kind(piece.role) == Some(kind))
}

/// The number of a side's pieces on the board and in hand, of one kind or (`None`) of any.
pub(crate) fn with_hand(book: &Rulebook, setup: &Setup, color: Color, kind: Option<usize>) -> u16 {
    let hand = &setup.hands[color.index()];
    let in_hand: u16 = hand
        .iter()
        .filter(|(role, _)| kind.is_none() || book.kind(*role) == kind)
        .map(|(_, count)| count)
        .sum();
    let on_board = setup
        .board
        .pieces()
        .filter(|(_, piece)| {
            piece.color == color && (kind.is_none() || book.kind(piece.role) == kind)
        })
        .count();
    in_hand + on_board as u16
}
