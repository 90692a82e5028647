//! Pieces that push others.

use super::{names, points, table};
use crate::definition::{RuleTable, RuleValue, VariantDef};
use crate::formats::fairy_stockfish::build::Builder;
use crate::formats::fairy_stockfish::config::Config;
use crate::formats::fairy_stockfish::types::{KING, Type, TypeSet};

/// The side whose piece may be pushed first: the option's values and the rule's.
const FIRST: [(&str, &str); 3] = [("us", "own"), ("them", "enemy"), ("either", "any")];

/// The indices of the first two; the second is the default.
const US: usize = 0;
const THEM: usize = 1;

/// The options about pushing.
#[derive(Clone, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the options are independent flags"
)]
pub(in crate::formats::fairy_stockfish) struct Pushes {
    pub(in crate::formats::fairy_stockfish) enemies_only: bool,
    pub(in crate::formats::fairy_stockfish) crushes: bool,
    pub(in crate::formats::fairy_stockfish) no_return: bool,
    pub(in crate::formats::fairy_stockfish) stepwise: bool,
    removes: bool,
    /// An index in [`FIRST`].
    first: usize,
    /// The strengths by type.
    strength: Vec<u32>,
}

impl Default for Pushes {
    fn default() -> Pushes {
        Pushes {
            enemies_only: false,
            crushes: false,
            no_return: false,
            stepwise: true,
            removes: false,
            first: THEM,
            strength: vec![0; KING + 1],
        }
    }
}

impl Pushes {
    /// Sets `pushingStrength`, `pushFirstColor` or `pushingRemoves`.
    pub(super) fn set(
        &mut self,
        key: &str,
        text: &str,
        types: impl Fn(&str) -> Option<TypeSet>,
    ) -> Result<(), &'static str> {
        match key {
            "pushingStrength" => {
                let pairs = points::numbers(text, types);
                let pairs = pairs.ok_or("strength by letter: `a:1 r:8`")?;
                points::assign(&mut self.strength, pairs);
            }
            "pushFirstColor" => {
                let place = FIRST.iter().position(|(word, _)| *word == text);
                self.first = place.ok_or("one of `us`, `them`, `either`")?;
            }
            _ => {
                self.removes = match text {
                    "none" => false,
                    "shove" => true,
                    _ => return Err("one of `none`, `shove`"),
                };
            }
        }
        Ok(())
    }

    /// The rule; `None` if no piece pushes.
    pub(super) fn rule(&self, builder: &Builder<'_>, def: &VariantDef) -> Option<RuleTable> {
        let kinds = names(builder, def);
        let pushers = kinds
            .iter()
            .filter(|(_, number)| self.strength[*number] > 0);
        let strength = pushers.map(|(name, number)| {
            let strength = self.strength[*number].min(1000);
            (name.clone(), RuleValue::Number(strength.into()))
        });
        let strength = table(strength);
        // Without single steps, pieces of the mover's side are then not pushed at all.
        let of = match (self.first, self.enemies_only && !self.stepwise) {
            (US, true) => return None,
            (_, true) => THEM,
            (first, false) => first,
        };
        if strength.is_empty() {
            return None;
        }
        let mut rule = RuleTable::new();
        rule.insert("strength".to_owned(), RuleValue::Table(strength));
        if of != THEM {
            let word = FIRST[of].1.to_owned();
            rule.insert("first-side".to_owned(), RuleValue::Text(word));
        }
        let flags = [
            ("own-blocks", self.enemies_only),
            ("crush", self.enemies_only && self.crushes),
            ("off-board", self.removes),
            ("one-step", !self.stepwise),
            ("instead", true),
        ];
        for (key, _) in flags.into_iter().filter(|(_, flag)| *flag) {
            rule.insert(key.to_owned(), RuleValue::Flag(true));
        }
        if self.no_return {
            rule.insert("returning".to_owned(), RuleValue::Flag(false));
        }
        Some(rule)
    }

    /// Recovers the options from the rule.
    pub(super) fn take_from_rule(&mut self, rule: &RuleTable, type_of: impl Fn(&str) -> Type) {
        let flag = |key| rule.get(key) == Some(&RuleValue::Flag(true));
        if let Some(RuleValue::Table(strength)) = rule.get("strength") {
            points::numbers_from_rule(&mut self.strength, strength, type_of);
        }
        if let Some(RuleValue::Text(of)) = rule.get("first-side") {
            let place = FIRST.iter().position(|(_, word)| word == of);
            self.first = place.unwrap_or(THEM);
        }
        self.enemies_only = flag("own-blocks");
        self.crushes = flag("crush");
        self.removes = flag("off-board");
        self.stepwise = !flag("one-step");
        self.no_return = rule.get("returning") == Some(&RuleValue::Flag(false));
    }

    /// The lines of options that are not single values.
    pub(super) fn lines(&self, config: &Config) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        lines.extend(points::written("pushingStrength", &self.strength, config));
        if self.first != THEM {
            lines.push(format!("pushFirstColor = {}", FIRST[self.first].0));
        }
        if self.removes {
            lines.push("pushingRemoves = shove".to_owned());
        }
        lines
    }
}
