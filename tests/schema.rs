//! The JSON Schema: it accepts every valid definition, and describes every key of a rule.

use std::fs;
use std::path::Path;

use ferz::definition::{BUILTIN_RULES, is_library_rule};
use ferz::formats::{Catalog, Format, rule_library, schema};
use ferz::game::Variant;
use serde_json::Value;

use super::definition::examples;

/// A file of this package.
fn file(path: &str) -> String {
    fs::read_to_string(Path::new(root!()).join(path)).expect(path)
}

fn value(text: &str) -> Value {
    let table: toml::Table = toml::from_str(text).expect("TOML");
    serde_json::to_value(table).expect("no date")
}

/// A schema as far as ours uses the words of draft 7.
struct Schema(Value);

impl Schema {
    /// The node behind a reference.
    fn target(&self, path: &str) -> &Value {
        let name = path.strip_prefix("#/definitions/").expect(path);
        self.0["definitions"].get(name).expect(name)
    }

    fn takes(&self, node: &Value, value: &Value) -> bool {
        let Some(node) = node.as_object() else {
            return node.as_bool().expect("a schema");
        };
        node.iter().all(|(word, says)| match word.as_str() {
            "$ref" => self.takes(self.target(says.as_str().unwrap()), value),
            "anyOf" => items(says).any(|one| self.takes(one, value)),
            "oneOf" => items(says).filter(|one| self.takes(one, value)).count() == 1,
            "allOf" => items(says).all(|one| self.takes(one, value)),
            "const" => same(says, value),
            "enum" => items(says).any(|one| same(one, value)),
            "type" => match says {
                Value::Array(types) => types.iter().any(|one| is(one, value)),
                one => is(one, value),
            },
            "minimum" => value
                .as_f64()
                .is_none_or(|number| number >= says.as_f64().unwrap()),
            "maximum" => value
                .as_f64()
                .is_none_or(|number| number <= says.as_f64().unwrap()),
            "items" => value
                .as_array()
                .into_iter()
                .flatten()
                .all(|one| self.takes(says, one)),
            "properties" => (value.as_object().into_iter().flatten())
                .all(|(key, one)| says.get(key).is_none_or(|says| self.takes(says, one))),
            "additionalProperties" => {
                (value.as_object().into_iter().flatten()).all(|(key, one)| {
                    let known = node.get("properties").and_then(|known| known.get(key));
                    known.is_some() || self.takes(says, one)
                })
            }
            "required" => {
                let table = value.as_object();
                table.is_none_or(|table| {
                    items(says).all(|key| table.contains_key(key.as_str().unwrap()))
                })
            }
            // Texts are looked at when a definition is read.
            "pattern" | "description" | "format" | "default" | "$schema" | "title"
            | "definitions" => true,
            other => panic!("`{other}` is not looked at"),
        })
    }

    /// Whether a key of a rule is described, by the keys that lead to it.
    fn describes(&self, node: &Value, keys: &[&str]) -> bool {
        let [key, rest @ ..] = keys else {
            return node["description"].is_string();
        };
        let referred = node["$ref"].as_str().map(|path| self.target(path));
        let forms = ["anyOf", "oneOf", "allOf"]
            .iter()
            .flat_map(|word| items(&node[word]));
        let mut inner = referred.into_iter().chain(forms);
        let own = node["properties"].get(key);
        own.is_some_and(|own| self.describes(own, rest))
            || inner.any(|one| self.describes(one, keys))
    }
}

fn items(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

/// Numbers of TOML are whole or not, those of JSON are numbers.
fn same(one: &Value, other: &Value) -> bool {
    one == other
        || one
            .as_f64()
            .is_some_and(|number| other.as_f64() == Some(number))
}

fn is(kind: &Value, value: &Value) -> bool {
    match kind.as_str().unwrap() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        "null" => value.is_null(),
        other => panic!("`{other}` is not looked at"),
    }
}

