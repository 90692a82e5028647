//! Settings of rules, which are kept as written.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::field::{Field, Named, Overlay, Place};
use super::literal::{False, Removal, True};
use crate::definition::ONLY_SETTING;

/// Rules by name, with their settings.
pub(in crate::formats::toml) type CustomWire = Named<RuleTableWire>;

/// The settings of a rule, or the single setting with the name `value`. `false` removes an inherited
/// rule.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "RuleSettings", untagged))]
#[serde(rename = "by kind", rename_all = "kebab-case")]
pub(in crate::formats::toml) enum RuleTableWire {
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
    pub(in crate::formats::toml) fn into_table(self, place: Place) -> Named<SettingWire> {
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
pub(in crate::formats::toml) enum SettingWire {
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
    pub(in crate::formats::toml) const fn kind(&self) -> &'static str {
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
