//! What is asked of all rules of a variant at once, whichever they are.

use super::{NamedRule, Phases, RuleContext, Stock};
use crate::rules::Rulebook;
use crate::state::{RuleId, RuleState, Setup};

impl Rulebook {
    /// The rule by which the game is being set up in a position.
    #[inline]
    pub(crate) fn set_up_by<'a>(&'a self, setup: &'a Setup) -> Option<(RuleId, &'a NamedRule)> {
        if !self.custom_speaks_in(Phases::SET_UP) {
            return None;
        }
        let mut rules = self.custom_in(Phases::SET_UP);
        rules.find(|(rule, named)| named.rule.sets_up(&RuleContext::new(self, setup, *rule)))
    }

    /// Whether a rule holds pieces beside the board, now or later.
    pub(crate) fn may_hold(&self) -> bool {
        let mut rules = self.custom().iter();
        rules.any(|named| named.rule.stock(&RuleState::EMPTY).is_some())
    }

    /// What rules hold for the sides beside the hands, in some position.
    pub(crate) fn stocks<'a>(
        &'a self,
        setup: &'a Setup,
    ) -> impl Iterator<Item = (&'a NamedRule, Stock)> {
        self.custom_with_ids().filter_map(|(rule, named)| {
            let state = setup.special.custom.get(rule);
            Some((named, named.rule.stock(state)?))
        })
    }
}
