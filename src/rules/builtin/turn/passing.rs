//! Passing: `rules.passing`.

use crate::definition::{Reason, Setting, keys};
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::data::{EndWords, Passing, Phases, Rule, RuleError};
use crate::rules::settings::RuleSettings;

/// The rule `rules.passing`.
pub(in crate::rules::builtin) struct PassingRule {
    passing: Passing,
}

impl BuiltinRule for PassingRule {
    const NAME: &'static str = "passing";
    const SETTINGS: Setting = keys! {
        /// At any time.
        "always" => BySide(&Flag),
        /// If no other move is legal.
        "stalemate" => BySide(&Flag),
        /// Whether two consecutive passes end the game; true by default.
        "twice-ends" => Flag,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<PassingRule, RuleError> {
        let sides = |key: &str| {
            let sides = settings.by_side(key, RuleSettings::flag)?;
            Ok(sides.map(Option::unwrap_or_default))
        };
        Ok(PassingRule {
            passing: Passing {
                always: sides("always")?,
                stalemate: sides("stalemate")?,
                twice_ends: settings.flag("twice-ends")?.unwrap_or(true),
            },
        })
    }
}

impl PassingRule {
    /// Whether passes can end the game.
    const fn ends(&self) -> bool {
        self.passing.twice_ends && self.passing.is_allowed()
    }
}

/// The subject of a sentence about some sides.
const fn who(sides: [bool; 2]) -> Option<&'static str> {
    match sides {
        [true, true] => Some("A player"),
        [true, false] => Some("White"),
        [false, true] => Some("Black"),
        [false, false] => None,
    }
}

impl Rule for PassingRule {
    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn passing(&self) -> Option<Passing> {
        Some(self.passing)
    }

    fn may_win(&self) -> bool {
        self.ends()
    }

    fn words(&self) -> Vec<String> {
        let always = who(self.passing.always).map(|who| format!("{who} may pass."));
        let last = who(self.passing.stalemate);
        let last = last.map(|who| format!("{who} passes when there is no other move."));
        always.into_iter().chain(last).collect()
    }

    fn words_of_ends(&self) -> Vec<EndWords> {
        if !self.ends() {
            return Vec::new();
        }
        vec![EndWords {
            divided: None,
            reason: Reason::Passes,
            how: "Both players have passed, one after the other.".to_owned(),
            winner: None,
            by_material: true,
        }]
    }
}
