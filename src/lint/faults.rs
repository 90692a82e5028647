//! Why variants of a file cannot be played, each mistake once.

use crate::definition::{Catalog, VariantDef};
use crate::game::Variant;
use crate::rules::{CompileError, RuleRegistry};
use crate::source::Diagnostic;

/// How many bytes are read again for values of settings. Of further ones is told when they are chosen.
const BYTES: usize = 1 << 25;

/// The variants of a file, with the values of their settings.
pub(super) struct Faults<'a> {
    catalog: &'a Catalog,
    registry: &'a RuleRegistry,
    /// The length of the file, all of which is read for each value.
    file_bytes: usize,
    bytes: usize,
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
            bytes: 0,
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
    ) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for (option, values) in &def.settings.options {
            let others = values.iter().skip(1);
            for (value, _) in others.filter(|(_, change)| !change.is_empty()) {
                self.bytes += self.file_bytes;
                if self.bytes > BYTES {
                    return found;
                }
                let Some(by_value) = self.error_by(def, option, value) else {
                    continue;
                };
                let parent = self.parent(def);
                let inherited = parent.and_then(|parent| self.error_by(parent, option, value));
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
    fn error_by(&self, def: &VariantDef, option: &str, value: &str) -> Option<CompileError> {
        let query = format!("{option}={value}");
        let other = self.catalog.configure(&def.name, &query)?.ok()?;
        self.error(&other)
    }
}
