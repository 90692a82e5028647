//! Why a definition cannot be played.

use std::fmt;

use crate::definition::Catalog;
use crate::source::{Diagnostic, codes};

/// Why a definition cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileError {
    diagnostics: Vec<Diagnostic>,
    /// For findings about the rest of the definition: the keys that lead to the place of each.
    keys: Vec<Vec<String>>,
}

impl CompileError {
    /// What is wrong. Places refer to the start FEN, where the start is what is wrong.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Findings about these keys of a definition.
    pub(super) fn at_keys(found: Vec<(Diagnostic, Vec<String>)>) -> CompileError {
        let (diagnostics, keys) = found.into_iter().unzip();
        CompileError { diagnostics, keys }
    }

    /// What is wrong, with places in the text that the catalogue was read from.
    pub fn located_in(&self, catalog: &Catalog, variant: &str) -> Vec<Diagnostic> {
        if self.keys.is_empty() {
            return match catalog.start_place(variant) {
                Some(place) => place.locate_all(&self.diagnostics),
                None => self.diagnostics.clone(),
            };
        }
        let findings = self.diagnostics.iter().zip(&self.keys);
        findings
            .map(|(finding, keys)| {
                let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
                let place = if finding.code == codes::UNKNOWN_KEY {
                    catalog.place_of_key(variant, &keys)
                } else {
                    catalog.key_place(variant, &keys)
                };
                let place = place.unwrap_or_default();
                let found = finding.clone().collapsed(place);
                // What is to be written instead is about the whole value.
                let edits = finding.edits.iter();
                edits.fold(found, |found, edit| found.with_edit(place, &edit.text))
            })
            .collect()
    }
}

impl From<Vec<Diagnostic>> for CompileError {
    fn from(diagnostics: Vec<Diagnostic>) -> CompileError {
        CompileError {
            diagnostics,
            keys: Vec::new(),
        }
    }
}

impl From<Diagnostic> for CompileError {
    fn from(finding: Diagnostic) -> CompileError {
        CompileError::from(vec![finding])
    }
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<String> = self
            .diagnostics
            .iter()
            .map(|finding| format!("{}: {}", finding.code, finding.message))
            .collect();
        f.write_str(&texts.join("; "))
    }
}

impl std::error::Error for CompileError {}
