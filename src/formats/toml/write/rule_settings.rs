//! Writes the settings of rules.

use crate::definition::tree::{Node, Table};
use crate::definition::{CustomRules, ONLY_SETTING, RuleTable, RuleValue};

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
