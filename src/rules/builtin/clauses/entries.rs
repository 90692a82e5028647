//! Library entries with the arguments of their parameters.

use super::{Clauses, Written};
use crate::definition::RuleValue;
use crate::definition::clause::{self, RuleEntry};
use crate::formats::BECAUSE;
use crate::rules::clauses::{ResolveError, Resolver};
use crate::rules::data::RuleError;
use crate::rules::settings::RuleSettings;

impl Clauses {
    /// Adds an entry of the library with its arguments.
    pub(in crate::rules::builtin) fn add_entry(
        &mut self,
        settings: &RuleSettings<'_>,
        name: &str,
        entry: &RuleEntry,
    ) -> Result<(), RuleError> {
        let given = if let Some(RuleValue::Table(_)) = settings.value(name) {
            settings.table(name)?
        } else {
            settings.flag(name).map_err(|error| {
                error.with_help("write `true` for the default parameters, or a table")
            })?;
            None
        };
        let def = settings.def();
        let mut parameters = Vec::new();
        for (parameter, default) in &entry.parameters {
            let text = match &given {
                Some(given) => given.text(parameter)?,
                None => None,
            };
            let value = match (text, default) {
                (Some(text), _) => {
                    let at_value =
                        |error: ResolveError| error.within(text, format!("{name}.{parameter}"));
                    let value = clause::parse_set(text).map_err(|error| at_value(error.into()))?;
                    // An invalid name is reported in the argument.
                    Resolver::of(def).operand(&value).map_err(at_value)?;
                    value
                }
                (None, Some(default)) => default.clone(),
                (None, None) => {
                    let message = format!("the parameter `{parameter}` is missing");
                    let help = format!("name the pieces: `{name} = {{ {parameter} = 'queen' }}`");
                    return Err(RuleError::missing(&message, &help).about(name));
                }
            };
            parameters.push((parameter.clone(), value));
        }
        let resolver = Resolver {
            def,
            parameters: &parameters,
            choices: &[],
            has_it: false,
            has_edge: false,
        };
        let is_own = def.rules.library.contains_key(name);
        let at = |key: &'static str, item: usize| {
            move |mut error: ResolveError| {
                if let Some(place) = entry.place(key, item, error.place.clone()) {
                    error.message = format!("`{name}`{BECAUSE}{place}: {}", error.message);
                } else if is_own {
                    return error.within("", format!(".library.{name}.{key}.{item}"));
                }
                error.about(name)
            }
        };
        let written = Written {
            clause: name.to_owned(),
            place: name.to_owned(),
        };
        for (number, (tree, mates)) in entry.forbid.iter().enumerate() {
            let condition = resolver.condition(tree).map_err(at("forbid", number))?;
            self.forbid(def, condition, *mates, written.clone());
        }
        for (number, tree) in entry.require.iter().enumerate() {
            let condition = resolver.condition(tree).map_err(at("require", number))?;
            self.require(def, condition, written.clone());
        }
        for (number, tree) in entry.effects.iter().enumerate() {
            let effect = resolver.effect(tree).map_err(at("effects", number))?;
            self.effect(def, effect, written.clone());
        }
        for (number, tree) in entry.moves.iter().enumerate() {
            let clause = resolver.moves(tree).map_err(at("moves", number))?;
            self.move_clause(def, clause, written.clone());
        }
        for (number, tree) in entry.ends.iter().enumerate() {
            let end = resolver.end(tree).map_err(at("ends", number))?;
            self.end_clause(def, end, written.clone());
        }
        Ok(())
    }
}
