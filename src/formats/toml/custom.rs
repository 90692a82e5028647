//! Custom rules, and built-in rules whose settings are kept as written.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::field::{Entry, Field, Named, Overlay, Place};
use super::literal::{False, Removal, True};
use super::resolve::Resolver;
use super::wire::RulesWire;
use crate::definition::rule_names::is_rule_name;
use crate::definition::tree::{Node, Table};
use crate::definition::{CustomRules, ONLY_SETTING, RuleTable, RuleValue};
use crate::geometry::{BoardShape, Zone};
use crate::source::{Diagnostic, codes};
use crate::state::RuleId;

/// Rules by name, with their settings.
pub(super) type CustomWire = Named<RuleTableWire>;

/// The settings of a rule, or the single setting with the name `value`. `false` removes an inherited
/// rule.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "RuleSettings", untagged))]
#[serde(rename = "by kind", rename_all = "kebab-case")]
pub(super) enum RuleTableWire {
    /// Settings by name.
    Table(Named<SettingWire>),
    /// A text.
    Text(String),
    /// A number.
    Number(f64),
    /// Several settings.
    List(Vec<Field<SettingWire>>),
    /// The rule with its default settings.
    True(True),
    /// No rule.
    False(False),
}

/// In an overlay, a value that is no table is the only setting of a table.
impl Overlay for RuleTableWire {
    fn over_at(self, [place, below]: [Place; 2], parent: Self) -> Self {
        match (self, parent) {
            (RuleTableWire::False(_), parent) => RuleTableWire::False(False {
                removes: parent.is_removable(),
            }),
            (mine, RuleTableWire::False(_)) => mine,
            (mine, parent) if mine.is_table() || parent.is_table() => {
                RuleTableWire::Table(mine.into_table(place).over(parent.into_table(below)))
            }
            (mine, _) => mine,
        }
    }
}

impl RuleTableWire {
    const fn is_table(&self) -> bool {
        matches!(self, RuleTableWire::Table(_))
    }

    /// The settings by name; a value that is no table is the only setting.
    pub(super) fn into_table(self, place: Place) -> Named<SettingWire> {
        let only = match self {
            RuleTableWire::Table(table) => return table,
            RuleTableWire::False(_) => return Named::default(),
            RuleTableWire::Text(text) => SettingWire::Text(text),
            RuleTableWire::Number(number) => SettingWire::Number(number),
            RuleTableWire::List(items) => SettingWire::List(items),
            RuleTableWire::True(flag) => SettingWire::True(flag),
        };
        Named::alone(ONLY_SETTING, place, only)
    }
}

impl Removal for RuleTableWire {
    fn removal(&self) -> Option<False> {
        match self {
            RuleTableWire::False(removal) => Some(*removal),
            _ => None,
        }
    }
}

/// A setting that the rule defines.
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

impl SettingWire {
    /// The name of its kind in messages.
    pub(super) const fn kind(&self) -> &'static str {
        match self {
            SettingWire::Text(_) => "a text",
            SettingWire::Number(_) => "a number",
            SettingWire::True(_) => "`true`",
            SettingWire::False(_) => "`false`",
            SettingWire::List(_) => "a list",
            SettingWire::Table(_) => "a table",
        }
    }
}

impl Overlay for SettingWire {
    fn over(self, parent: Self) -> Self {
        match (self, parent) {
            (SettingWire::Table(mine), SettingWire::Table(parent)) => {
                SettingWire::Table(mine.over(parent))
            }
            (mine, _) => mine,
        }
    }
}

/// Whether names of directions in the texts of a rule are replaced: only in built-in rules do the texts certainly
/// contain moves.
#[derive(Clone, Copy)]
pub(super) enum Names {
    Kept,
    Replaced,
}

/// Rules with zones that are stored as equivalent texts.
const REWRITTEN: [&str; 3] = ["drops", "en-passant", "paired-promotion"];

