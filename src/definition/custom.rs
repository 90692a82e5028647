//! Rules whose settings only they understand: the format keeps what is written.

use indexmap::IndexMap;

use super::setting_values::zone_value;
pub(crate) use super::toml::BUILTIN_RULES;
use super::toml::IN_TABLES;
use super::{PieceId, PieceSet, VariantDef};
use crate::geometry::{BoardShape, Zone};

/// The rules of a definition's table `rules.custom` by name, in the order in which they are asked.
///
/// The definition keeps what is written. What it means is said by the rules that a program has
/// [registered](crate::rules::RuleRegistry) under these names.
pub type CustomRules = IndexMap<String, RuleTable>;

/// The settings of one such rule, by key.
pub type RuleTable = IndexMap<String, RuleValue>;

/// The name of the setting of a rule that is written without a table: `storm = 7` is short for
/// `storm = { value = 7 }`.
pub(crate) const ONLY_SETTING: &str = "value";

/// A setting of such a rule.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum RuleValue {
    /// `true` or `false`.
    Flag(bool),
    /// A number; whole numbers are written without a point.
    Number(f64),
    /// A text.
    Text(String),
    /// A list of any of these.
    List(Vec<RuleValue>),
    /// A table of any of these.
    Table(RuleTable),
}

impl RuleValue {
    /// The settings of a rule of which this is the only one.
    pub(crate) fn alone(self) -> RuleTable {
        RuleTable::from([(ONLY_SETTING.to_owned(), self)])
    }

    /// The settings of a rule that says nothing but this, which is by side if it is a table.
    pub(super) fn of_sides(self) -> RuleTable {
        match self {
            RuleValue::Table(sides) => sides,
            both => both.alone(),
        }
    }

    /// The text, if it is one.
    pub(super) fn text(&self) -> Option<&str> {
        match self {
            RuleValue::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The word for its kind, as messages say it.
    pub const fn kind(&self) -> &'static str {
        match self {
            RuleValue::Flag(true) => "`true`",
            RuleValue::Flag(false) => "`false`",
            RuleValue::Number(_) => "a number",
            RuleValue::Text(_) => "a text",
            RuleValue::List(_) => "a list",
            RuleValue::Table(_) => "a table",
        }
    }

    /// The names of pieces, as a setting that names these: `None` if there are none.
    pub(super) fn of_names(names: impl IntoIterator<Item = String>) -> Option<RuleValue> {
        let names = names.into_iter().map(RuleValue::Text);
        let names: Vec<RuleValue> = names.collect();
        (!names.is_empty()).then_some(RuleValue::List(names))
    }

    /// The pieces of a definition that a setting names: one by its name, or several.
    pub(super) fn pieces(&self, def: &VariantDef) -> PieceSet {
        let names = match self {
            RuleValue::List(names) => names.as_slice(),
            name => std::slice::from_ref(name),
        };
        let ids = names.iter().filter_map(|name| match name {
            RuleValue::Text(name) => def.pieces.get_index_of(name).map(PieceId::new),
            _ => None,
        });
        match names {
            [RuleValue::Text(all)] if all == "*" => PieceSet::ALL,
            _ => ids.collect(),
        }
    }

    /// The same as another setting may say it: one name or value is a list of it, and a zone has many
    /// texts.
    pub(super) fn in_short(&self, shape: &BoardShape) -> RuleValue {
        match self {
            RuleValue::List(items) => match items.as_slice() {
                [only] => only.in_short(shape),
                items => RuleValue::List(items.iter().map(|item| item.in_short(shape)).collect()),
            },
            RuleValue::Table(table) => {
                let entries = table.iter();
                let entries = entries.map(|(key, value)| {
                    let mut short = value.in_short(shape);
                    // Pieces that count do so in any order.
                    if let ("pieces", RuleValue::List(names)) = (key.as_str(), &mut short) {
                        names.sort_by(|one, other| one.text().cmp(&other.text()));
                    }
                    (key.clone(), short)
                });
                RuleValue::Table(entries.collect())
            }
            RuleValue::Text(text) => match Zone::parse(text, shape) {
                Ok(zone) => zone_value(zone.sides(), shape),
                Err(_) => self.clone(),
            },
            RuleValue::Flag(_) | RuleValue::Number(_) => self.clone(),
        }
    }

    /// The same with other names of pieces; what is none comes back as it is.
    pub(super) fn with_names(&self, name: &dyn Fn(&str) -> String) -> RuleValue {
        match self {
            RuleValue::Flag(_) | RuleValue::Number(_) => self.clone(),
            RuleValue::Text(text) => RuleValue::Text(name(text)),
            RuleValue::List(items) => {
                RuleValue::List(items.iter().map(|item| item.with_names(name)).collect())
            }
            RuleValue::Table(table) => {
                let entries = table.iter();
                let entries = entries.map(|(key, value)| (name(key), value.with_names(name)));
                RuleValue::Table(entries.collect())
            }
        }
    }
}

/// The keys that lead to the table of such a rule in a definition: a rule of the format has its name
/// as a key of `rules` or of a table there, others stand under `rules.custom`.
pub(crate) fn rule_keys(name: &str) -> Vec<&str> {
    if let Some((_, table)) = IN_TABLES.iter().find(|(rule, _)| *rule == name) {
        vec!["rules", table, name]
    } else if BUILTIN_RULES.contains(&name) {
        vec!["rules", name]
    } else {
        vec!["rules", "custom", name]
    }
}
