//! What ends of a game are worth.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::definition::scores::{Reason, Scores};
use crate::source::{Diagnostic, codes, did_you_mean};

use super::field::{Field, plain};
use super::resolve::Resolver;
use super::wire::RulesWire;

/// The winner's share of one point.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Share", untagged))]
#[serde(rename = "by kind", rename_all = "kebab-case")]
pub(super) enum ShareWire {
    /// The same for both sides.
    Number(f64),
    /// White's share if White wins, and Black's if Black does.
    List(Vec<Field<f64>>),
}

plain!(ShareWire);

impl Resolver<'_, '_> {
    /// The shares of the point that the definition gives by reason.
    pub(super) fn scores(&mut self, wire: Option<&RulesWire>) -> Scores {
        let mut scores = Scores::default();
        let Some(named) = wire.and_then(|wire| wire.scores.value()) else {
            return scores;
        };
        for (word, entry) in &named.0 {
            let Some(reason) = Reason::ALL.iter().find(|one| one.as_str() == word) else {
                let shown: String = word.chars().take(40).collect();
                let message = format!("no game ends by `{shown}`");
                let words = Reason::ALL.iter().map(|reason| reason.as_str());
                let finding = Diagnostic::new(codes::UNKNOWN_SETTING, entry.name.span, message)
                    .with_help(did_you_mean(word, words));
                self.report(entry.name, finding);
                continue;
            };
            let Some((place, share)) = entry.value.get() else {
                continue;
            };
            let pair = match share {
                ShareWire::Number(both) => Some([*both; 2]),
                ShareWire::List(sides) => match &sides[..] {
                    [Field::Here(_, white), Field::Here(_, black)] => Some([*white, *black]),
                    _ => None,
                },
            };
            if let Some(pair) = pair.filter(|pair| pair.iter().all(|one| (0.0..=1.0).contains(one)))
            {
                scores.shares.insert(*reason, pair);
            } else {
                let message = "a share is a number from 0 to 1, or two of them";
                let finding = Diagnostic::new(codes::UNKNOWN_SETTING, place.span, message)
                    .with_help("write `stalemate = 0.75`, or `[0.6, 0.61]` for White and Black");
                self.report(place, finding);
            }
        }
        scores
    }
}
