//! Queries after the question mark of a variant's name: setting values and the number of a set-up.

use std::iter;

use crate::source::{Diagnostic, Span, codes, quoted};

use super::toml::Chosen;
use crate::definition::variant::VariantDef;

/// The number of set-ups among which a start position is searched.
const MOST_SET_UPS: usize = 10_000;

/// The key that selects a set-up by number.
const SETUP: &str = "setup";

/// A query that only names settings and values of the variant.
#[derive(Debug)]
pub(super) struct Query {
    /// The chosen values.
    pub(super) chosen: Chosen,
    /// The number of a set-up, with its place.
    setup: Option<(u32, Span)>,
}

impl Query {
    /// Reads `option=value&option=value` for a variant.
    pub(super) fn read(text: &str, def: &VariantDef) -> Result<Query, Vec<Diagnostic>> {
        let mut query = Query {
            chosen: Chosen::new(),
            setup: None,
        };
        let mut findings = Vec::new();
        let mut start = 0;
        for part in text.split('&') {
            let span = Span::new(start, start + part.len());
            start += part.len() + 1;
            let (option, value) = part.split_once('=').unwrap_or((part, ""));
            let at_value = Span::new(span.end as usize - value.len(), span.end as usize);
            let fault = if option == SETUP && def.setups.is_some() {
                if let Ok(number) = value.parse() {
                    let before = query.setup.replace((number, at_value));
                    before.map(|_| (span, format!("`{option}` is set twice")))
                } else {
                    let mut message = "expected the number of a set-up".to_owned();
                    if let Some(setups) = &def.setups {
                        let numbers = setups.numbers();
                        message += &format!(", {} to {}", numbers.start(), numbers.end());
                    }
                    Some((at_value, message))
                }
            } else if let Some(values) = def.settings.values(option) {
                if values.contains(&value) {
                    let before = query.chosen.insert(option.to_owned(), value.to_owned());
                    before.map(|_| (span, format!("`{option}` is set twice")))
                } else {
                    let message = format!("`{option}` has no value `{value}`");
                    findings.push(unknown(at_value, message, "its values are", &values));
                    continue;
                }
            } else {
                let mut known: Vec<&str> = def.settings.names().collect();
                if def.setups.is_some() {
                    known.push(SETUP);
                }
                let at = Span::new(span.start as usize, span.start as usize + option.len());
                let message = format!("`{}` has no setting `{option}`", def.name);
                if known.is_empty() {
                    let finding = Diagnostic::new(codes::UNKNOWN_SETTING, at, message);
                    findings.push(finding.with_help(format!("`{}` has no settings", def.name)));
                } else {
                    findings.push(unknown(at, message, "its settings are", &known));
                }
                continue;
            };
            if let Some((at, message)) = fault {
                findings.push(Diagnostic::new(codes::UNKNOWN_SETTING, at, message));
            }
        }
        if findings.is_empty() {
            Ok(query)
        } else {
            Err(findings)
        }
    }

    /// Applies the start position of the chosen set-up.
    pub(super) fn set_up(&self, def: &mut VariantDef) -> Result<(), Vec<Diagnostic>> {
        let Some((number, span)) = self.setup else {
            return Ok(());
        };
        let refuse = |message: String| {
            let finding = Diagnostic::new(codes::UNKNOWN_SETTING, span, message);
            Err(vec![finding])
        };
        let Some(setups) = &mut def.setups else {
            return refuse(format!("`{}` has no numbered set-ups", def.name));
        };
        if let Some(start) = setups.start(number) {
            setups.default = number;
            if let Some(bare) = &mut def.settings.bare {
                begin_with(bare, number, &start);
            }
            def.start = start;
            return Ok(());
        }
        let numbers = setups.numbers();
        refuse(format!(
            "set-up {number} does not exist: the numbers are {} to {}",
            numbers.start(),
            numbers.end()
        ))
    }
}

/// Lets a game without its options begin with a start position. Options may have excluded some of its set-ups, so
/// that it has another number there.
fn begin_with(bare: &mut VariantDef, number: u32, start: &str) {
    let Some(setups) = &mut bare.setups else {
        return;
    };
    let mut numbers = iter::once(number).chain(setups.numbers().take(MOST_SET_UPS));
    if let Some(own) = numbers.find(|own| setups.start(*own).as_deref() == Some(start)) {
        setups.default = own;
        start.clone_into(&mut bare.start);
    }
}

/// A finding about an unknown name, with a list of the known ones.
fn unknown(at: Span, message: String, lead: &str, known: &[&str]) -> Diagnostic {
    let help = format!("{lead} {}", quoted(known));
    Diagnostic::new(codes::UNKNOWN_SETTING, at, message).with_help(help)
}
