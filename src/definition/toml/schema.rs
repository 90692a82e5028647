//! The JSON Schema of the format.
//!
//! It is made from the structs that read the format, by `schemars`, and from what the rules list as their
//! settings, and kept in `grammar/variant.schema.json`, so that only those who change the format must build
//! what makes it.

use serde_json::Value;

#[cfg(feature = "schema")]
use crate::definition::Setting;

#[cfg(feature = "schema")]
mod derived;

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
    serde_json::from_str(include_str!("../../../grammar/variant.schema.json"))
        .expect("a test reads it as well")
}

/// The same as it is now, where rules have these settings.
#[cfg(feature = "schema")]
pub(crate) fn made_schema(rules: impl Iterator<Item = (&'static str, Setting)>) -> Value {
    derived::schema(rules)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::toml::wire::VariantWire;

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
