//! The JSON Schema made from the structs that read the format.

use std::borrow::Cow;

#[cfg(feature = "schema")]
use schemars::generate::SchemaSettings;
#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Value, json};

use crate::definition::toml::field::{Field, Named};
use crate::definition::toml::literal::{False, True};
use crate::definition::toml::wire::VariantWire;

pub(super) fn schema() -> Value {
    let mut generator = SchemaSettings::draft07().into_generator();
    let variant = generator.subschema_for::<VariantWire>();
    let mut definitions = Value::Object(generator.take_definitions(true));
    join_lines(&mut definitions);
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Chess variants for ferz",
        "description": "One variant, or several under tables with their names.",
        "anyOf": [
            variant.clone(),
            {
                "type": "object",
                "properties": { "format": { "type": "integer", "const": 1 } },
                "additionalProperties": variant,
            },
        ],
        "definitions": definitions,
    })
}

/// Makes one line of each description: they are comments of the source, which is wrapped.
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
