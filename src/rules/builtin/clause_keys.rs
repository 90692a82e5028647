//! The rules that consist of clauses, and `rules.use`.

use crate::definition::clause::{self, SetKind};
use crate::definition::{ONLY_SETTING, RuleValue, Setting, is_rule_name};
use crate::formats::rule_library;
use crate::rules::builtin::parts::Builtin;
use crate::rules::clauses::{ResolveError, Resolver, named_sets};
use crate::rules::data::RuleError;
use crate::source::{codes, did_you_mean};

use super::clauses::{Clauses, Written};

/// The rule `rules.sets`.
pub(super) fn sets() -> Builtin {
    let settings = Setting::ByName(&Setting::Text);
    Builtin::reading("sets", settings, |settings| {
        let def = settings.def();
        let mut read = Clauses::new(def);
        for name in settings.names() {
            let Some(text) = settings.text(name)? else {
                continue;
            };
            let is_word = clause::is_word(name);
            let taken = match clause::parse_set(name).map(|set| set.kind) {
                _ if def.pieces.contains_key(name) => "a piece of the variant",
                Ok(SetKind::Word(_)) if is_rule_name(name) && !is_word => "",
                _ if is_word => "a word of clauses",
                _ => "not a name: a name has small letters, digits and hyphens",
            };
            if !taken.is_empty() {
                let error =
                    RuleError::with_code(codes::DUPLICATE_KEY, format!("`{name}` is {taken}"));
                let error = error.about(name).with_help("give the set another name");
                return Err(error.at_key());
            }
            let at_text = |error: ResolveError| error.within(text, name);
            let tree = clause::parse_set(text).map_err(|error| at_text(error.into()))?;
            named_sets(def, &tree, &[name]).map_err(at_text)?;
            let set = Resolver::of(def).operand(&tree).map_err(at_text)?;
            read.name(def, name, &set);
        }
        Ok(Box::new(read))
    })
}

/// A rule that is a list of clauses; `add` compiles one.
fn listed(
    name: &'static str,
    add: fn(&mut Clauses, &Resolver<'_>, &str, Written) -> Result<(), ResolveError>,
) -> Builtin {
    Builtin::reading(name, Setting::Texts, move |settings| {
        let mut read = Clauses::new(settings.def());
        let resolver = Resolver::of(settings.def());
        let texts = settings.texts(ONLY_SETTING)?.into_iter().flatten();
        for (item, text) in texts.enumerate() {
            let place = settings.place_of(ONLY_SETTING, item);
            let written = Written {
                clause: text.to_owned(),
                place: place.clone(),
            };
            add(&mut read, &resolver, text, written).map_err(|error| error.within(text, place))?;
        }
        Ok(Box::new(read))
    })
}

/// The rule `rules.forbid`.
pub(super) fn forbid() -> Builtin {
    let builtin = listed("forbid", |read, resolver, text, written| {
        let condition = resolver.condition(&clause::parse(text)?)?;
        read.forbid(resolver.def, condition, false, written);
        Ok(())
    });
    Builtin {
        field: "latest",
        ..builtin
    }
}

/// The rule `rules.require`.
pub(super) fn require() -> Builtin {
    listed("require", |read, resolver, text, written| {
        let condition = resolver.condition(&clause::parse(text)?)?;
        read.require(resolver.def, condition, written);
        Ok(())
    })
}

/// The rule `rules.effects`.
pub(super) fn effects() -> Builtin {
    listed("effects", |read, resolver, text, written| {
        let effect = resolver.effect(&clause::parse_effect(text)?)?;
        read.effect(resolver.def, effect, written);
        Ok(())
    })
}

/// The rule `rules.moves`.
pub(super) fn moves() -> Builtin {
    listed("moves", |read, resolver, text, written| {
        let clause = resolver.moves(&clause::parse_move(text)?)?;
        read.move_clause(resolver.def, clause, written);
        Ok(())
    })
}

/// The rule `rules.ends`.
pub(super) fn ends() -> Builtin {
    let builtin = listed("ends", |read, resolver, text, written| {
        let end = resolver.end(&clause::parse_end(text)?)?;
        read.end_clause(resolver.def, end, written);
        Ok(())
    });
    Builtin {
        field: "ended",
        ..builtin
    }
}

/// The error of a value in place of the table `rules.use`.
fn no_table(value: &RuleValue) -> RuleError {
    let names = match value {
        RuleValue::List(names) => names.as_slice(),
        name => std::slice::from_ref(name),
    };
    let lines = names.iter().filter_map(RuleValue::text).map(|name| {
        if is_rule_name(name) {
            format!("`rules.use.{name} = true`")
        } else {
            format!("`rules.use.'{name}' = true`")
        }
    });
    let lines: Vec<String> = lines.collect();
    let help = if lines.is_empty() {
        "write the name of each rule: `rules.use.NAME = true`".to_owned()
    } else {
        format!("write {}", lines.join(", "))
    };
    let message = format!("expected a table of rules, found {}", value.kind());
    let error = RuleError::with_code(codes::WRONG_TYPE, message).about(ONLY_SETTING);
    error.with_help(help)
}

/// The rule `rules.use`.
pub(super) fn entries() -> Builtin {
    let settings = Setting::ByName(&Setting::Either(&[
        Setting::Flag,
        Setting::ByName(&Setting::Text),
    ]));
    let builtin = Builtin::reading("use", settings, |settings| {
        let mut read = Clauses::new(settings.def());
        for name in settings.names() {
            let own = &settings.def().rules.library;
            let value = settings.value(name);
            let Some(entry) = own.get(name).or_else(|| rule_library().get(name)) else {
                if let (ONLY_SETTING, Some(value)) = (name, value) {
                    return Err(no_table(value));
                }
                let known = own.keys().chain(rule_library().keys());
                let known = known.map(String::as_str);
                let message = "the library has no such rule";
                let error = RuleError::with_code(codes::UNKNOWN_SETTING, message).about(name);
                return Err(error.with_help(did_you_mean(name, known)).at_key());
            };
            if let Some(RuleValue::Flag(false)) = value {
                continue;
            }
            read.add_entry(settings, name, entry)?;
        }
        Ok(Box::new(read))
    });
    Builtin {
        field: "decided",
        ..builtin
    }
}
