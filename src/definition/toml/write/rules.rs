//! Rules as tables.

use crate::definition::rules::{
    CAPTURES_KEYS, CastlingRules, FirstLeaps, PieceSet, RoyalRule, RulesDef,
};
use crate::definition::tree::{Node, Table};
use crate::definition::{PieceId, rule_keys};

use super::Writer;
use crate::definition::toml::adjudication::CourseWire;
use crate::definition::toml::custom;
use crate::definition::toml::field::Overlay;
use crate::definition::toml::special::usual_pawn;
use crate::definition::toml::wire::RulesWire;

impl Writer<'_> {
    /// What is not about single pieces.
    pub(super) fn rules(&self) -> Table {
        let rules = &self.def.rules;
        let mut table = Table::default();
        self.special(rules, &mut table);
        let mut course = Table::default();
        let of_course = |name: &str| rule_keys(name).contains(&"course");
        for (name, settings) in rules.shipped.iter().filter(|(name, _)| of_course(name)) {
            course.put(name, custom::rule_written(settings));
        }
        if !course.0.is_empty() {
            course.sort_by(CourseWire::FIELDS);
            table.put("course", course);
        }
        for (name, settings) in rules.shipped.iter().filter(|(name, _)| !of_course(name)) {
            table.put(name, custom::rule_written(settings));
        }
        // Where no piece is royal, nothing is demanded.
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
            table.put("custom", custom::written(&rules.custom));
        }
        table.sort_by(RulesWire::FIELDS);
        table
    }

    fn special(&self, special: &RulesDef, table: &mut Table) {
        let from_hand = (special.gating.as_ref()).is_some_and(|gating| gating.from_hand);
        table.put_flag("gating", from_hand, false);
        let leaps = special.gating.as_ref().and_then(|gating| gating.leaps);
        table.put_some("first-leaps", leaps.map(|leaps| self.first_leaps(leaps)));
        let castling = special.castling.as_ref();
        table.put_some("castling", castling.map(|rules| self.castling(rules)));
    }

    /// The rule `captures` with what forms say: as what pieces return to a hand.
    fn captures(&self) -> Table {
        let settings = self.def.rules.shipped.get("captures");
        let mut table = settings.map_or_else(Table::default, custom::settings_written);
        // Pieces that return have one base together.
        let mut pieces = self.def.numbered();
        let returning = pieces.find(|(.., piece)| piece.letter.ends_with('~'));
        let base = returning.map(|(id, ..)| self.def.forms.of(id).base);
        let usual = if self.def.rules.captured().keeps_prisoners() {
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

    fn first_leaps(&self, leaps: FirstLeaps) -> Table {
        let mut table = Table::default();
        table.put_some("king", leaps.king.map(|kind| self.name(kind)));
        table.put_some("counsellor", leaps.counsellor.map(|kind| self.name(kind)));
        table.put_some("rook", leaps.rook.map(|kind| self.name(kind)));
        table
    }

    fn castling(&self, rule: &CastlingRules) -> Table {
        let usual = CastlingRules::usual(&self.base, &self.def.shape);
        let mut table = Table::default();
        if rule.is_idle() {
            table.put("partners", self.side_names([PieceSet::NONE; 2]));
            return table;
        }
        if rule.king != usual.king {
            table.put("king", self.side_name(rule.king));
        }
        table.put("partners", self.side_names(rule.partners));
        for (key, file, usual) in [
            ("right", rule.right_file, usual.right_file),
            ("left", rule.left_file, usual.left_file),
            ("king-file", rule.king_file, usual.king_file),
            (
                "right-partner",
                rule.right_partner_file,
                usual.right_partner_file,
            ),
            (
                "left-partner",
                rule.left_partner_file,
                usual.left_partner_file,
            ),
        ] {
            if file == usual {
                continue;
            }
            // A file beside the board has no name, and nobody lands there.
            if file < self.def.shape.files() {
                table.put(key, self.def.shape.file_label(file));
            } else if matches!(key, "right" | "left") {
                table.put(key, "none");
            }
        }
        table.put_number("rank", i64::from(rule.rank) + 1, 1);
        table.put_flag("any-files", rule.any_files, false);
        table.put_flag("opposite", rule.opposite, false);
        table.put_flag("dropped", rule.dropped, false);
        if rule.wins != usual.wins {
            let [white, black] = rule.wins.map(|[left, right]| {
                let words = [("left", left), ("right", right)].into_iter();
                let words = words.filter(|(_, wins)| *wins);
                words.map(|(word, _)| Node::from(word)).collect::<Node>()
            });
            table.put("wins", by_side(white, black));
        }
        table
    }

    fn side_name(&self, [white, black]: [Option<PieceId>; 2]) -> Node {
        let [white, black] = [white, black].map(|number| match number {
            Some(number) => self.name(number),
            None => Node::Flag(false),
        });
        by_side(white, black)
    }

    fn side_names(&self, [white, black]: [PieceSet; 2]) -> Node {
        by_side(self.names(white), self.names(black))
    }
}

/// One value where both sides have the same.
fn by_side(white: Node, black: Node) -> Node {
    if white == black {
        return white;
    }
    let mut table = Table::default();
    table.put("white", white);
    table.put("black", black);
    table.into()
}
