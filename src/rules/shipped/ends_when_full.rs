//! Games that end when every square is occupied: `rules.ends-when-full`.

use super::ShippedRule;
use super::results::{settled, winner};
use crate::definition::{Reason, Verdict};
use crate::rules::{CustomRule, EndWords, Phases, RuleContext, RuleEnd, RuleError, RuleSettings};
use crate::state::Cell;

/// `rules.ends-when-full`.
pub(super) struct EndsWhenFull;

impl ShippedRule for EndsWhenFull {
    const NAME: &'static str = "ends-when-full";

    fn read(settings: &RuleSettings<'_>) -> Result<EndsWhenFull, RuleError> {
        settings.presence()?;
        Ok(EndsWhenFull)
    }
}

impl CustomRule for EndsWhenFull {
    fn phases(&self) -> Phases {
        Phases::END
    }

    fn may_win(&self) -> bool {
        false
    }

    /// The material decides where the variant says so.
    fn end(&self, at: &RuleContext<'_>) -> Option<RuleEnd> {
        let mut squares = at.shape().squares();
        if squares.any(|square| at.board().get(square) == Cell::Empty) {
            return None;
        }
        let winner = winner(settled(at, Verdict::Draw), at.turn());
        Some(RuleEnd::of(winner, Reason::FullBoard))
    }

    fn words_of_ends(&self) -> Vec<EndWords> {
        vec![EndWords {
            reason: Reason::FullBoard,
            how: "Every square is occupied.".to_owned(),
            by_material: true,
            winner: None,
        }]
    }
}
