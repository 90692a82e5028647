//! Moves without progress after which a game is drawn.

use super::RulesDef;
use crate::definition::custom::{ONLY_SETTING, RuleValue};

impl RulesDef {
    /// What the rule `move-limit` says: moves of each side without capture or irreversible move after which
    /// the game is drawn.
    pub fn move_limit(&self) -> Option<u16> {
        match self.shipped.get("move-limit")?.get(ONLY_SETTING)? {
            RuleValue::Number(limit) => Some(*limit as u16),
            _ => None,
        }
    }

    /// Says after how many such moves the game is drawn.
    pub(in crate::definition) fn put_move_limit(&mut self, limit: u16) {
        self.put("move-limit", RuleValue::Number(limit.into()).alone());
    }

    /// The same rules with such a limit.
    pub(in crate::definition) fn with_move_limit(mut self, limit: u16) -> RulesDef {
        self.put_move_limit(limit);
        self
    }
}
