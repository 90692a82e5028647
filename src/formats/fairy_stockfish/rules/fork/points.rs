//! Points for captures.

use super::terms::{names, table};
use crate::definition::{RuleTable, RuleValue, VariantDef, Verdict};
use crate::formats::fairy_stockfish::rules::builder::Builder;
use crate::formats::fairy_stockfish::section::fork::{Points, RECEIVERS};
use crate::formats::fairy_stockfish::section::types::Type;

impl Points {
    /// The rule; `None` if points do not count.
    pub(super) fn rule(&self, builder: &Builder<'_>, def: &VariantDef) -> Option<RuleTable> {
        if !(self.counting || self.pays_drops) {
            return None;
        }
        let worth = |number: Type| f64::from(self.worth[number]);
        let kinds = names(builder, def).into_iter();
        let worth = kinds.filter(|(_, number)| worth(*number) > 0.0);
        let worth =
            worth.map(|(name, number)| (name, RuleValue::Number(self.worth[number].into())));
        let mut rule = RuleTable::new();
        rule.insert("worth".to_owned(), RuleValue::Table(table(worth)));
        let text = |word: &str| RuleValue::Text(word.to_owned());
        if self.to != 0 {
            rule.insert("to".to_owned(), text(RECEIVERS[self.to].1));
        }
        if self.goal > 0 {
            rule.insert("goal".to_owned(), RuleValue::Number(self.goal.into()));
            let verdicts = [
                ("result", self.value, Verdict::Win),
                ("more", self.more, Verdict::Win),
                ("mover", self.mover.unwrap_or(Verdict::Draw), Verdict::Draw),
            ];
            for (key, verdict, usual) in verdicts {
                if verdict != usual {
                    rule.insert(key.to_owned(), text(word(verdict)));
                }
            }
        }
        if self.pays_drops {
            for key in ["buys-drops", "restocks"] {
                rule.insert(key.to_owned(), RuleValue::Flag(true));
            }
        }
        Some(rule)
    }

    /// Recovers the options from the rule.
    pub(super) fn take_from_rule(&mut self, rule: &RuleTable, type_of: impl Fn(&str) -> Type) {
        self.counting = true;
        let text = |key| match rule.get(key) {
            Some(RuleValue::Text(text)) => Some(text.as_str()),
            _ => None,
        };
        let place = text("to").and_then(|to| RECEIVERS.iter().position(|(_, word)| *word == to));
        self.to = place.unwrap_or(0);
        if let Some(RuleValue::Table(worth)) = rule.get("worth") {
            numbers_from_rule(&mut self.worth, worth, type_of);
        }
        if let Some(RuleValue::Number(goal)) = rule.get("goal") {
            self.goal = *goal as u16;
        }
        let verdict = |key| text(key).and_then(verdict);
        self.value = verdict("result").unwrap_or(Verdict::Win);
        self.more = verdict("more").unwrap_or(Verdict::Win);
        self.mover = verdict("mover");
        self.pays_drops = rule.get("buys-drops") == Some(&RuleValue::Flag(true));
    }
}

/// Reads numbers by kind from a rule.
pub(super) fn numbers_from_rule(
    places: &mut [u32],
    table: &RuleTable,
    type_of: impl Fn(&str) -> Type,
) {
    for (name, value) in table {
        if let (number @ 1.., RuleValue::Number(value)) = (type_of(name), value) {
            places[number] = *value as u32;
        }
    }
}

const fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Win => "win",
        Verdict::Draw => "draw",
        Verdict::Loss => "loss",
    }
}

fn verdict(word: &str) -> Option<Verdict> {
    match word {
        "win" => Some(Verdict::Win),
        "draw" => Some(Verdict::Draw),
        "loss" => Some(Verdict::Loss),
        _ => None,
    }
}

/// Converts a start position with both sides' points in braces after the clocks to our format.
pub(super) fn start(fen: &str) -> Option<String> {
    let (fen, points) = fen.split_once('{')?;
    let mut points = points.trim_end().strip_suffix('}')?.split_whitespace();
    let mut number = || points.next()?.parse::<u32>().ok();
    let (white, black) = (number()?, number()?);
    let fen = fen.trim_end();
    if (white, black) == (0, 0) {
        return Some(fen.to_owned());
    }
    Some(format!("{fen} score={white}/{black}"))
}

/// Converts a start position to Fairy-Stockfish-X's format.
pub(super) fn recover_start(fen: &str) -> Option<String> {
    let (fen, points) = fen.split_once(" score=")?;
    let (white, black) = points.split_once('/')?;
    Some(format!("{fen} {{{white} {black}}}"))
}
