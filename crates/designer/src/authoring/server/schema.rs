//! The JSON schema of the definition format as a tree of keys with descriptions.

use indexmap::IndexMap;
use serde_json::Value;

use ferz::formats::schema;

/// The schema.
#[derive(Debug)]
pub(super) struct Schema(Value);

impl Schema {
    pub(super) fn new() -> Schema {
        Schema(schema())
    }

    /// The description of a key, by its path within the table of a variant.
    pub(super) fn description(&self, keys: &[String]) -> Option<&str> {
        let (last, above) = keys.split_last()?;
        self.tables(above)
            .iter()
            .filter_map(|table| table["properties"][last.as_str()]["description"].as_str())
            .chain(
                self.at(keys)
                    .into_iter()
                    .filter_map(|one| one["description"].as_str()),
            )
            .next()
    }

    /// The keys of a table, with their descriptions.
    pub(super) fn keys(&self, table: &[String]) -> Vec<(&str, &str)> {
        let mut found: Vec<(&str, &str)> = Vec::new();
        for table in self.tables(table) {
            let Some(properties) = table["properties"].as_object() else {
                continue;
            };
            for (key, value) in properties {
                if !found.iter().any(|(known, _)| known == key) {
                    let text = value["description"].as_str().or_else(|| {
                        self.expanded(value)
                            .iter()
                            .find_map(|one| one["description"].as_str())
                    });
                    found.push((key, text.unwrap_or_default()));
                }
            }
        }
        found
    }

    /// The possible words of a value, with their descriptions.
    pub(super) fn words(&self, keys: &[String]) -> Vec<(String, String)> {
        // Each of several forms of a value can have words.
        let mut words = IndexMap::new();
        for one in self.at(keys) {
            let text = one["description"].as_str().unwrap_or_default();
            let listed = one["enum"].as_array().into_iter().flatten();
            for word in listed.chain(one.get("const")) {
                let written = match word {
                    Value::String(word) => format!("'{word}'"),
                    other => other.to_string(),
                };
                words.entry(written).or_insert_with(|| text.to_owned());
            }
            if one["type"] == "boolean" {
                for word in ["true", "false"] {
                    words.entry(word.to_owned()).or_default();
                }
            }
        }
        words.into_iter().collect()
    }

    fn tables(&self, keys: &[String]) -> Vec<&Value> {
        self.at(keys)
    }

    /// All forms of the value with this path.
    fn at(&self, keys: &[String]) -> Vec<&Value> {
        let mut nodes = self.expanded(&self.0["definitions"]["Variant"]);
        for key in keys {
            let next: Vec<&Value> = nodes
                .iter()
                .filter_map(|node| {
                    let own = node["properties"].get(key.as_str());
                    let item = key.parse::<usize>().ok().and(node.get("items"));
                    let any = node.get("additionalProperties");
                    own.or(item).or(any.filter(|any| any.is_object()))
                })
                .collect();
            nodes = next
                .into_iter()
                .flat_map(|node| self.expanded(node))
                .collect();
        }
        nodes
    }

    /// The node with everything that it refers to.
    fn expanded<'a>(&'a self, node: &'a Value) -> Vec<&'a Value> {
        let mut found = vec![node];
        if let Some(name) = node["$ref"]
            .as_str()
            .and_then(|path| path.rsplit('/').next())
        {
            found.extend(self.expanded(&self.0["definitions"][name]));
        }
        for key in ["anyOf", "oneOf", "allOf"] {
            for inner in node[key].as_array().into_iter().flatten() {
                found.extend(self.expanded(inner));
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_described() {
        let schema = Schema::new();
        let path = |text: &str| text.split('.').map(str::to_owned).collect::<Vec<_>>();
        let described = |text| {
            schema
                .description(&path(text))
                .unwrap_or_default()
                .to_owned()
        };
        assert!(described("inherits").contains("omitted keys are inherited"));
        assert!(described("pieces.griffon.letter").contains("FEN"));
        assert!(described("pieces.pawn.promotion.to").contains("choose"));
        let keys = schema.keys(&path("pieces.griffon"));
        assert!(keys.iter().any(|(key, _)| *key == "royal"));
        let words = schema.words(&path("rules.stalemate"));
        assert!(words.iter().any(|(word, _)| word == "'loss'"), "{words:?}");
    }
}
