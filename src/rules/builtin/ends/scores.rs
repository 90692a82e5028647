//! Scores: the winner's share of the point by reason: `rules.scores`.

use crate::definition::{Reason, RuleValue, Setting};
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::data::{Phases, Rule, RuleError};
use crate::rules::settings::RuleSettings;
use crate::source::{codes, did_you_mean};
use crate::state::Color;

/// The rule `rules.scores`.
pub(in crate::rules::builtin) struct Scores {
    /// The winner's share of the point if White wins, and if Black wins.
    shares: Vec<(Reason, [f64; 2])>,
}

impl BuiltinRule for Scores {
    const NAME: &'static str = "scores";
    const SETTINGS: Setting = Setting::ByReason(&Setting::Either(&[
        Setting::Number,
        Setting::List(&Setting::Number),
    ]));

    fn read(settings: &RuleSettings<'_>) -> Result<Scores, RuleError> {
        let shares = settings.names().map(|word| {
            let shares = shares(settings.value(word));
            let shares = shares.ok_or_else(|| refused(word))?;
            Ok((reason(word)?, shares))
        });
        Ok(Scores {
            shares: shares.collect::<Result<_, _>>()?,
        })
    }
}

/// The reason with this name.
fn reason(word: &str) -> Result<Reason, RuleError> {
    let mut known = Reason::ALL.iter().copied();
    known.find(|one| one.as_str() == word).ok_or_else(|| {
        let shown: String = word.chars().take(40).collect();
        let message = format!("unknown reason `{shown}`");
        let words = Reason::ALL.iter().map(|reason| reason.as_str());
        let error = RuleError::with_code(codes::UNKNOWN_SETTING, message).about(word);
        error.with_help(did_you_mean(word, words))
    })
}

/// Reads one share for both sides, or one for each.
fn shares(value: Option<&RuleValue>) -> Option<[f64; 2]> {
    let both = match value? {
        RuleValue::Number(both) => [*both; 2],
        RuleValue::List(sides) => match &sides[..] {
            [RuleValue::Number(white), RuleValue::Number(black)] => [*white, *black],
            _ => return None,
        },
        _ => return None,
    };
    both.iter()
        .all(|share| (0.0..=1.0).contains(share))
        .then_some(both)
}

fn refused(word: &str) -> RuleError {
    let message = "a share is a number from 0 to 1, or two of them";
    let error = RuleError::with_code(codes::UNKNOWN_SETTING, message).about(word);
    error.with_help("write `stalemate = 0.75`, or `[0.6, 0.61]` for White and Black")
}

impl Rule for Scores {
    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn may_win(&self) -> bool {
        false
    }

    fn score(&self, reason: Reason, winner: Color) -> Option<f64> {
        let mut shares = self.shares.iter();
        let (_, shares) = shares.find(|(known, _)| *known == reason)?;
        Some(shares[winner.index()])
    }
}
