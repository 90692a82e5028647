//! Rules about giving, counting and escaping check, and about facing kings: `rules.checks`.

use crate::definition::{CheckRules, ChecksAllowed, Setting, VariantDef, keys, letters};
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::data::{Phases, Rule, RuleError, RuleFinding};
use crate::rules::settings::RuleSettings;
use crate::state::Fen;

/// The remedy for a missing number of checks.
const HOW_MANY: &str =
    "write the number of checks that each side must give in `start`: `… w KQkq - 3+3 0 1`";

/// The rule `rules.checks`.
pub(in crate::rules::builtin) struct Checks(CheckRules);

impl BuiltinRule for Checks {
    const NAME: &'static str = "checks";
    const SETTINGS: Setting = keys! {
        /// The checks that moves can give: all by default, none if `false`, or only those that
        /// `mate`.
        "allowed" => BySide(&Either(&[Flag, Words(&["mate"])])),
        /// A side wins by the last of the checks that it must give. `start` has their number: `3+3` after the
        /// en passant field; without it the first check wins.
        "counted" => Flag,
        /// Kings cannot face one another on an open line.
        "flying-generals" => Flag,
        /// Facing kings end the game unless one moves away.
        "bikjang" => Flag,
        /// Kings can leave check only by capturing.
        "no-escape" => Flag,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Checks, RuleError> {
        let allowed = settings.by_side("allowed", |settings, key| {
            match settings.value(key).and_then(ChecksAllowed::of_value) {
                Some(allowed) => Ok(Some(allowed)),
                // Other words are errors, and other types have their own error.
                None => settings.word(key, &["mate"]).map(|_| None),
            }
        })?;
        let flag = |key: &str| settings.flag(key).map(|flag| flag.unwrap_or(false));
        Ok(Checks(CheckRules {
            allowed: allowed.map(|allowed| allowed.unwrap_or(ChecksAllowed::All)),
            counted: flag("counted").map_err(|error| error.with_help(HOW_MANY))?,
            flying_generals: flag("flying-generals")?,
            bikjang: flag("bikjang")?,
            no_escape: flag("no-escape")?,
        }))
    }
}

impl Rule for Checks {
    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn checks(&self) -> Option<CheckRules> {
        Some(self.0)
    }

    fn may_win(&self) -> bool {
        self.0.counted
    }

    fn findings(&self, def: &VariantDef) -> Vec<RuleFinding> {
        let start = Fen::parse(&def.start, &def.shape, &letters(def)).value;
        let is_untold = self.0.counted && start.checks.is_none();
        let finding = is_untold.then(|| {
            let message = "the first check wins, because `start` has no number of checks";
            RuleFinding::new(message)
                .about("counted")
                .with_help(HOW_MANY)
        });
        finding.into_iter().collect()
    }
}
