//! Errors in compiling a definition.

use std::fmt;

use crate::definition::ONLY_SETTING;
use crate::formats::Catalog;
use crate::rules::data::{Part, SettingPlace};
use crate::source::{Diagnostic, Span};

/// The diagnostics of a definition that cannot be compiled.
///
/// ```
/// use ferz::formats::Format;
/// use ferz::{Catalog, Variant};
///
/// let text = "name = 'mine'\ninherits = 'chess'\nstart = 'x7/8/8/8/8/8/8/8 w - - 0 1'";
/// let catalog = Catalog::read(text, Format::Toml).value;
/// let error = Variant::compile(catalog.get("mine").unwrap()).unwrap_err();
/// assert!(error.diagnostics()[0].is_error());
/// // The places of these findings are in the text of the definition.
/// let finding = &error.located_in(&catalog, "mine")[0];
/// assert!(text[finding.span.range()].contains('x'));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileError {
    diagnostics: Vec<Diagnostic>,
    /// The places of the diagnostics, if these concern rules.
    places: Vec<SettingPlace>,
}

impl CompileError {
    /// The diagnostics. Their spans refer to the start FEN if the start is wrong.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// An error from findings about settings of rules.
    pub(crate) fn at_settings(found: Vec<(Diagnostic, SettingPlace)>) -> CompileError {
        let (diagnostics, places) = found.into_iter().unzip();
        CompileError {
            diagnostics,
            places,
        }
    }

    /// The diagnostics with spans in the text of the catalog.
    pub fn located_in(&self, catalog: &Catalog, variant: &str) -> Vec<Diagnostic> {
        if self.places.is_empty() {
            return match catalog.start_place(variant) {
                Some(place) => place.locate_all(&self.diagnostics),
                None => self.diagnostics.clone(),
            };
        }
        self.located_behind(catalog, variant, &[])
    }

    /// The diagnostics with spans for settings under some keys of a variant. Diagnostics about the
    /// start are left out.
    #[doc(hidden)]
    pub fn located_behind(
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
                // A suggested edit replaces the whole value.
                let edits = finding.edits.iter();
                edits.fold(found, |found, edit| found.with_edit(place, &edit.text))
            })
            .collect()
    }

    /// The error without diagnostics that another variant has too.
    #[doc(hidden)]
    pub fn beside(&self, other: &CompileError) -> CompileError {
        self.kept(|finding, at| !other.says(finding, at))
    }

    /// The error without diagnostics that a variant inherits from its parent.
    #[doc(hidden)]
    pub fn unless_inherited(
        &self,
        parent: &CompileError,
        catalog: &Catalog,
        variant: &str,
    ) -> CompileError {
        self.kept(|finding, at| !parent.says(finding, at) || catalog.says(variant, &at.path()))
    }

    /// Whether it contains a diagnostic at a place.
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
    /// The path of keys to the setting.
    #[doc(hidden)]
    pub fn path(&self) -> Vec<&str> {
        self.keys.iter().map(String::as_str).collect()
    }

    /// The span in the text of the catalog, under some keys of a variant, or the nearest one.
    fn span_in(&self, catalog: &Catalog, variant: &str, behind: &[&str]) -> Option<Span> {
        let path = self.path();
        let is_entry = path.first() == Some(&"library");
        let behind = if is_entry { &[] } else { behind };
        let mut keys = [behind, &path].concat();
        // A value in place of a table has no key of its own.
        for only in [behind.len() + 2, behind.len() + 3] {
            if keys.get(only) == Some(&ONLY_SETTING) && !catalog.says(variant, &keys[..=only]) {
                keys.remove(only);
            }
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

#[doc(hidden)]
impl From<Vec<Diagnostic>> for CompileError {
    fn from(diagnostics: Vec<Diagnostic>) -> CompileError {
        CompileError {
            diagnostics,
            places: Vec::new(),
        }
    }
}

#[doc(hidden)]
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
