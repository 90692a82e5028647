//! Writes rules in the form of clauses.

use crate::definition::clause::RuleEntry;
use crate::definition::tree::{Node, Table};

/// An entry as a table.
pub(super) fn written(name: &str, entry: &RuleEntry) -> Table {
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
