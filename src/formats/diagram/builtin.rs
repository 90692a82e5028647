//! Parameters that become built-in rules: gates, forbidden trades, and losses by capture of the last piece of some
//! kinds.

use super::reader::{Reader, Setting};
use crate::definition::{PieceId, PieceSet, RuleTable, RuleValue, RulesDef, VariantDef};
use crate::geometry::{BoardShape, Perspective};
use crate::source::{Diagnostic, codes};

/// Parameters about trades, their library rules, and the description of the listed pieces.
const TRADING: [(&str, &str, &str); 2] = [
    ("protected", "no-exchange", "protected"),
    ("counterStrike", "no-strike-back", "not to be answered"),
];

impl Reader<'_> {
    /// Reads these parameters.
    pub(super) fn tables(&mut self, rules: &mut RulesDef, shape: &BoardShape, is_royal: &[bool]) {
        for (parameter, entry, words) in TRADING {
            let listed = self.listed(parameter, words);
            let pieces = self.pieces.iter().zip(listed);
            let names = pieces.filter(|(_, is_listed)| *is_listed);
            let names: Vec<&str> = names.map(|(piece, _)| piece.name.as_str()).collect();
            if !names.is_empty() {
                rules.put_entry(entry, &[("who", &names.join(" or "))]);
            }
        }
        if let Some(setting) = self.last("autoGate").filter(|one| one.value() != "0")
            && !setting.value().is_empty()
        {
            if setting.value() == "1" {
                let gates = table([("zone", RuleValue::Text(first_rank(shape)))]);
                rules.put("gates", gates);
            } else {
                self.bad_value(setting, "write 0 or 1");
            }
        }
        if self.bares_kings(is_royal) {
            rules.put("extinction", bare_king());
        } else if let Some(rule) = self.baring(is_royal) {
            rules.put("bare-king", rule);
        }
    }

    /// Whether counting all pieces is equivalent to the bare king rule.
    pub(super) fn bares_kings(&self, is_royal: &[bool]) -> bool {
        let values = self.settings.get("baring").map_or(&[][..], Vec::as_slice);
        let one_each = [Perspective::White, Perspective::Black]
            .into_iter()
            .all(|side| {
                self.canvas
                    .men(side)
                    .filter(|piece| is_royal[*piece])
                    .count()
                    == 1
            });
        let draws = self
            .last("counterbare")
            .is_none_or(|setting| setting.value() == "draw");
        one_each && draws && !values.is_empty() && values.iter().all(|one| one.value() == "0")
    }

    /// Reads `baring` if it is more than the bare king rule: `0` for all non-royal pieces, or the pieces that count.
    fn baring(&mut self, is_royal: &[bool]) -> Option<RuleTable> {
        let settings = self.settings.get("baring").cloned()?;
        let (all, some): (Vec<Setting<'_>>, Vec<Setting<'_>>) =
            settings.into_iter().partition(|one| one.value() == "0");
        let mut counts = self.listed_in(&some, "baring", "to count");
        if !all.is_empty() {
            let others = counts.iter_mut().zip(is_royal);
            others.for_each(|(counts, is_royal)| *counts |= !is_royal);
        }
        let names = self
            .pieces
            .iter()
            .zip(&counts)
            .filter(|(_, counts)| **counts);
        let names = RuleValue::of_names(names.map(|(piece, _)| piece.name.clone()))?;
        let by_board = RuleValue::Text("board".to_owned());
        let mut baring = table([("by", by_board), ("pieces", names)]);
        if let Some(setting) = self.last("counterbare").filter(|one| one.value() != "draw") {
            let result = match setting.value() {
                "win" => "win",
                "lose" | "loss" => "loss",
                _ => {
                    self.bad_value(setting, "write `draw`, `win` or `lose`");
                    return Some(baring);
                }
            };
            let message = format!(
                "`{}` is read as the result for a side that bares the other one in return",
                setting.value()
            );
            let finding = Diagnostic::new(codes::DOUBTFUL_IMPORT, setting.span(), message);
            self.out.push(finding);
            baring.insert("in-return".to_owned(), RuleValue::Text(result.to_owned()));
        }
        Some(baring)
    }
}

/// The bare king rule by counting all pieces: a side with only one piece loses, unless it bares the other side with its
/// next move.
fn bare_king() -> RuleTable {
    table([
        ("result", RuleValue::Text("loss".to_owned())),
        ("whole-army", RuleValue::Flag(true)),
        ("count", RuleValue::Number(1.0)),
        ("opponent-count", RuleValue::Number(2.0)),
        ("claim", RuleValue::Flag(true)),
    ])
}

fn table<const N: usize>(entries: [(&str, RuleValue); N]) -> RuleTable {
    let entries = entries.into_iter();
    entries
        .map(|(key, value)| (key.to_owned(), value))
        .collect()
}

/// The bottom rank as a zone.
fn first_rank(shape: &BoardShape) -> String {
    format!("rank {}", shape.first_rank())
}

/// The rule tables of a definition as parameters, as far as the format has them; `order` contains the pieces in the
/// order of their lines.
pub(super) fn written(def: &VariantDef, order: &[PieceId]) -> Vec<(&'static str, String)> {
    let mut pairs = Vec::new();
    let builtin = &def.rules.builtin;
    let gates = table([("zone", RuleValue::Text(first_rank(&def.shape)))]);
    if builtin.get("gates") == Some(&gates) {
        pairs.push(("autoGate", "1".to_owned()));
    }
    for (parameter, entry, _) in TRADING {
        let pieces = def.kinds_of_entry(entry, "who").unwrap_or_default();
        pairs.extend(lines_of(pieces, order, parameter));
    }
    let is_bare_king = |rule: &RuleTable| {
        let usual = bare_king();
        let mut keys = ["claim", "whole-army", "count"].into_iter();
        keys.all(|key| rule.get(key) == usual.get(key))
    };
    if builtin.get("extinction").is_some_and(is_bare_king) {
        pairs.push(("baring", "0".to_owned()));
    }
    let by_board = RuleValue::Text("board".to_owned());
    let baring = builtin.get("bare-king");
    if let Some(baring) = baring.filter(|rule| rule.get("by") == Some(&by_board)) {
        pairs.extend(named(def, order, baring, "pieces", "baring"));
        match baring.get("in-return") {
            Some(RuleValue::Text(word)) if word == "win" => {
                pairs.push(("counterbare", "win".to_owned()));
            }
            Some(RuleValue::Text(word)) if word == "loss" => {
                pairs.push(("counterbare", "lose".to_owned()));
            }
            _ => {}
        }
    }
    pairs
}

/// The pieces in a setting, each as a parameter with the number of its line.
fn named(
    def: &VariantDef,
    order: &[PieceId],
    table: &RuleTable,
    setting: &str,
    parameter: &'static str,
) -> Vec<(&'static str, String)> {
    let pieces = table.get(setting).map(|value| value.pieces(def));
    lines_of(pieces.unwrap_or_default(), order, parameter)
}

/// Pieces, each as a parameter with the number of its line.
fn lines_of(
    pieces: PieceSet,
    order: &[PieceId],
    parameter: &'static str,
) -> Vec<(&'static str, String)> {
    let lines = order.iter().enumerate();
    let lines = lines.filter(|(_, id)| pieces.contains(**id));
    lines
        .map(|(line, _)| (parameter, (line + 1).to_string()))
        .collect()
}
