//! Writes rules as tables.

use super::rule_settings;
use super::writer::Writer;
use crate::definition::rules::{CAPTURES_KEYS, RoyalRule};
use crate::definition::tree::{Node, Table};
use crate::definition::{PieceId, PieceSet, rule_keys};
use crate::formats::toml::resolve::usual_pawn;
use crate::formats::toml::wire::{AdjudicationWire, Overlay, RulesWire};

impl Writer<'_> {
    /// The rules that do not belong to single pieces.
    pub(super) fn rules(&self) -> Table {
        let rules = &self.def.rules;
        let mut table = Table::default();
        let mut adjudication = Table::default();
        let is_inside = |name: &str| rule_keys(name).contains(&"adjudication");
        for (name, settings) in rules.builtin.iter().filter(|(name, _)| is_inside(name)) {
            adjudication.put(name, rule_settings::rule_written(settings));
        }
        if !adjudication.0.is_empty() {
            adjudication.sort_by(AdjudicationWire::FIELDS);
            table.put("adjudication", adjudication);
        }
        for (name, settings) in rules.builtin.iter().filter(|(name, _)| !is_inside(name)) {
            table.put(name, rule_settings::rule_written(settings));
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
            table.put("custom", rule_settings::written(&rules.custom));
        }
        table.sort_by(RulesWire::FIELDS);
        table
    }

    /// The rule `captures`, with the key for the piece in hand, which the forms determine.
    fn captures(&self) -> Table {
        let settings = self.def.rules.builtin.get("captures");
        let mut table = settings.map_or_else(Table::default, rule_settings::settings_written);
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
