//! Generator of the JSON Schema from the structs that read the format.

use std::borrow::Cow;

#[cfg(feature = "schema")]
use schemars::generate::SchemaSettings;
#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Value, json};

use crate::definition::names::is_library_rule;
use crate::definition::{Reason, Setting, rule_keys};
use crate::formats::toml::library::rule_library;
use crate::formats::toml::wire::{False, Field, Named, True, VariantWire};

/// The tables of rules inside `rules`, with their definitions.
const TABLES: [(&str, &str); 2] = [("rules", "Rules"), ("adjudication", "Adjudication")];

/// The schema of the structs, with the settings that the rules list.
pub(super) fn schema(rules: impl Iterator<Item = (&'static str, Setting)>) -> Value {
    let mut generator = SchemaSettings::draft07().into_generator();
    let variant = generator.subschema_for::<VariantWire>();
    let mut definitions = Value::Object(generator.take_definitions(true));
    let mut rules: Vec<_> = rules.collect();
    rules.sort_by_key(|(name, _)| is_library_rule(name));
    for (name, setting) in rules {
        if is_library_rule(name) {
            let used = &mut definitions["Rules"]["properties"]["use"]["anyOf"][0];
            let about = &rule_library()[name].summary;
            let mut forms = vec![of(setting)];
            forms.extend((!setting.stands_alone()).then(|| json!({ "const": true })));
            forms.push(json!({ "const": false }));
            let setting = json!({ "anyOf": forms });
            used["properties"][name] = described(setting, about);
            continue;
        }
        let keys = rule_keys(name);
        let [.., table, key] = keys.as_slice() else {
            continue;
        };
        let found = TABLES.iter().find(|(word, _)| word == table);
        let property = found.map(|(_, table)| &mut definitions[*table]["properties"][*key]);
        if let Some(Value::Object(property)) = property {
            property.remove("allOf");
            property.remove("$ref");
            property.insert("anyOf".to_owned(), json!([of(setting), { "const": false }]));
        }
    }
    for (name, setting, about) in COMMON {
        definitions[name] = described(in_full(setting), about);
    }
    join_lines(&mut definitions);
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Chess variants for ferz",
        "description": "One variant, or several variants in tables with their names.",
        "anyOf": [
            variant.clone(),
            {
                "type": "object",
                "properties": {
                    "format": { "type": "integer", "const": 1 },
                    "library": {
                        "description": "Rules of this file by name, for all of its variants.",
                        "type": "object",
                        "additionalProperties": { "$ref": "#/definitions/RuleEntry" },
                    },
                },
                "additionalProperties": variant,
            },
        ],
        "definitions": definitions,
    })
}

/// Settings that many rules share, each with the name of its definition and its description.
const COMMON: [(&str, Setting, &str); 6] = [
    (
        "PieceNames",
        Setting::Pieces,
        "Names of pieces; `*` for all, `false` for none.",
    ),
    (
        "PieceNamesBySide",
        Setting::BySide(&Setting::Pieces),
        "Names of pieces, by side.",
    ),
    (
        "TextsBySide",
        Setting::BySide(&Setting::Texts),
        "Texts, by side.",
    ),
    (
        "NumberBySide",
        Setting::BySide(&Setting::Number),
        "A number, by side.",
    ),
    (
        "FlagBySide",
        Setting::BySide(&Setting::Flag),
        "`true` or `false`, by side.",
    ),
    (
        "ZoneByPiece",
        Setting::ByPiece(&Setting::Zone),
        "Squares, by piece.",
    ),
];

/// The schema of a setting, by reference if many rules share it.
fn of(setting: Setting) -> Value {
    match COMMON.iter().find(|(_, common, _)| *common == setting) {
        Some((name, ..)) => json!({ "$ref": format!("#/definitions/{name}") }),
        None => in_full(setting),
    }
}

/// The full schema of a setting.
fn in_full(setting: Setting) -> Value {
    match setting {
        Setting::Flag => json!({ "type": "boolean" }),
        Setting::Number => json!({ "type": "number" }),
        Setting::Text => json!({ "type": "string" }),
        Setting::Piece => json!({ "anyOf": [{ "type": "string" }, { "const": false }] }),
        Setting::Texts => of_many(&json!({ "type": "string" })),
        Setting::Pieces => json!({ "anyOf": [of(Setting::Texts), { "const": false }] }),
        Setting::Words(words) => {
            let words = json!({ "type": "string", "enum": words });
            json!({ "anyOf": [words, { "const": false }] })
        }
        Setting::Zone => json!({ "$ref": "#/definitions/Zone" }),
        Setting::BySide(value) => {
            let value = of(*value);
            json!({ "anyOf": [value.clone(), {
                "type": "object",
                "properties": { "white": value.clone(), "black": value },
                "additionalProperties": false,
            }] })
        }
        Setting::ByPiece(value) | Setting::ByName(value) => {
            json!({ "type": "object", "additionalProperties": of(*value) })
        }
        Setting::ByReason(value) => {
            let value = of(*value);
            let reasons = Reason::ALL.iter().map(|reason| reason.as_str().to_owned());
            let reasons: serde_json::Map<_, _> =
                reasons.map(|reason| (reason, value.clone())).collect();
            json!({ "type": "object", "properties": reasons, "additionalProperties": false })
        }
        Setting::List(value) => json!({ "type": "array", "items": of(*value) }),
        Setting::Either(settings) => {
            let settings = settings.iter().copied();
            json!({ "anyOf": settings.map(of).collect::<Vec<_>>() })
        }
        Setting::Table(keys) => {
            let property = |(key, setting, about): &(&'static str, Setting, &'static [&str])| {
                let value = described(of(*setting), about.concat().trim());
                ((*key).to_owned(), value)
            };
            let properties: serde_json::Map<_, _> = keys.iter().map(property).collect();
            json!({ "type": "object", "properties": properties, "additionalProperties": false })
        }
    }
}

/// A value with its description. Keys next to a reference are ignored, so the reference is wrapped in a list of one.
fn described(value: Value, about: &str) -> Value {
    let mut described = json!({ "description": about });
    if let (Value::Object(all), Value::Object(shape)) = (&mut described, value) {
        if shape.contains_key("$ref") {
            all.insert("allOf".to_owned(), json!([shape]));
        } else {
            all.extend(shape);
        }
    }
    described
}

/// The schema of one value or a list of them.
fn of_many(value: &Value) -> Value {
    json!({ "anyOf": [value, { "type": "array", "items": value }] })
}

/// Joins the lines of each description, which is wrapped in the source.
fn join_lines(value: &mut Value) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                match value {
                    Value::String(text) if key == "description" => *text = text.replace('\n', " "),
                    value => join_lines(value),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(join_lines),
        _ => {}
    }
}

#[cfg(feature = "schema")]
impl<T: JsonSchema> JsonSchema for Field<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

#[cfg(feature = "schema")]
impl<T: JsonSchema> JsonSchema for Named<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Named{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let value = generator.subschema_for::<T>();
        json_schema!({ "type": "object", "additionalProperties": value })
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for True {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "True".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "const": true })
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for False {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "False".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "const": false })
    }
}
