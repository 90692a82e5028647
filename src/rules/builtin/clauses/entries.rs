//! Library entries with the arguments of their parameters.

use super::{Clauses, Written, is_royal};
use crate::definition::clause::{self, RuleEntry, is_word};
use crate::definition::{RuleValue, VariantDef};
use crate::formats::BECAUSE;
use crate::rules::clauses::{Condition, EffectClause, ResolveError, Resolver};
use crate::rules::data::{RuleError, RuleFinding};
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

// Warnings about clauses that have no effect, or another one than intended.

impl Clauses {
    /// The warnings, each at its clause.
    pub(super) fn doubts(&self, def: &VariantDef) -> Vec<RuleFinding> {
        let [forbid, effects, moves, ends, required] = &self.written;
        let found = |written: &Written, doubt: Option<RuleFinding>, is_about_drops: bool| {
            let idle = || {
                let clause = &written.clause;
                let message = format!("`{clause}` depends on drops, but the variant has no drops");
                (is_about_drops && !self.may_drop).then(|| RuleFinding::new(message))
            };
            Some(doubt.or_else(idle)?.about(written.place.clone()))
        };
        let of_condition = |(one, written): (&Condition, &Written)| {
            found(written, one.doubt(&written.clause), one.is_about_drops())
        };
        let comes_back = self.effects.iter().any(EffectClause::brings_back);
        let forbidden = self.forbidden.iter().map(|clause| &clause.condition);
        let forbid = forbidden.zip(forbid).filter_map(of_condition);
        let effects = self.effects.iter().zip(effects);
        let effects = effects.filter_map(|(one, written)| {
            let doubt = one.doubt(&written.clause, true, comes_back, |piece| {
                is_royal(def, piece)
            });
            let doubt = doubt.or_else(|| one.fills_hand(&written.clause, self.uses_hands));
            found(written, doubt, one.is_about_drops())
        });
        let moves = self.moves.iter().zip(moves);
        let moves = moves.filter_map(|(one, written)| {
            let doubt = one.doubt(&written.clause, |piece| is_royal(def, piece));
            let fills = || {
                let effect = one.effect.as_ref()?;
                effect.fills_hand(&written.clause, self.uses_hands)
            };
            found(written, doubt.or_else(fills), false)
        });
        let ends = self.ends.iter().zip(ends);
        let ends = ends.filter_map(|(one, written)| {
            let is_about_drops = one.condition.is_about_drops();
            found(written, one.doubt(&written.clause), is_about_drops)
        });
        let required = self.required.iter().zip(required).filter_map(of_condition);
        let all = forbid.chain(effects).chain(moves).chain(ends);
        let shadowed = self.written.iter().flatten();
        let shadowed = shadowed.flat_map(|written| shadowed_pieces(def, written));
        all.chain(required).chain(shadowed).collect()
    }
}

/// The warnings about words of a clause that are also names of pieces.
fn shadowed_pieces(def: &VariantDef, written: &Written) -> Vec<RuleFinding> {
    let clause = &written.clause;
    let words = clause.split(|sign: char| !sign.is_ascii_alphanumeric() && sign != '-');
    let mut names: Vec<&str> = words
        .filter(|word| def.pieces.contains_key(*word) && is_word(word))
        .collect();
    names.dedup();
    let finding = |name: &str| {
        let message =
            format!("`{name}` in `{clause}` is a word of clauses, and not the piece `{name}`");
        let finding = RuleFinding::new(message).about(written.place.clone());
        finding.with_help("give the piece another name")
    };
    names.into_iter().map(finding).collect()
}
