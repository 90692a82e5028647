//! What kings may do and suffer: `rules.checks`.

use super::{Setting, ShippedRule, keys};
use crate::definition::{CheckRules, ChecksAllowed};
use crate::rules::{CustomRule, Phases, RuleError, RuleSettings};

/// `rules.checks`.
pub(super) struct Checks(CheckRules);

impl ShippedRule for Checks {
    const NAME: &'static str = "checks";
    const SETTINGS: Setting = keys! {
        /// Which checks moves may give: all if nothing is said, none if it is `false`, or only those
        /// that `mate`.
        "allowed" => BySide(&Either(&[Flag, Words(&["mate"])])),
        /// The last of the checks that the FEN counts wins.
        "counted" => Flag,
        /// Kings may not face one another on an open line.
        "flying-generals" => Flag,
        /// Facing kings end the game unless one gives way.
        "bikjang" => Flag,
        /// Kings may leave check only by capturing.
        "no-escape" => Flag,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Checks, RuleError> {
        let allowed = settings.by_side("allowed", |settings, key| {
            match settings.value(key).and_then(ChecksAllowed::of_value) {
                Some(allowed) => Ok(Some(allowed)),
                // Any other word is none, and no other value is a word.
                None => settings.word(key, &["mate"]).map(|_| None),
            }
        })?;
        let flag = |key: &str| settings.flag(key).map(|flag| flag.unwrap_or(false));
        Ok(Checks(CheckRules {
            allowed: allowed.map(|allowed| allowed.unwrap_or(ChecksAllowed::All)),
            counted: flag("counted")?,
            flying_generals: flag("flying-generals")?,
            bikjang: flag("bikjang")?,
            no_escape: flag("no-escape")?,
        }))
    }
}

impl CustomRule for Checks {
    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn checks(&self) -> Option<CheckRules> {
        Some(self.0)
    }

    fn may_win(&self) -> bool {
        self.0.counted
    }
}
