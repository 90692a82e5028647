//! Ends of games that depend on the record of the game or on material, in both directions.

use super::builder::Builder;
use super::writer::Writer;
use crate::definition::moves::piece_moves::{Kind, all_moves};
use crate::definition::moves::start::{SIDES, Start};
use crate::definition::setting_values::{names_value, zone_value};
use crate::definition::{
    CountingRule, ONLY_SETTING, PieceId, PieceSet, RuleTable, RuleValue, VariantDef,
};
use crate::formats::fairy_stockfish::section::config::{Config, Material};
use crate::formats::fairy_stockfish::section::types::{Type, TypeSet, fixed};
use crate::geometry::{Perspective, SquareSet};

/// The piece values of Janggi's point count.
pub(in crate::formats::fairy_stockfish) const JANGGI: [(Type, u16); 6] = [
    (fixed("rook"), 13),
    (fixed("janggiCannon"), 7),
    (fixed("horse"), 5),
    (fixed("janggiElephant"), 3),
    (fixed("wazir"), 3),
    (fixed("soldier"), 2),
];

impl Builder<'_> {
    /// Adds the rules about moving back and forth, chasing, counting, and restarting the move clock.
    pub(in crate::formats::fairy_stockfish) fn adjudication(&self, def: &mut VariantDef) {
        let config = self.config;
        let mut rules = Vec::new();
        if let Some(by) = self.restarts(def) {
            rules.push(("restarts", names_value(by, def).of_sides()));
        }
        if config.back_and_forth_illegal {
            rules.push(("back-and-forth-loses", RuleValue::Flag(true).alone()));
        }
        let named = |keys: &[(&str, &str)]| -> RuleTable {
            let keys = keys.iter().filter_map(|(setting, key)| {
                let (name, _) = def.piece(self.number(fixed(key))?)?;
                Some(((*setting).to_owned(), RuleValue::Text(name.to_owned())))
            });
            keys.collect()
        };
        if config.chasing {
            let mut rule = named(&[
                ("rook", "rook"),
                ("cannon", "cannon"),
                ("horse", "horse"),
                ("elephant", "elephant"),
                ("advisor", "fers"),
                ("soldier", "soldier"),
            ]);
            let [white, black] = [0, 1].map(|color| self.beyond_soldier_rank(color));
            let crossed = zone_value([&white, &black], self.shape);
            rule.insert("crossed".to_owned(), crossed);
            rules.push(("chasing", rule));
        }
        if let Some(rule) = config.counting {
            let mut counting = named(&[
                ("pawn", "pawn"),
                ("rook", "rook"),
                ("khon", "silver"),
                ("knight", "knight"),
            ]);
            let word = RuleValue::Text(rule.word().to_owned());
            counting.insert("rule".to_owned(), word);
            rules.push(("counting", counting));
        }
        for (rule, settings) in rules {
            def.rules.put(rule, settings);
        }
    }

    /// The material rule for drawn games; `None` if there is none.
    pub(in crate::formats::fairy_stockfish) fn material(
        &self,
        def: &VariantDef,
    ) -> Option<RuleTable> {
        let winner = match self.config.material? {
            Material::Janggi => "weight",
            Material::Unweighted => "number",
            Material::White => "white",
            Material::Black => "black",
        };
        let mut rule = RuleTable::new();
        let mut put = |key: &str, value: RuleValue| rule.insert(key.to_owned(), value);
        put("winner", RuleValue::Text(winner.to_owned()));
        if winner == "weight" {
            let weighed = def.numbered().filter_map(|(id, name, _)| {
                let mut known = JANGGI.iter();
                let (_, weight) = known.find(|(kind, _)| self.number(*kind) == Some(id))?;
                Some((name.to_owned(), RuleValue::Number(f64::from(*weight))))
            });
            put("weights", RuleValue::Table(weighed.collect()));
            // Black gets one and a half points for moving second.
            put("handicap", RuleValue::Number(1.0));
        }
        Some(rule)
    }

    /// Adds the rules by which mates do not count.
    pub(in crate::formats::fairy_stockfish) fn discount_mates(&self, def: &mut VariantDef) {
        let named = |keys: &[&str]| -> Vec<String> {
            let ids = keys.iter().filter_map(|key| self.number(fixed(key)));
            let names = ids.filter_map(|id| def.piece(id));
            names.map(|(name, _)| name.to_owned()).collect()
        };
        let pawns = named(&["shogiPawn"]);
        let knights = named(&["knight"]);
        let strong = RuleValue::of_names(named(&["knight", "rook", "bers"]));
        if self.config.pawn_drop_mate_illegal && !pawns.is_empty() {
            let pawns = pawns.join(" or ");
            def.rules.put_entry("drop-mate", &[("who", &pawns)]);
        }
        if !self.config.shatar_mate {
            return;
        }
        if !knights.is_empty() {
            let knights = knights.join(" or ");
            def.rules.put_entry("no-mate-by", &[("who", &knights)]);
        }
        let strong = strong.unwrap_or(RuleValue::List(Vec::new()));
        def.rules.put("mate-needs", strong.alone());
    }

    /// The pieces whose moves restart the clock; `None` if these are the default pieces and none of them can move back.
    pub(in crate::formats::fairy_stockfish) fn restarts(
        &self,
        def: &VariantDef,
    ) -> Option<[PieceSet; 2]> {
        let said = self.config.move_rule_types.map(|set| self.set(set));
        let start = Start::of(def);
        let never_back = |id: PieceId, side: Perspective| {
            let rank = |square| def.shape.relative_rank(square, side);
            let moves = all_moves(def, &start, side, id).unwrap_or_default();
            let mut quiet = moves.iter().flat_map(|(origin, moves)| {
                let quiet = moves.iter().filter(|mv| mv.kind == Kind::Quiet);
                quiet.map(|mv| (rank(*origin), rank(mv.to)))
            });
            quiet.all(|(from, to)| from < to)
        };
        let mut pieces = def.numbered().filter(|(id, ..)| !def.forms.is_derived(*id));
        let usual = pieces.all(|(id, _, piece)| {
            let restarts = piece.promotion.is_some() || !piece.royal && piece.moves_first();
            said.iter().all(|set| set.contains(id) == restarts)
                && (!restarts || SIDES.into_iter().all(|side| never_back(id, side)))
        });
        (!usual).then_some(said)
    }

    /// The squares on which a side's soldiers also move sideways.
    pub(in crate::formats::fairy_stockfish) fn beyond_soldier_rank(
        &self,
        color: usize,
    ) -> SquareSet {
        let ranks = self.shape.ranks();
        self.shape
            .squares()
            .filter(|square| {
                let rank = self.shape.rank_of(*square);
                let rank = if color == 0 { rank } else { ranks - 1 - rank };
                rank >= self.config.soldier_rank
            })
            .collect()
    }
}

