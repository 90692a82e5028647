//! The JSON Schema of the format, made from the structs that read it.

use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

use super::wire::VariantWire;

/// The JSON Schema of a definition file, for completion and checks in editors.
///
/// A file may begin with `#:schema ./variant.schema.json`. The schema keeps to draft 7, which
/// every editor of TOML understands.
///
/// # Examples
/// ```
/// let schema = ferz::definition::schema();
/// assert!(schema["definitions"]["Piece"]["properties"]["letter"].is_object());
/// ```
pub fn schema() -> Value {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_schema_has_the_keys_that_the_reader_knows() {
        let schema = schema();
        let properties = schema["definitions"]["Variant"]["properties"]
            .as_object()
            .unwrap();
        let keys: Vec<&str> = properties.keys().map(String::as_str).collect();
        assert_eq!(keys, VariantWire::KEYS);
        for key in VariantWire::TELLING {
            assert!(keys.contains(&key));
        }
    }
}
