//! Why a definition cannot be played.

use std::fmt;

use super::custom::{Part, SettingPlace};
use crate::definition::{Catalog, ONLY_SETTING};
use crate::source::{Diagnostic, Span};

/// Why a definition cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileError {
    diagnostics: Vec<Diagnostic>,
    /// For findings about the rest of the definition: the place of each.
    places: Vec<SettingPlace>,
}

impl CompileError {
    /// What is wrong. Places refer to the start FEN, where the start is what is wrong.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Findings about settings of rules.
    pub(super) fn at_settings(found: Vec<(Diagnostic, SettingPlace)>) -> CompileError {
        let (diagnostics, places) = found.into_iter().unzip();
        CompileError {
            diagnostics,
            places,
        }
    }

    /// What is wrong, with places in the text that the catalogue was read from.
    pub fn located_in(&self, catalog: &Catalog, variant: &str) -> Vec<Diagnostic> {
        if self.places.is_empty() {
            return match catalog.start_place(variant) {
                Some(place) => place.locate_all(&self.diagnostics),
                None => self.diagnostics.clone(),
            };
        }
        self.located_behind(catalog, variant, &[])
    }

    /// The same where settings of rules are said behind some keys of a variant. What is said of the start is left out.
    pub(crate) fn located_behind(
        &self,
        catalog: &Catalog,
        variant: &str,
        behind: &[&str],
    ) -> Vec<Diagnostic> {
        let findings = self.diagnostics.iter().zip(&self.places);
        findings
            .map(|(finding, at)| {
                let place = at.span_in(catalog, variant, behind).unwrap_or_default();
                let found = finding.clone().collapsed(place);
                // What is to be written instead is about the whole value.
                let edits = finding.edits.iter();
                edits.fold(found, |found, edit| found.with_edit(place, &edit.text))
            })
            .collect()
    }

    /// The same without what is wrong with another variant in the same way.
    pub(crate) fn beside(&self, other: &CompileError) -> CompileError {
        self.kept(|finding, at| !other.says(finding, at))
    }

    /// The same without what a variant inherits that is wrong with its parent as well.
    pub(crate) fn unless_inherited(
        &self,
        parent: &CompileError,
        catalog: &Catalog,
        variant: &str,
    ) -> CompileError {
        self.kept(|finding, at| !parent.says(finding, at) || catalog.says(variant, &at.path()))
    }

    /// Whether something is wrong with a setting.
    fn says(&self, finding: &Diagnostic, at: &SettingPlace) -> bool {
        let mut said = self.diagnostics.iter().zip(&self.places);
        said.any(|one| one == (finding, at))
    }

    fn kept(&self, is_kept: impl Fn(&Diagnostic, &SettingPlace) -> bool) -> CompileError {
        if self.places.is_empty() {
            return self.clone();
        }
        let all = self.diagnostics.iter().zip(&self.places);
        let kept = all.filter(|(finding, at)| is_kept(finding, at));
        CompileError::at_settings(
            kept.map(|(finding, at)| (finding.clone(), at.clone()))
                .collect(),
        )
    }
}

impl SettingPlace {
    /// The keys that lead to the setting.
    pub(crate) fn path(&self) -> Vec<&str> {
        self.keys.iter().map(String::as_str).collect()
    }

    /// The place in the text that a catalogue was read from, behind some keys of a variant, or what comes nearest.
    fn span_in(&self, catalog: &Catalog, variant: &str, behind: &[&str]) -> Option<Span> {
        let path = self.path();
        let is_entry = path.first() == Some(&"library");
        let behind = if is_entry { &[] } else { behind };
        let mut keys = [behind, &path].concat();
        // A value that stands in place of a table of settings has no key of its own.
        let only = behind.len() + 2;
        if keys.get(only) == Some(&ONLY_SETTING) && !catalog.says(variant, &keys[..=only]) {
            keys.remove(only);
        }
        match &self.part {
            Part::Key => catalog.place_of_key(variant, &keys),
            Part::Value => catalog.key_place(variant, &keys),
            Part::Bytes(within) => {
                let (text, bytes) = &**within;
                let inside = catalog.place_within(variant, &keys, text, bytes.clone());
                inside.or_else(|| catalog.key_place(variant, &keys))
            }
        }
    }
}

impl From<Vec<Diagnostic>> for CompileError {
    fn from(diagnostics: Vec<Diagnostic>) -> CompileError {
        CompileError {
            diagnostics,
            places: Vec::new(),
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
