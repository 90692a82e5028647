//! Why variants of a file cannot be played, each mistake once.

use crate::definition::{Catalog, Choices, VariantDef};
use crate::game::Variant;
use crate::rules::{CompileError, RuleRegistry};
use crate::source::Diagnostic;

/// How many bytes of variants are gone through for values of settings, if each is as long as its file. Of further
/// values is told when they are chosen.
const BYTES: usize = 1 << 25;

/// The variants of a file, with the values of their settings.
pub(super) struct Faults<'a> {
    catalog: &'a Catalog,
    registry: &'a RuleRegistry,
    /// The length of the file, which is the most that a variant has of it.
    file_bytes: usize,
    /// What is left of [`BYTES`].
    bytes_left: usize,
}

impl<'a> Faults<'a> {
    pub(super) const fn new(
        catalog: &'a Catalog,
        registry: &'a RuleRegistry,
        file_bytes: usize,
    ) -> Faults<'a> {
        Faults {
            catalog,
            registry,
            file_bytes,
            bytes_left: BYTES,
        }
    }

    /// What is wrong with a variant, but for what is wrong with its parent as well, if that is in the file.
    pub(super) fn of(&self, def: &VariantDef, error: &CompileError) -> Vec<Diagnostic> {
        let parent = self.parent(def);
        let inherited = parent.and_then(|parent| self.error(parent));
        let error = match inherited {
            Some(inherited) => error.unless_inherited(&inherited, self.catalog, &def.name),
            None => error.clone(),
        };
        error.located_in(self.catalog, &def.name)
    }

    /// What is wrong with a variant by other values of its settings than those that it has, beside what is wrong by
    /// those.
    pub(super) fn of_values(
        &mut self,
        def: &VariantDef,
        error: Option<&CompileError>,
        choices: &mut Choices<'_>,
    ) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for (option, values) in &def.settings.options {
            let others = values.iter().skip(1);
            for (value, _) in others.filter(|(_, change)| !change.is_empty()) {
                let Some(bytes_left) = self.bytes_left.checked_sub(self.file_bytes) else {
                    return found;
                };
                self.bytes_left = bytes_left;
                let query = format!("{option}={value}");
                let Some(by_value) = self.error_by(def, &query, choices) else {
                    continue;
                };
                let parent = self.parent(def);
                let inherited = parent.and_then(|parent| self.error_by(parent, &query, choices));
                let known = error.into_iter().chain(&inherited);
                let by_value = known.fold(by_value, |by_value, known| by_value.beside(known));
                let at = ["settings", option, value];
                found.extend(by_value.located_behind(self.catalog, &def.name, &at));
            }
        }
        found
    }

    fn parent(&self, def: &VariantDef) -> Option<&'a VariantDef> {
        self.catalog.get(def.parent.as_deref()?)
    }

    fn error(&self, def: &VariantDef) -> Option<CompileError> {
        Variant::compile_with(def, self.registry).err()
    }

    /// The error by a value of a setting, if the variant has it.
    fn error_by(
        &self,
        def: &VariantDef,
        query: &str,
        choices: &mut Choices<'_>,
    ) -> Option<CompileError> {
        let other = choices.configure(&def.name, query)?.ok()?;
        self.error(&other)
    }
}
