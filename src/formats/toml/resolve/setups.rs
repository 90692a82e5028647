//! Numbered start positions.

use indexmap::IndexMap;

use super::resolver::Resolver;
use crate::definition::Setups;
use crate::formats::toml::wire::{Digits, Entry, Field, Named, Removable, SetupsWire, table};
use crate::source::{Diagnostic, codes};

impl Resolver<'_> {
    /// Reads the numbered start positions, if the variant has valid ones.
    pub(in crate::formats::toml) fn setups(
        &mut self,
        field: &Field<Removable<SetupsWire>>,
    ) -> Option<Setups> {
        let wire = table(field)?;
        let place = field.place()?;
        if wire.start.is_absent() {
            self.missing(place, "the set-ups have no `start`", None);
        }
        if wire.digits.is_absent() {
            self.missing(place, "the set-ups have no `digits`", None);
        }
        let first = wire.first.value().copied().unwrap_or(0);
        let mut setups = Setups {
            template: self.text(&wire.start)?,
            digits: digits(wire.digits.value()?),
            first,
            default: wire.default.value().copied().unwrap_or(first),
        };
        for (name, entry) in wire.fixed.value().into_iter().flat_map(|named| &named.0) {
            let gives = |choice: &IndexMap<String, String>| choice.contains_key(name);
            if !setups.digits.iter().flatten().any(gives) {
                let message = format!("no digit defines a text for `{name}`");
                let finding = Diagnostic::new(codes::BAD_SETUPS, entry.name.span, message);
                self.report(entry.name, finding);
            } else if let Some(text) = entry.value.value() {
                setups = setups.with_fixed(name, text);
            }
        }
        let choices: usize = setups.digits.iter().map(Vec::len).sum();
        if !self.spend(choices) {
            return None;
        }
        let message = match setups.count() {
            None => "the variant has more set-ups than can be numbered".to_owned(),
            Some(0) => "a digit needs at least one choice".to_owned(),
            Some(_) if setups.start(setups.default).is_none() => {
                let numbers = setups.numbers();
                format!(
                    "`default` is not a set-up: the numbers are {} to {}",
                    numbers.start(),
                    numbers.end()
                )
            }
            Some(_) => return Some(setups),
        };
        let at = wire.default.place().or(wire.digits.place());
        let place = at.unwrap_or(place);
        let finding = Diagnostic::new(codes::BAD_SETUPS, place.span, message);
        self.report(place, finding);
        None
    }
}

fn digits(wire: &Digits) -> Vec<Vec<IndexMap<String, String>>> {
    let texts = |named: &Named<String>| {
        let pair = |(name, entry): (&String, &Entry<String>)| {
            Some((name.clone(), entry.value.value()?.clone()))
        };
        named.0.iter().filter_map(pair).collect()
    };
    wire.iter()
        .filter_map(Field::value)
        .map(|choices| choices.iter().filter_map(Field::value).map(texts).collect())
        .collect()
}
