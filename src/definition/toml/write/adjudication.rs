//! How the course of a game ends it, and what a game asks beside its moves, as tables.

use crate::definition::rules::{AdjudicationRules, CountingRule};
use crate::definition::tree::Table;
use crate::geometry::SquareSet;

use super::{Writer, zones};

impl Writer<'_> {
    /// How the course of a game ends it.
    pub(super) fn course(&self, rules: &AdjudicationRules) -> Table {
        let shape = &self.def.shape;
        let mut table = Table::default();
        if let Some([white, black]) = rules.restarts {
            table.put("restarts", self.names(white));
            if white != black {
                table.put("restarts-black", self.names(black));
            }
        }
        table.put_flag("back-and-forth-loses", rules.back_and_forth_loses, false);
        if let Some(rule) = &rules.chasing {
            let mut chasing = Table::default();
            for (key, kind) in [
                ("rook", rule.rook),
                ("cannon", rule.cannon),
                ("horse", rule.horse),
                ("elephant", rule.elephant),
                ("advisor", rule.advisor),
                ("soldier", rule.soldier),
            ] {
                chasing.put_some(key, kind.map(|kind| self.name(kind)));
            }
            let all: SquareSet = shape.squares().collect();
            if rule.crossed != [all.clone(), all] {
                chasing.put(
                    "crossed",
                    zones::sides([&rule.crossed[0], &rule.crossed[1]], shape),
                );
            }
            table.put("chasing", chasing);
        }
        if let Some(rule) = &rules.counting {
            let mut counting = Table::default();
            counting.put(
                "rule",
                match rule.rule {
                    CountingRule::Makruk => "makruk",
                    CountingRule::Cambodian => "cambodian",
                    CountingRule::Asean => "asean",
                },
            );
            for (key, kind) in [
                ("pawn", rule.pawn),
                ("rook", rule.rook),
                ("khon", rule.khon),
                ("knight", rule.knight),
            ] {
                counting.put_some(key, kind.map(|kind| self.name(kind)));
            }
            table.put("counting", counting);
        }
        table
    }
}
