//! Rules that only state a fact for the engines.

use crate::definition::{CapturedTo, Setting, VariantDef};
use crate::rules::data::{AllRules, EndWords, Phases, Rule, RuleError, RuleFact, RuleFinding};
use crate::rules::settings::RuleSettings;

use super::parts::Builtin;

/// A rule that only states a fact, read by a function.
pub(in crate::rules::builtin) fn stating(
    name: &'static str,
    settings: Setting,
    read: impl Fn(&RuleSettings<'_>) -> Result<Stated, RuleError> + Send + Sync + 'static,
) -> Builtin {
    Builtin::reading(name, settings, move |settings| {
        read(settings).map(|rule| -> Box<dyn Rule> { Box::new(rule) })
    })
}

/// A rule that only states a fact, or nothing if its settings have no effect.
#[derive(Default)]
pub(in crate::rules::builtin) struct Stated {
    fact: Option<RuleFact>,
    /// Whether it may enable a side to win.
    may_win: bool,
    words: Vec<String>,
    ends: Vec<EndWords>,
    findings: Vec<RuleFinding>,
    /// Whether other rules leave the fact without effect.
    is_idle: bool,
}

impl From<Option<RuleFact>> for Stated {
    /// States a fact by which no side wins.
    fn from(fact: Option<RuleFact>) -> Stated {
        Stated {
            fact,
            ..Stated::default()
        }
    }
}

impl From<RuleFact> for Stated {
    fn from(fact: RuleFact) -> Stated {
        Some(fact).into()
    }
}

impl Stated {
    /// Sets whether it may enable a side to win.
    pub(in crate::rules::builtin) const fn may_win(mut self, may_win: bool) -> Stated {
        self.may_win = may_win;
        self
    }

    /// Adds sentences for the rules page.
    pub(in crate::rules::builtin) fn words(
        mut self,
        words: impl IntoIterator<Item = String>,
    ) -> Stated {
        self.words.extend(words);
        self
    }

    /// Adds ends of the game for the rules page.
    pub(in crate::rules::builtin) fn ends(
        mut self,
        ends: impl IntoIterator<Item = EndWords>,
    ) -> Stated {
        self.ends.extend(ends);
        self
    }

    /// Adds warnings about the definition.
    pub(in crate::rules::builtin) fn findings(
        mut self,
        findings: impl IntoIterator<Item = RuleFinding>,
    ) -> Stated {
        self.findings.extend(findings);
        self
    }
}

impl Rule for Stated {
    fn meet(&mut self, all: &AllRules<'_>) -> Result<(), RuleError> {
        self.is_idle = match &self.fact {
            Some(RuleFact::CapturedTo(to)) => {
                *to != CapturedTo::Removed && !all.uses_hands() && !all.alters_moves()
            }
            Some(RuleFact::PerpetualCheck(_)) => all.facts().repetition.limit.is_none(),
            _ => false,
        };
        Ok(())
    }

    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn facts(&self) -> Vec<RuleFact> {
        self.fact.iter().cloned().collect()
    }

    fn may_win(&self) -> bool {
        self.may_win
    }

    fn rearranges(&self) -> bool {
        matches!(
            self.fact,
            Some(RuleFact::Replacement(_) | RuleFact::Halfway(_))
        )
    }

    fn words(&self) -> Vec<String> {
        self.words.clone()
    }

    fn words_of_ends(&self) -> Vec<EndWords> {
        self.ends.clone()
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let idle = match &self.fact {
            Some(RuleFact::CapturedTo(_)) if self.is_idle => Some((
                "captured pieces go to a hand that no piece can leave",
                "add `rules.drops = {}`, or delete `captured-to`",
            )),
            Some(RuleFact::PerpetualCheck(_)) if self.is_idle => Some((
                "positions can be repeated without limit",
                "write a limit: `repetition = { limit = 3 }`",
            )),
            _ => None,
        };
        let idle = idle.map(|(message, help)| RuleFinding::new(message).with_help(help));
        self.findings.iter().cloned().chain(idle).collect()
    }
}