#[test]
fn the_schema_takes_every_good_definition() {
    let schema = Schema(schema());
    let builtin = ["variants.toml", "tests/data/every-rule/every-rule.toml"];
    let mut texts: Vec<String> = builtin.iter().map(|path| file(path)).collect();
    texts.extend(examples());
    for text in texts {
        let value = value(&text);
        assert!(schema.takes(&schema.0, &value), "{text}");
        // Each variant alone, so that one with a wrong key is not taken for a file of one.
        let variants = value.as_object().unwrap().values();
        let variant = &schema.0["definitions"]["Variant"];
        for inner in variants.filter(|inner| inner.get("inherits").is_some()) {
            assert!(schema.takes(variant, inner), "{inner}");
        }
    }
}

#[test]
fn the_schema_refuses_settings_that_rules_do_not_have() {
    let schema = Schema(schema());
    let takes = |rule: &str| {
        let text = format!("name = 'test'\ninherits = 'chess'\nrules.{rule}");
        schema.takes(&schema.0, &value(&text))
    };
    for (good, bad) in [
        (
            "use.transfer.optional = true",
            "use.transfer.optimal = true",
        ),
        ("guard = 'last'", "guard = 'first'"),
        (
            "turns.moves = { white = 1, black = [1, 2] }",
            "turns.moves = { red = 1 }",
        ),
        (
            "adjudication.counting.rule = 'asean'",
            "adjudication.counting.rule = 'mine'",
        ),
        ("scores.stalemate = [0.6, 0.7]", "scores.stalmate = 0.6"),
        (
            "use.replacement = { with = ['rook', 'queen'] }",
            "use.replacement = 1",
        ),
        ("use.transfer = false", "use.transfer = 3"),
    ] {
        assert!(takes(good), "{good}");
        assert!(!takes(bad), "{bad}");
    }
}

#[test]
fn the_schema_says_what_every_key_of_a_rule_is() {
    let schema = Schema(schema());
    let rules = &value(&file("tests/data/every-rule/every-rule.toml"))["rules"];
    let node = &schema.0["definitions"]["Rules"];
    let mut n_keys = 0;
    let mut check = |keys: &[&str]| {
        assert!(schema.describes(node, keys), "{}", keys.join("."));
        n_keys += 1;
    };
    for (rule, settings) in rules.as_object().unwrap() {
        check(&[rule]);
        // Keys that are names: of pieces, sides and ends.
        let settings = settings.as_object().into_iter().flatten();
        let named = ["scores", "sets", "marks"].contains(&rule.as_str());
        for (key, value) in settings.filter(|_| !named) {
            let is_written_as_clauses = rule == "use" && !rule_library()[key].clauses().is_empty();
            if is_written_as_clauses {
                continue;
            }
            check(&[rule, key]);
            let inner = value.as_object().into_iter().flatten();
            let is_table = rule == "adjudication" || rule == "use" && key != "prisoners";
            for (inner, _) in inner.filter(|_| is_table) {
                check(&[rule, key, inner]);
            }
        }
    }
    assert!(n_keys > 200, "{n_keys}");
}

#[test]
fn required_settings_of_library_rules_are_marked() {
    let schema = schema();
    let used = &schema["definitions"]["Rules"]["properties"]["use"]["anyOf"][0]["properties"];
    let mut n_rules = 0;
    for name in BUILTIN_RULES.iter().filter(|name| is_library_rule(name)) {
        let text = format!("[x]\ninherits = 'chess'\nrules.use.{name} = {{}}\n");
        let catalog = Catalog::read(&text, Format::Toml).value;
        let compiled = Variant::compile(catalog.first().expect("a variant"));
        let forms = used[name].to_string();
        let is_missing = compiled.is_err_and(|error| {
            let mut found = error.diagnostics().iter();
            found.any(|finding| finding.code.as_str() == "E0310")
        });
        if is_missing && forms.contains("\"properties\"") {
            let signs = ['.', ';', ' '];
            let mut marks = signs.iter().map(|sign| format!("required{sign}"));
            assert!(marks.any(|mark| forms.contains(&mark)), "{name}");
            n_rules += 1;
        }
    }
    assert!(n_rules > 15, "{n_rules}");
}
