//! Moves without progress after which a game is drawn.

use super::RulesDef;
use crate::definition::custom::{ONLY_SETTING, RuleValue};

impl RulesDef {
    /// What the rule `move-limit` says: moves of each side without capture or irreversible move after which
    /// the game is drawn.
    pub fn move_limit(&self) -> Option<u16> {
        match self.builtin.get("move-limit")?.get(ONLY_SETTING)? {
            RuleValue::Number(limit) => Some(*limit as u16),
            _ => None,
        }
    }

    /// Says after how many such moves the game is drawn, or that it never is.
    pub fn set_move_limit(&mut self, limit: Option<u16>) {
        match limit {
            Some(limit) => self.put("move-limit", RuleValue::Number(limit.into()).alone()),
            None => self.take("move-limit"),
        }
    }

    /// The same rules with such a limit.
    pub(in crate::definition) fn with_move_limit(mut self, limit: u16) -> RulesDef {
        self.set_move_limit(Some(limit));
        self
    }
}
