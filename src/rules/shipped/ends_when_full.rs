//! Games that end when every square is occupied: `rules.ends-when-full`.

use super::ShippedRule;
use crate::definition::{Reason, Verdict};
use crate::rules::{
    CustomRule, EndWords, Phases, RuleContext, RuleEnd, RuleError, RuleSettings, by_material,
};
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
        let material = at.def().rules.adjudication.material.as_ref();
        let verdict = material.map_or(Verdict::Draw, |rule| by_material(rule, at.setup()));
        let us = at.turn();
        let winner = match verdict {
            Verdict::Win => Some(us),
            Verdict::Loss => Some(us.opponent()),
            Verdict::Draw => None,
        };
        Some(RuleEnd::of(winner, Reason::FullBoard))
    }

    fn words_of_ends(&self) -> Vec<EndWords> {
        vec![EndWords {
            reason: Reason::FullBoard,
            how: "Every square is occupied.".to_owned(),
            winner: None,
        }]
    }
}