impl Writer<'_> {
    /// Sets the options of these rules.
    pub(in crate::formats::fairy_stockfish) fn adjudication(
        &self,
        def: &VariantDef,
        config: &mut Config,
    ) {
        let rule = |name: &str| def.rules.builtin.get(name);
        if let Some(restarts) = rule("restarts") {
            let pawn = TypeSet::of(fixed("pawn"));
            let no_pawn = config.letters[fixed("pawn")].is_none();
            let both = restarts.get(ONLY_SETTING);
            let sides = ["white", "black"].map(|side| {
                let named = restarts.get(side).or(both);
                named.map_or(PieceSet::NONE, |named| named.pieces(def))
            });
            config.move_rule_types = sides.map(|set| match self.set(set) {
                set if set == TypeSet::default() && no_pawn => pawn,
                set => set,
            });
        }
        config.back_and_forth_illegal = rule("back-and-forth-loses").is_some();
        config.chasing = rule("chasing").is_some();
        config.counting = rule("counting").map(|rule| {
            let word = rule.get("rule").and_then(RuleValue::text);
            word.and_then(CountingRule::of_word)
                .unwrap_or(CountingRule::Makruk)
        });
    }
}

/// The material option of a definition.
pub(in crate::formats::fairy_stockfish) fn material_of(def: &VariantDef) -> Option<Material> {
    let rule = def.rules.builtin.get("material")?;
    Some(match rule.get("winner").and_then(RuleValue::text) {
        Some("weight") => Material::Janggi,
        Some("white") => Material::White,
        Some("black") => Material::Black,
        _ => Material::Unweighted,
    })
}
