//! Rules whose settings only they understand: they are kept for those who do.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::definition::custom::{CustomRules, RuleTable, RuleValue};
use crate::definition::tree::{Node, Table};
use crate::source::{Diagnostic, codes};
use crate::state::RuleId;

use super::field::{Entry, Field, Named, plain};
use super::literal::{False, True};
use super::resolve::Resolver;
use super::wire::{Removable, RulesWire};

/// Rules by name, each with its settings.
pub(super) type CustomWire = Named<RuleTableWire>;

/// The settings of one rule. `false` takes an inherited one away.
pub(super) type RuleTableWire = Removable<Named<SettingWire>>;

/// A setting that only the rule understands.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "RuleSetting", untagged))]
#[serde(rename = "by kind", rename_all = "kebab-case")]
pub(super) enum SettingWire {
    /// A text.
    Text(String),
    /// A number.
    Number(f64),
    /// Yes.
    True(True),
    /// No.
    False(False),
    /// Several of them.
    List(Vec<Field<SettingWire>>),
    /// Some of them by name.
    Table(Named<SettingWire>),
}

plain!(SettingWire);

/// What becomes of names of directions in the texts of a rule: only those of the format are about
/// moves for sure.
#[derive(Clone, Copy)]
enum Names {
    Kept,
    Replaced,
}

/// Whether a text can be the name of a custom rule, which is also that of its field in a FEN.
pub(crate) fn is_rule_name(name: &str) -> bool {
    let within = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    name.len() <= 40
        && name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(within)
}

impl Resolver<'_, '_> {
    /// The rules that are not of this format, without those that are taken away.
    pub(super) fn custom(&mut self, wire: Option<&RulesWire>) -> CustomRules {
        let mut rules = CustomRules::new();
        let Some(named) = wire.and_then(|wire| wire.custom.value()) else {
            return rules;
        };
        for (name, entry) in &named.0 {
            let Some(Removable::Table(table)) = entry.value.value() else {
                continue;
            };
            if rules.len() == RuleId::MAX {
                let message = format!("a variant has at most {} custom rules", RuleId::MAX);
                self.fault(codes::DEFINITION_TOO_LARGE, entry.name, message);
                break;
            }
            if !is_rule_name(name) {
                let message = "the name of a custom rule is small letters, figures and hyphens";
                let finding = Diagnostic::new(codes::BAD_NAME, entry.name.span, message)
                    .with_help("it is the name of a field in a FEN as well");
                self.report(entry.name, finding);
                continue;
            }
            rules.insert(name.clone(), self.settings_of(table, Names::Kept));
        }
        rules
    }

    /// The rules of the format that are kept as they are written, without those that are taken away.
    pub(super) fn shipped(&mut self, wire: Option<&RulesWire>) -> CustomRules {
        let mut rules = CustomRules::new();
        for (name, field) in wire.map(RulesWire::shipped).into_iter().flatten() {
            if let Some(Removable::Table(table)) = field.value() {
                rules.insert(name.to_owned(), self.settings_of(table, Names::Replaced));
            }
        }
        rules
    }

    fn settings_of(&mut self, table: &Named<SettingWire>, names: Names) -> RuleTable {
        let values = table.0.iter();
        values
            .filter_map(|(key, Entry { value, .. })| {
                Some((key.clone(), self.setting(value, names)?))
            })
            .collect()
    }

    fn setting(&mut self, field: &Field<SettingWire>, names: Names) -> Option<RuleValue> {
        let (place, wire) = field.get()?;
        if !self.spend(1) {
            return None;
        }
        Some(match wire {
            SettingWire::Text(text) => {
                let text = self.text(&Field::Here(place, text.clone()))?;
                RuleValue::Text(match names {
                    Names::Replaced if text.contains('{') => self.spelled(place, &text)?.text,
                    _ => text,
                })
            }
            SettingWire::Number(number) => RuleValue::Number(*number),
            SettingWire::True(_) => RuleValue::Flag(true),
            SettingWire::False(_) => RuleValue::Flag(false),
            SettingWire::List(items) => {
                let values = items.iter().filter_map(|item| self.setting(item, names));
                RuleValue::List(values.collect())
            }
            SettingWire::Table(table) => RuleValue::Table(self.settings_of(table, names)),
        })
    }
}

/// The rules as tables of settings.
pub(super) fn written(rules: &CustomRules) -> Table {
    let mut all = Table::default();
    for (name, settings) in rules {
        all.put(name, settings_written(settings));
    }
    all
}

/// The settings of one rule as a table.
pub(super) fn settings_written(settings: &RuleTable) -> Table {
    let mut table = Table::default();
    for (key, value) in settings {
        table.put(key, node(value));
    }
    table
}

fn node(value: &RuleValue) -> Node {
    /// Whole numbers beyond this are not exact.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    match value {
        RuleValue::Flag(flag) => Node::Flag(*flag),
        RuleValue::Number(number) if number.fract() == 0.0 && number.abs() <= EXACT => {
            Node::Number(*number as i64)
        }
        RuleValue::Number(number) => Node::Real(*number),
        RuleValue::Text(text) => Node::Text(text.clone()),
        RuleValue::List(items) => Node::List(items.iter().map(node).collect()),
        RuleValue::Table(settings) => settings_written(settings).into(),
    }
}