impl Resolver<'_> {
    /// Reads the custom rules, except removed ones.
    pub(super) fn custom(&mut self, wire: Option<&RulesWire>) -> CustomRules {
        let mut rules = CustomRules::new();
        let Some(named) = wire.and_then(|wire| wire.custom.value()) else {
            return rules;
        };
        for (name, entry) in &named.0 {
            let Some((place, settings)) = entry
                .value
                .get()
                .filter(|(_, wire)| wire.removal().is_none())
            else {
                continue;
            };
            if rules.len() == RuleId::MAX {
                let message = format!("a variant has at most {} custom rules", RuleId::MAX);
                self.fault(codes::DEFINITION_TOO_LARGE, entry.name, message);
                break;
            }
            if !is_rule_name(name) {
                let message = "the name of a custom rule has small letters, digits and hyphens";
                let finding = Diagnostic::new(codes::BAD_NAME, entry.name.span, message)
                    .with_help("it is also the name of a field in a FEN");
                self.report(entry.name, finding);
                continue;
            }
            let table = self.rule_table(place, settings, Names::Kept);
            rules.insert(name.clone(), table);
        }
        rules
    }

    /// Reads the built-in rules whose settings are kept as written, except removed ones.
    pub(super) fn builtin(&mut self, wire: Option<&RulesWire>, shape: &BoardShape) -> CustomRules {
        let mut rules = CustomRules::new();
        for (name, field) in wire.map(RulesWire::builtin).into_iter().flatten() {
            let Some((place, settings)) = field.get().filter(|(_, wire)| wire.removal().is_none())
            else {
                continue;
            };
            if REWRITTEN.contains(&name)
                && let RuleTableWire::Table(settings) = settings
            {
                self.report_idle_squares(settings, shape);
            }
            let table = match name {
                "captures" => self.captures(place, settings, shape),
                _ => self.rule_table(place, settings, Names::Replaced),
            };
            rules.insert(name.to_owned(), table);
        }
        rules
    }

    /// Reports parts of zones without effect; every text that reads as squares is a zone.
    fn report_idle_squares(&mut self, settings: &Named<SettingWire>, shape: &BoardShape) {
        for entry in settings.0.values() {
            let texts = match entry.value.value() {
                Some(SettingWire::Table(inner)) => {
                    self.report_idle_squares(inner, shape);
                    continue;
                }
                Some(SettingWire::List(texts)) => texts.as_slice(),
                _ => std::slice::from_ref(&entry.value),
            };
            let mut zone = Zone::nowhere();
            for field in texts {
                let Some((place, SettingWire::Text(text))) = field.get() else {
                    break;
                };
                let n_parts = 1 + text.matches(',').count();
                if !self.spend(n_parts * (1 + shape.area() / 64)) {
                    return;
                }
                let Ok((more, idle)) = Zone::read_onto(zone, text, shape) else {
                    break;
                };
                zone = more;
                self.report_idle(Some(place), text, &idle);
            }
        }
    }

    /// Reads the settings of one rule; a value that is no table is the only setting.
    pub(super) fn rule_table(
        &mut self,
        place: Place,
        wire: &RuleTableWire,
        names: Names,
    ) -> RuleTable {
        let only = match wire {
            RuleTableWire::Table(table) => return self.settings_of(table, names),
            RuleTableWire::Text(text) => {
                let text = SettingWire::Text(text.clone());
                self.setting(&Field::Here(place, text), names)
            }
            RuleTableWire::Number(number) => Some(RuleValue::Number(*number)),
            RuleTableWire::True(_) => Some(RuleValue::Flag(true)),
            RuleTableWire::False(_) => None,
            RuleTableWire::List(items) => {
                let items = items.iter().filter_map(|item| self.setting(item, names));
                Some(RuleValue::List(items.collect()))
            }
        };
        let only = only.into_iter();
        only.map(|value| (ONLY_SETTING.to_owned(), value)).collect()
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
                    Names::Replaced if text.contains('{') => {
                        // A clause has its movements in quotation marks.
                        let parts = text.split('"').map(|part| {
                            if part.contains('{') {
                                self.spelled(place, part).map(|spelled| spelled.text)
                            } else {
                                Some(part.to_owned())
                            }
                        });
                        parts.collect::<Option<Vec<_>>>()?.join("\"")
                    }
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
        all.put(name, rule_written(settings));
    }
    all
}

/// The settings of one rule as a table, or its only setting.
pub(super) fn rule_written(settings: &RuleTable) -> Node {
    match settings.get(ONLY_SETTING) {
        Some(only) if settings.len() == 1 && can_stand_alone(only) => node(only),
        _ => settings_written(settings).into(),
    }
}

/// Whether a value without a table reads as the only setting: a table would read as all settings, and `false` as no
/// rule.
const fn can_stand_alone(value: &RuleValue) -> bool {
    !matches!(value, RuleValue::Flag(false) | RuleValue::Table(_))
}

pub(super) fn settings_written(settings: &RuleTable) -> Table {
    let mut table = Table::default();
    for (key, value) in settings {
        table.put(key, node(value));
    }
    table
}

/// A number, without a point if it is a whole one.
pub(super) fn number_node(number: f64) -> Node {
    /// The largest exact whole number.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if number.fract() == 0.0 && number.abs() <= EXACT {
        Node::Number(number as i64)
    } else {
        Node::Real(number)
    }
}

fn node(value: &RuleValue) -> Node {
    match value {
        RuleValue::Flag(flag) => Node::Flag(*flag),
        RuleValue::Number(number) => number_node(*number),
        RuleValue::Text(text) => Node::Text(text.clone()),
        RuleValue::List(items) => Node::List(items.iter().map(node).collect()),
        RuleValue::Table(settings) => settings_written(settings).into(),
    }
}
