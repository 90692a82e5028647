//! Less common rules: captured pieces for the captor, promotion as in shogi, castling after a shuffle, and parameters
//! that become built-in rules.

use crate::definition::rules::{CastlingRules, PairedPromotion};
use crate::definition::{
    ByPiece, Form, Forms, InitialDef, PieceId, PieceSet, PromotionDef, RuleTable, RuleValue,
    RulesDef, VariantDef,
};
use crate::formats::toml::rule_of_option;
use crate::geometry::{BoardShape, Perspective, SquareSet, Zone};
use crate::source::{Diagnostic, codes};

use super::reader::{Reader, Setting};
use super::shuffle::FreeCastling;

/// Promotion from one piece to another by moves that begin or end in the zone.
#[derive(Clone, Debug)]
pub(super) struct Passing {
    /// The promoted piece by piece number.
    pub(super) targets: ByPiece<Option<PieceId>>,
    /// The zone.
    pub(super) zone: Zone,
    /// Whether promotion is mandatory.
    pub(super) mandatory: bool,
}

impl<'a> Reader<'a> {
    /// Reads the less common rules.
    pub(super) fn special(
        &mut self,
        rules: &mut RulesDef,
        is_royal: &[bool],
        passing: Option<Passing>,
    ) -> (Forms, PairedPromotion) {
        if let Some(setting) = self.holdings().filter(|(kind, _)| *kind < 0) {
            let (kind, setting) = setting;
            if kind < -1 {
                let keeps = ("keep-promoted".to_owned(), RuleValue::Flag(true));
                rules.put("captures", RuleTable::from([keeps]));
            }
            rules.put("drops", RuleTable::new());
            let message = "the format does not define where captured pieces can be dropped; here they can be dropped \
                on every empty square";
            self.report(codes::DOUBTFUL_IMPORT, setting.span(), message);
        }
        let becomes = |passing: &Passing| passing.targets.iter().any(Option::is_some);
        if let Some(passing) = passing.filter(becomes) {
            let mut forms: Vec<Form> = (0..is_royal.len())
                .map(|index| Form::plain(PieceId::new(index)))
                .collect();
            for (number, target) in passing.targets.pairs() {
                if let Some(target) = target {
                    // If several pieces share a promoted piece, it reverts to the first of them.
                    let base = &mut forms[target.index()].base;
                    *base = base.map(|known| known.or(Some(number)));
                }
            }
            let pairs = PairedPromotion {
                limits: ByPiece::repeat(0, is_royal.len()),
                zone: passing.zone.sides().map(SquareSet::clone),
                mandatory: passing.mandatory,
                targets: passing.targets,
                ..PairedPromotion::default()
            };
            return (forms.into_iter().collect(), pairs);
        }
        Default::default()
    }

    /// The kind of holdings, and its setting.
    pub(super) fn holdings(&mut self) -> Option<(i64, Setting<'a>)> {
        let setting = self.last("holdingsType")?;
        let kind = self.number(setting, i64::MIN..=i64::MAX)?;
        Some((kind, setting))
    }
}

impl VariantDef {
    /// Castling to fixed files, for kings and partners on shuffled squares.
    pub(super) fn castle_freely(&mut self, castling: FreeCastling) {
        self.castle_by_files(CastlingRules {
            king: [Some(PieceId::new(castling.king)); 2],
            partners: [PieceSet::from(PieceId::new(castling.partner)); 2],
            right_file: castling.right_file,
            left_file: castling.left_file,
            rank: castling.rank,
            king_file: castling.king_file,
            right_partner_file: self.shape.files() - 1,
            left_partner_file: 0,
            any_files: true,
            opposite: false,
            dropped: false,
            wins: [[false; 2]; 2],
        });
        let start = crate::definition::moves::piece_moves::Start::of(self);
        for (index, piece) in self.pieces.values_mut().enumerate() {
            let number = PieceId::new(index);
            // Castling rights do not cover other initial moves, so those are identified by square.
            if piece.moves_first() {
                let [white, black] =
                    [Perspective::White, Perspective::Black].map(|side| start.homes(side, number));
                piece.initial = InitialDef::Zone(Zone::of_sides(white, black));
            }
        }
        self.start += " KQkq";
        if let Some(setups) = &mut self.setups {
            setups.template += " KQkq";
        }
    }
}

/// Whether one of the choices is a royal piece.
pub(super) fn crowns(
    promotions: &[Option<PromotionDef>],
    is_royal: impl Fn(PieceId) -> bool,
) -> bool {
    let mut choices = promotions.iter().flatten().flat_map(|one| &one.choices);
    choices.any(|choice| is_royal(choice.piece))
}

// Parameters that become built-in rules: gates, forbidden trades, and losses by capture of the last piece of some
// kinds.

/// Parameters about trades, and the description of the listed pieces.
const TRADING: [(&str, &str); 2] = [
    ("protected", "protected"),
    ("counterStrike", "not to be answered"),
];

/// The parameter for gates.
const GATES: &str = "autoGate";

impl Reader<'_> {
    /// Reads these parameters.
    pub(super) fn tables(&mut self, rules: &mut RulesDef, shape: &BoardShape, is_royal: &[bool]) {
        for (parameter, words) in TRADING {
            let listed = self.listed(parameter, words);
            let pieces = self.pieces.iter().zip(listed);
            let names = pieces.filter(|(_, is_listed)| *is_listed);
            let names: Vec<&str> = names.map(|(piece, _)| piece.name.as_str()).collect();
            if !names.is_empty() {
                rules.put_entry(rule_of_option(parameter), &[("who", &names.join(" or "))]);
            }
        }
        if let Some(setting) = self.last(GATES).filter(|one| one.value() != "0")
            && !setting.value().is_empty()
        {
            if setting.value() == "1" {
                let gates = table([("zone", RuleValue::Text(first_rank(shape)))]);
                rules.put(rule_of_option(GATES), gates);
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
    if builtin.get(rule_of_option(GATES)) == Some(&gates) {
        pairs.push((GATES, "1".to_owned()));
    }
    for (parameter, _) in TRADING {
        let pieces = def
            .kinds_of_entry(rule_of_option(parameter), "who")
            .unwrap_or_default();
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
