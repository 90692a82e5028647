//! Pieces of two sides that may not change back once they have changed places: `rules.swap-ban`.
//!
//! The field `ban` of a FEN has the two squares whose pieces the next move may not swap: `ban=d4g7`.

use super::kinds::{names_in_set, one_in_set, piece_set, read_squares, squares_in, write_squares};
use super::{Setting, ShippedRule};
use crate::definition::PieceSet;
use crate::geometry::{BoardShape, Square, SquareSet};
use crate::rules::{After, CustomRule, Phases, RuleContext, RuleError, RuleSettings};
use crate::state::{Move, Piece, RuleState};

/// `rules.swap-ban`.
pub(super) struct SwapBan {
    /// Both that change places are of these kinds.
    bound: PieceSet,
    words: Vec<String>,
}

impl ShippedRule for SwapBan {
    const NAME: &'static str = "swap-ban";
    const FIELD: &'static str = "ban";
    const SETTINGS: Setting = Setting::Pieces;

    fn read(settings: &RuleSettings<'_>) -> Result<SwapBan, RuleError> {
        let bound = piece_set(settings, "value")?.unwrap_or_default();
        let words = (!bound.is_empty()).then(|| {
            format!(
                "Where {} has changed places with an opposing {}, the two may not change back in \
                 the next move.",
                one_in_set(settings.def(), bound),
                names_in_set(settings.def(), bound)
            )
        });
        Ok(SwapBan {
            bound,
            words: words.into_iter().collect(),
        })
    }
}

impl CustomRule for SwapBan {
    fn phases(&self) -> Phases {
        Phases::FORBID | Phases::REMEMBER
    }

    fn may_win(&self) -> bool {
        false
    }

    fn forbids(&self, at: &RuleContext<'_>, mv: &Move, after: &After<'_>) -> bool {
        let banned = at.state().numbers();
        !banned.is_empty() && pair(mv) == banned && change_places(at, mv, &after.position())
    }

    fn watches(&self, at: &RuleContext<'_>) -> Option<SquareSet> {
        Some(squares_in(at.state()).collect())
    }

    fn remember(
        &self,
        before: &RuleContext<'_>,
        mv: &Move,
        after: &RuleContext<'_>,
    ) -> Option<RuleState> {
        let bound = |piece: Piece| self.bound.contains(piece.role);
        let bans = before.piece(mv.to).is_some_and(|partner| {
            partner.color != mv.piece.color
                && bound(partner)
                && bound(mv.piece)
                && change_places(before, mv, after)
        });
        Some(if bans {
            RuleState::new(pair(mv))
        } else {
            RuleState::EMPTY
        })
    }

    fn write_state(&self, state: &RuleState, shape: &BoardShape) -> String {
        write_squares(state, shape)
    }

    fn read_state(&self, text: &str, shape: &BoardShape) -> Option<RuleState> {
        read_squares::<2>(text, shape)
    }

    fn words(&self) -> Vec<String> {
        self.words.clone()
    }
}

/// Whether a move makes its piece and the one on its target change places, by whatever rule.
fn change_places(before: &RuleContext<'_>, mv: &Move, after: &RuleContext<'_>) -> bool {
    let partner = before.piece(mv.to);
    let arrived = after.piece(mv.to);
    mv.from != mv.to
        && partner.is_some()
        && after.piece(mv.from) == partner
        && arrived.is_some_and(|piece| piece.color == mv.piece.color)
}

/// The two squares of a move in ascending order.
fn pair(mv: &Move) -> [i64; 2] {
    let number = |square: Square| square.index() as i64;
    [mv.from.min(mv.to), mv.from.max(mv.to)].map(number)
}
