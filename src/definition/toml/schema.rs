//! The JSON Schema of the format.
//!
//! It is made from the structs that read the format, by `schemars`, and kept in
//! `grammar/variant.schema.json`, so that only those who change the format must build what makes it.

use serde_json::Value;

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
    #[cfg(feature = "schema")]
    return derived::schema();
    #[cfg(not(feature = "schema"))]
    kept()
}

/// The schema as it is kept.
#[cfg(any(test, not(feature = "schema")))]
fn kept() -> Value {
    serde_json::from_str(include_str!("../../../grammar/variant.schema.json"))
        .expect("a test reads it as well")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::toml::wire::VariantWire;

    #[test]
    fn the_schema_has_the_keys_that_the_reader_knows() {
        let schema = kept();
        let properties = schema["definitions"]["Variant"]["properties"]
            .as_object()
            .unwrap();
        let keys: Vec<&str> = properties.keys().map(String::as_str).collect();
        assert_eq!(keys, VariantWire::KEYS);
        for key in VariantWire::TELLING {
            assert!(keys.contains(&key));
        }
    }

    #[cfg(feature = "schema")]
    #[test]
    fn the_schema_that_is_kept_is_the_one_that_the_structs_give() {
        assert!(
            kept() == derived::schema(),
            "`cargo run --features schema -- schema > grammar/variant.schema.json` writes it anew"
        );
    }
}
