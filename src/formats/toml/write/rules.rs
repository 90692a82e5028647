//! Writes rules as tables: their settings, and rules in the form of clauses.

use crate::definition::clause::RuleEntry;
use crate::definition::rules::{CAPTURES_KEYS, RoyalRule};
use crate::definition::tree::{Node, Table};
use crate::definition::{
    CustomRules, ONLY_SETTING, PieceId, PieceSet, RuleTable, RuleValue, rule_keys,
};
use crate::formats::toml::resolve::usual_pawn;
use crate::formats::toml::wire::{AdjudicationWire, Overlay, RulesWire};

use super::writer::Writer;

impl Writer<'_> {
    /// The rules that do not belong to single pieces.
    pub(super) fn rules(&self) -> Table {
        let rules = &self.def.rules;
        let mut table = Table::default();
        for inner in ["adjudication", "use"] {
            let is_inside = |name: &str| rule_keys(name)[1] == inner;
            let mut inside = Table::default();
            for (name, settings) in rules.builtin.iter().filter(|(name, _)| is_inside(name)) {
                match name.as_str() {
                    "use" => inside.0.extend(settings_written(settings).0),
                    _ => inside.put(name, rule_written(settings)),
                }
            }
            if inner == "adjudication" {
                inside.sort_by(AdjudicationWire::FIELDS);
            }
            if !inside.0.is_empty() {
                table.put(inner, inside);
            }
        }
        let is_alone = |name: &str| rule_keys(name).len() == 2 && name != "use";
        for (name, settings) in rules.builtin.iter().filter(|(name, _)| is_alone(name)) {
            table.put(name, rule_written(settings));
        }
        // Without royal pieces, the rule requires nothing.
        table.0.retain(|key, _| key != "royal");
        let royal = self.def.demand();
        if royal != RoyalRule::default() {
            table.put("royal", royal.word());
        }
        let captures = self.captures();
        if !captures.0.is_empty() {
            table.put("captures", captures);
        }
        if !rules.custom.is_empty() {
            table.put("custom", rules_written(&rules.custom));
        }
        table.sort_by(RulesWire::FIELDS);
        table
    }

    /// The rule `captures`, with the key for the piece in hand, which the forms determine.
    fn captures(&self) -> Table {
        let settings = self.def.rules.builtin.get("captures");
        let mut table = settings.map_or_else(Table::default, settings_written);
        // Pieces that revert share one base.
        let mut pieces = self.def.numbered();
        let returning = pieces.find(|(.., piece)| piece.letter.ends_with('~'));
        let base = returning.map(|(id, ..)| self.def.forms.of(id).base);
        let usual = if self.def.rules.captured_to().keeps_prisoners() {
            usual_pawn(&self.base)
        } else {
            [None; 2]
        };
        let base = base.unwrap_or_default();
        if base != usual {
            table.put("returns-as", self.side_name(base));
            table.sort_by(&CAPTURES_KEYS);
        }
        table
    }

    pub(super) fn put_names(&self, key: &str, set: PieceSet, table: &mut Table) {
        if !set.is_empty() {
            table.put(key, self.names(set));
        }
    }

    fn side_name(&self, [white, black]: [Option<PieceId>; 2]) -> Node {
        let [white, black] = [white, black].map(|number| match number {
            Some(number) => self.name(number),
            None => Node::Flag(false),
        });
        by_side(white, black)
    }
}

/// One value if it is the same for both sides.
fn by_side(white: Node, black: Node) -> Node {
    if white == black {
        return white;
    }
    let mut table = Table::default();
    table.put("white", white);
    table.put("black", black);
    table.into()
}

// Rules in the form of clauses.

/// An entry as a table.
pub(super) fn entry_written(name: &str, entry: &RuleEntry) -> Table {
    let mut table = Table::default();
    let said = [
        ("title", &entry.title),
        ("source", &entry.source),
        ("summary", &entry.summary),
    ];
    let said = said
        .into_iter()
        .filter(|(_, text)| !text.is_empty() && *text != name);
    for (key, text) in said {
        table.put(key, text.as_str());
    }
    let options: Vec<Node> = entry.options.iter().cloned().map(Node::Text).collect();
    if !options.is_empty() {
        table.put("options", Node::List(options));
    }
    let mut parameters = Table::default();
    for (parameter, set) in &entry.parameters {
        let set = set.as_ref().map(ToString::to_string);
        parameters.put(parameter, set.map_or(Node::Flag(false), Node::Text));
    }
    if !parameters.0.is_empty() {
        table.put("parameters", parameters);
    }
    let forbid = entry.forbid.iter().map(|(condition, mates)| {
        let condition = Node::Text(condition.to_string());
        if !mates {
            return condition;
        }
        let mut table = Table::default();
        table.put("if", condition);
        table.put("mates", true);
        table.into()
    });
    let require = entry.require.iter().map(ToString::to_string);
    let effects = entry.effects.iter().map(ToString::to_string);
    let moves = entry.moves.iter().map(ToString::to_string);
    let ends = entry.ends.iter().map(ToString::to_string);
    let clauses = [
        ("forbid", forbid.collect()),
        ("require", require.map(Node::Text).collect()),
        ("effects", effects.map(Node::Text).collect()),
        ("moves", moves.map(Node::Text).collect()),
        ("ends", ends.map(Node::Text).collect()),
    ];
    for (key, clauses) in clauses {
        let clauses: Vec<Node> = clauses;
        if !clauses.is_empty() {
            table.put(key, Node::List(clauses));
        }
    }
    table
}

// Settings of rules.

/// The rules as tables of settings.
pub(super) fn rules_written(rules: &CustomRules) -> Table {
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
