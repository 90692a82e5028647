//! Move limit: the number of moves without progress after which a game is drawn.

use crate::definition::variant::{ONLY_SETTING, RuleValue, RulesDef};

impl RulesDef {
    /// The rule `move-limit`: the number of moves of each side without a capture or an irreversible move after which
    /// the game is drawn.
    pub fn move_limit(&self) -> Option<u16> {
        match self.builtin.get("move-limit")?.get(ONLY_SETTING)? {
            RuleValue::Number(limit) => Some(*limit as u16),
            _ => None,
        }
    }

    /// Sets the rule `move-limit`, or removes it.
    pub fn set_move_limit(&mut self, limit: Option<u16>) {
        match limit {
            Some(limit) => self.put("move-limit", RuleValue::Number(limit.into()).alone()),
            None => self.take("move-limit"),
        }
    }

    /// The rules with this limit.
    pub(crate) fn with_move_limit(mut self, limit: u16) -> RulesDef {
        self.set_move_limit(Some(limit));
        self
    }
}
