//! Results as settings of rules.

use crate::definition::{ONLY_SETTING, Verdict};
use crate::rules::data::RuleError;
use crate::rules::settings::RuleSettings;
use crate::state::Color;

/// Reads a result for a side: `win`, `loss` or `draw`.
pub(in crate::rules::builtin) fn verdict(
    settings: &RuleSettings<'_>,
    key: &str,
) -> Result<Option<Verdict>, RuleError> {
    settings.one_of(key, Verdict::WORDS)
}

/// Reads a result as the only setting of a rule.
pub(in crate::rules::builtin) fn required_verdict(
    settings: &RuleSettings<'_>,
    help: &str,
) -> Result<Verdict, RuleError> {
    let result = verdict(settings, ONLY_SETTING)?;
    result.ok_or_else(|| RuleError::missing("the result is missing", help))
}

/// The winner by a result for a side.
pub(in crate::rules::builtin) const fn winner(verdict: Verdict, side: Color) -> Option<Color> {
    match verdict {
        Verdict::Win => Some(side),
        Verdict::Loss => Some(side.opponent()),
        Verdict::Draw => None,
    }
}
