//! Reports why variants of a file cannot be played, each fault once.

use ferz::definition::VariantDef;
use ferz::formats::{Catalog, Choices};
use ferz::game::Variant;
use ferz::rules::{CompileError, RuleRegistry};
use ferz::source::Diagnostic;
use ferz::source::budget::is_half_spent;

/// The variants of a file, for the faults of all values of their settings.
pub(super) struct Faults<'a> {
    catalog: &'a Catalog,
    registry: &'a RuleRegistry,
}

impl<'a> Faults<'a> {
    pub(super) const fn new(catalog: &'a Catalog, registry: &'a RuleRegistry) -> Faults<'a> {
        Faults { catalog, registry }
    }

    /// The faults of a variant, without those that it inherits from a parent in the same file.
    pub(super) fn of(&self, def: &VariantDef, error: &CompileError) -> Vec<Diagnostic> {
        let parent = self.parent(def);
        let inherited = parent.and_then(|parent| self.error(parent));
        let error = match inherited {
            Some(inherited) => error.unless_inherited(&inherited, self.catalog, &def.name),
            None => error.clone(),
        };
        error.located_in(self.catalog, &def.name)
    }

    /// The faults of a variant with other values of its settings, without those of the default values.
    pub(super) fn of_values(
        &self,
        def: &VariantDef,
        error: Option<&CompileError>,
        choices: &mut Choices<'_>,
    ) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for (option, values) in &def.settings.options {
            let others = values.iter().skip(1);
            for (value, _) in others.filter(|(_, change)| !change.is_empty()) {
                // With little budget left, further values are not tried.
                if is_half_spent() {
                    return found;
                }
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
        Variant::builder(def).rules(self.registry).compile().err()
    }

    /// The error with a value of a setting, if the variant has it.
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
