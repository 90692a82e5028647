//! Rules as tables.

use crate::definition::rules::{
    CAPTURES_KEYS, DropRules, Enclosing, PiecePromotion, PieceSet, RoyalRule, RulesDef,
    TurningMoves,
};
use crate::definition::tree::{Node, Table};
use crate::definition::{ByPiece, PieceId, rule_keys};
use crate::geometry::{BoardShape, SquareSet, Zone};

use super::{Writer, zones};
use crate::definition::toml::adjudication::CourseWire;
use crate::definition::toml::custom;
use crate::definition::toml::field::Overlay;
use crate::definition::toml::special::usual_pawn;
use crate::definition::toml::wire::RulesWire;

impl Writer<'_> {
    /// What is not about single pieces.
    pub(super) fn rules(&self) -> Table {
        let rules = &self.def.rules;
        let usual = RulesDef::default();
        let mut table = Table::default();
        let royal = self.def.demand();
        if royal != usual.royal {
            table.put(
                "royal",
                match royal {
                    RoyalRule::Check => "check",
                    RoyalRule::Capture => "capture",
                    RoyalRule::None => "none",
                },
            );
        }
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
        let usual = RulesDef::default();
        if special.promotion != usual.promotion {
            table.put("turning", self.turning(&special.promotion));
        }
        let from_hand = special.shipped.contains_key("gating");
        if let Some(drops) = &special.drops {
            let drops = self.drops(drops);
            let mut implied = Table::default();
            implied.put("moves", false);
            if !(from_hand && drops == implied) {
                table.put("drops", drops);
            }
        }
    }

    fn turning(&self, rule: &PiecePromotion) -> Table {
        let shape = &self.def.shape;
        let mut table = Table::default();
        let [white, black] = &rule.zone;
        let usual = Zone::last_rank(shape);
        let turns = rule.demotion || rule.targets.iter().any(Option::is_some);
        if turns && Zone::of_sides(white.clone(), black.clone()) != usual {
            table.put("zone", both(&rule.zone, shape));
        }
        if rule.when != TurningMoves::ALL {
            let when = rule.when;
            let words = [
                ("enter", when.enter),
                ("leave", when.leave),
                ("within", when.within),
                ("capture", when.capture),
            ];
            let words = words.into_iter().filter(|(_, is_one)| *is_one);
            table.put(
                "when",
                Node::List(words.map(|(word, _)| Node::Text(word.to_owned())).collect()),
            );
        }
        let mut also = Table::default();
        for (name, zone) in self.base.keys().zip(&rule.also_on) {
            also.put_some(name, zone.as_ref().map(|zone| zones::zone(zone, shape)));
        }
        if !also.0.is_empty() {
            table.put("also-on", also);
        }
        table.put_flag("on-capture", rule.on_capture, false);
        table.put_flag("mandatory", rule.mandatory, false);
        table.put_flag("back", rule.demotion, false);
        let mut into = Table::default();
        for (name, to) in self.base.keys().zip(&rule.targets) {
            let own = to.filter(|to| self.def.rules.forms.of(*to).kind == *to);
            into.put_some(name, own.map(|to| self.name(to)));
        }
        if !into.0.is_empty() {
            table.put("into", into);
        }
        self.put_names("on-arrival", rule.arriving, &mut table);
        let mut limits = Table::default();
        for (limit, name) in rule.limits.iter().zip(self.base.keys()) {
            limits.put_number(name, *limit, 0);
        }
        if !limits.0.is_empty() {
            table.put("limits", limits);
        }
        table
    }

    /// The rule `captures` with what forms say: as what pieces return to a hand.
    fn captures(&self) -> Table {
        let settings = self.def.rules.shipped.get("captures");
        let mut table = settings.map_or_else(Table::default, custom::settings_written);
        // Pieces that return have one base together.
        let mut pieces = self.def.numbered();
        let returning = pieces.find(|(.., piece)| piece.letter.ends_with('~'));
        let base = returning.map(|(id, ..)| self.def.rules.forms.of(id).base);
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

    fn drops(&self, rule: &DropRules) -> Table {
        let shape = &self.def.shape;
        let mut table = Table::default();
        table.put_flag("moves", rule.allowed, true);
        let mut zone: [SquareSet; 2] = Default::default();
        for region in rule.regions.iter().take(self.base.len()) {
            for (zone, region) in zone.iter_mut().zip(region) {
                *zone = zone.union(region);
            }
        }
        let all: SquareSet = shape.squares().collect();
        if zone != [all.clone(), all] {
            table.put("zone", both(&zone, shape));
        }
        let regions = ByPiece::repeat(zone, self.def.pieces.len());
        let usual = DropRules::anywhere(regions, &self.def.pieces, &self.def.rules.forms);
        let mut zones = Table::default();
        let regions = rule.regions.iter().zip(&usual.regions);
        for (name, (region, usual)) in self.base.keys().zip(regions) {
            if region != usual {
                zones.put(name, both(region, shape));
            }
        }
        if !zones.0.is_empty() {
            table.put("zones", zones);
        }
        table.put_flag("promoted", rule.promoted, false);
        table.put_flag("free", rule.free, false);
        if let Some((kind, count)) = rule.no_doubled {
            table.put("no-doubled", self.name(kind));
            table.put_number("no-doubled-count", count, 1);
        }
        table.put_some(
            "opposite-colors",
            rule.opposite_colors.map(|kind| self.name(kind)),
        );
        table.put_some(
            "mandatory",
            rule.mandatory.map(|kind| match kind {
                Some(kind) => self.name(kind),
                None => Node::Flag(true),
            }),
        );
        table.put_some("enclosing", rule.enclosing.map(Enclosing::word));
        if !rule.enclosing_start.is_empty() {
            table.put(
                "enclosing-start",
                zones::squares(&rule.enclosing_start, shape),
            );
        }
        table.put_flag("may-check", rule.may_check, true);
        table
    }

    fn side_name(&self, [white, black]: [Option<PieceId>; 2]) -> Node {
        let [white, black] = [white, black].map(|number| match number {
            Some(number) => self.name(number),
            None => Node::Flag(false),
        });
        by_side(white, black)
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

fn both([white, black]: &[SquareSet; 2], shape: &BoardShape) -> Node {
    zones::sides([white, black], shape)
}
