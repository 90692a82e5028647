//! Pieces that are captured by what stands around them.

use super::table;
use crate::definition::fairy_stockfish::build::Builder;
use crate::definition::fairy_stockfish::config::{Config, wide};
use crate::definition::{RuleTable, RuleValue, VariantDef};
use crate::geometry::{BoardShape, Perspective, SquareSet, Zone};

/// What is said of such captures.
#[derive(Clone, Debug, Default)]
pub(in crate::definition::fairy_stockfish) struct Custody {
    pub(in crate::definition::fairy_stockfish) opposite: bool,
    pub(in crate::definition::fairy_stockfish) intervene: bool,
    pub(in crate::definition::fairy_stockfish) edge: bool,
    /// Where a piece must be surrounded.
    pub(in crate::definition::fairy_stockfish) whole: SquareSet,
    /// Squares that count as captors.
    pub(in crate::definition::fairy_stockfish) hostile: SquareSet,
}

impl Custody {
    /// The rule; `None` if nothing is captured so.
    pub(super) fn rule(&self, builder: &Builder<'_>, config: &Config) -> Option<RuleTable> {
        if !(self.opposite || self.intervene || self.edge) {
            return None;
        }
        let text = |text: &str| RuleValue::Text(text.to_owned());
        let mut rule = RuleTable::new();
        rule.insert("by".to_owned(), text("*"));
        let directions = lines(config);
        if directions != "W" {
            rule.insert("lines".to_owned(), text(&directions));
        }
        if !self.opposite {
            rule.insert("opposite".to_owned(), RuleValue::Flag(false));
        }
        for (key, flag) in [("edge", self.edge), ("between", self.intervene)] {
            if flag {
                rule.insert(key.to_owned(), RuleValue::Flag(true));
            }
        }
        let hostile = builder.region(&self.hostile);
        if !hostile.is_empty() {
            let zone = zone(builder.shape, &hostile);
            let hostile = table([("zone".to_owned(), zone)]);
            rule.insert("hostile".to_owned(), RuleValue::Table(hostile));
        }
        let whole = builder.region(&self.whole);
        if !whole.is_empty() {
            let surround = table([
                ("of".to_owned(), text("*")),
                ("zone".to_owned(), zone(builder.shape, &whole)),
                ("edge".to_owned(), RuleValue::Flag(true)),
            ]);
            rule.insert("surround".to_owned(), RuleValue::Table(surround));
        }
        Some(rule)
    }

    /// The directions of the rule, if it names captors.
    pub(super) fn lines(rule: &RuleTable) -> Option<&str> {
        match (rule.get("by")?, rule.get("lines")) {
            (_, Some(RuleValue::Text(lines))) => Some(lines),
            _ => Some("W"),
        }
    }

    /// Recovers what the rule says, if it names captors.
    pub(super) fn take_from_rule(&mut self, rule: &RuleTable, def: &VariantDef) {
        if !rule.contains_key("by") {
            return;
        }
        let flag = |key| rule.get(key) == Some(&RuleValue::Flag(true));
        self.opposite = rule.get("opposite") != Some(&RuleValue::Flag(false));
        self.edge = flag("edge");
        self.intervene = flag("between");
        let region = |key| match rule.get(key) {
            Some(RuleValue::Table(table)) => squares(&def.shape, table.get("zone")?),
            _ => None,
        };
        self.hostile = region("hostile").unwrap_or_default();
        self.whole = region("surround").unwrap_or_default();
    }
}

/// The directions in which pieces stand beside one another.
fn lines(config: &Config) -> String {
    let mut lines = String::new();
    lines += match (config.connect_horizontal, config.connect_vertical) {
        (true, true) => "W",
        (true, false) => "sW",
        (false, true) => "vW",
        (false, false) => "",
    };
    if config.connect_diagonal {
        lines += "F";
    }
    lines
}

/// Squares as a setting: one text where Black's are the mirror image of White's.
fn zone(shape: &BoardShape, squares: &SquareSet) -> RuleValue {
    let names: Vec<String> = squares.iter().map(|square| shape.name(square)).collect();
    let text = RuleValue::Text(names.join(", "));
    if Zone::mirrored(shape, squares).of(Perspective::Black) == squares {
        return text;
    }
    let sides = ["white", "black"].map(|side| (side.to_owned(), text.clone()));
    RuleValue::Table(table(sides))
}

/// The squares of such a setting, if they are the same for both sides.
fn squares(shape: &BoardShape, zone: &RuleValue) -> Option<SquareSet> {
    let text = match zone {
        RuleValue::Text(text) => text,
        RuleValue::Table(sides) if sides.get("white") == sides.get("black") => {
            match sides.get("white")? {
                RuleValue::Text(text) => text,
                _ => return None,
            }
        }
        _ => return None,
    };
    let squares = Zone::parse_squares(text, shape).ok()?;
    Some(wide(shape, &squares))
}
