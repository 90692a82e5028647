//! Games that end when every square is occupied: `rules.ends-when-full`.

use super::{Setting, ShippedRule};
use crate::definition::Reason;
use crate::rules::{CustomRule, EndWords, Phases, RuleContext, RuleEnd, RuleError, RuleSettings};
use crate::state::Cell;

/// `rules.ends-when-full`.
pub(super) struct EndsWhenFull;

impl ShippedRule for EndsWhenFull {
    const NAME: &'static str = "ends-when-full";
    const SETTINGS: Setting = Setting::Flag;

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

    /// What would be a draw may be decided by other rules.
    fn end(&self, at: &RuleContext<'_>) -> Option<RuleEnd> {
        let mut squares = at.shape().squares();
        if squares.any(|square| at.board().get(square) == Cell::Empty) {
            return None;
        }
        Some(RuleEnd::of(at.adjudicated(), Reason::FullBoard))
    }

    fn words_of_ends(&self) -> Vec<EndWords> {
        vec![EndWords {
            divided: None,
            reason: Reason::FullBoard,
            how: "Every square is occupied.".to_owned(),
            by_material: true,
            winner: None,
        }]
    }
}
