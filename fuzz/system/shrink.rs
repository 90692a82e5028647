//! The smallest text on which the same law is broken.

use crate::fuzzing::{Broken, Case};

/// A case from which lines, then characters are left out as long as the law stays broken.
pub(crate) fn shrunk(case: &Case, broken: impl Fn(&Case) -> Option<Broken>) -> Case {
    let Some(first) = broken(case) else {
        return case.clone();
    };
    let still = |text: &str| {
        let case = Case {
            text: text.to_owned(),
            ..case.clone()
        };
        broken(&case).is_some_and(|found| found.law == first.law)
    };
    let mut text = case.text.clone();
    loop {
        let before = text.len();
        let lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
        text = without(lines, &still);
        let characters: Vec<String> = text.chars().map(String::from).collect();
        text = without(characters, &still);
        if text.len() == before {
            return Case {
                text,
                ..case.clone()
            };
        }
    }
}

/// The parts without those that do not matter; large stretches are tried first.
fn without(mut parts: Vec<String>, still: &impl Fn(&str) -> bool) -> String {
    let mut size = parts.len().next_power_of_two();
    while size > 0 {
        let mut at = 0;
        while at < parts.len() {
            let end = (at + size).min(parts.len());
            let mut rest = parts[..at].to_vec();
            rest.extend_from_slice(&parts[end..]);
            if still(&rest.concat()) {
                parts = rest;
            } else {
                at = end;
            }
        }
        size /= 2;
    }
    parts.concat()
}
