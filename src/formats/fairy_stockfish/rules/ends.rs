//! Ends of games by the record of the game, material, connections, goals and numbers of pieces, in both directions.

use crate::definition::moves::piece_moves::{Kind, SIDES, Start, all_moves};
use crate::definition::rules::{verdict_of, verdict_value};
use crate::definition::setting::{names_value, zone_of, zone_value};
use crate::definition::{
    CountingRule, ONLY_SETTING, PieceId, PieceSet, RuleTable, RuleValue, VariantDef, Verdict,
};
use crate::formats::fairy_stockfish::section::config::{Config, Material};
use crate::formats::fairy_stockfish::section::types::{Type, TypeSet, fixed};
use crate::formats::toml::rule_of_option;
use crate::geometry::{Perspective, SquareSet};

use super::terms::{Builder, Writer};

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
            let rule = rule_of_option("shogiPawnDropMateIllegal");
            def.rules.put_entry(rule, &[("who", &pawns)]);
        }
        if !self.config.shatar_mate {
            return;
        }
        if !knights.is_empty() {
            let knights = knights.join(" or ");
            let rule = rule_of_option("shatarMateRule");
            def.rules.put_entry(rule, &[("who", &knights)]);
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

// Wins by connecting pieces: `rules.connection`.

impl Builder<'_> {
    /// The rule; `None` if no connection wins.
    pub(in crate::formats::fairy_stockfish) fn connection(
        &self,
        def: &VariantDef,
    ) -> Option<RuleTable> {
        let config = self.config;
        let mut rule = RuleTable::new();
        let kinds = self.set(config.connect_types);
        if kinds != PieceSet::ALL {
            let names = kinds.iter().filter_map(|id| def.piece(id));
            let names = names.map(|(name, _)| RuleValue::Text(name.to_owned()));
            rule.insert("pieces".to_owned(), RuleValue::List(names.collect()));
        }
        let n_said = rule.len();
        for (key, number) in [
            ("row", config.connect_n),
            ("block", config.connect_block),
            ("line", config.collinear),
        ] {
            if number > 0 {
                rule.insert(key.to_owned(), RuleValue::Number(number.into()));
            }
        }
        for (key, zone) in [("from", &config.connect_from), ("to", &config.connect_to)] {
            let [white, black] = [0, 1].map(|side| self.region(&zone[side]));
            if !white.is_empty() || !black.is_empty() {
                let zone = zone_value([&white, &black], self.shape);
                rule.insert(key.to_owned(), zone);
            }
        }
        if rule.len() == n_said {
            return None;
        }
        for (key, counts) in directions(config) {
            if !*counts {
                rule.insert(key.to_owned(), RuleValue::Flag(false));
            }
        }
        if config.connect_value != Verdict::Win {
            rule.insert("result".to_owned(), verdict_value(config.connect_value));
        }
        Some(rule)
    }
}

impl Writer<'_> {
    /// Sets the options of the rule.
    pub(in crate::formats::fairy_stockfish) fn connection(
        &self,
        def: &VariantDef,
        config: &mut Config,
    ) {
        let Some(rule) = def.rules.builtin.get("connection") else {
            return;
        };
        if let Some(pieces) = rule.get("pieces") {
            config.connect_types = self.set(pieces.pieces(def));
        }
        let number = |key: &str| match rule.get(key) {
            Some(RuleValue::Number(number)) => *number as u16,
            _ => 0,
        };
        config.connect_n = number("row");
        config.connect_block = number("block");
        config.collinear = number("line");
        let zone = |key: &str| {
            let zone = rule.get(key).and_then(|zone| zone_of(zone, self.shape));
            zone.unwrap_or_default()
                .map(|squares| self.region(&squares))
        };
        config.connect_from = zone("from");
        config.connect_to = zone("to");
        for (key, counts) in directions_mut(config) {
            *counts = rule.get(key) != Some(&RuleValue::Flag(false));
        }
        let result = rule.get("result").and_then(verdict_of);
        config.connect_value = result.unwrap_or(Verdict::Win);
    }
}

/// The directions of a connection.
const fn directions(config: &Config) -> [(&'static str, &bool); 3] {
    [
        ("horizontal", &config.connect_horizontal),
        ("vertical", &config.connect_vertical),
        ("diagonal", &config.connect_diagonal),
    ]
}

/// The same options, mutable.
const fn directions_mut(config: &mut Config) -> [(&'static str, &mut bool); 3] {
    [
        ("horizontal", &mut config.connect_horizontal),
        ("vertical", &mut config.connect_vertical),
        ("diagonal", &mut config.connect_diagonal),
    ]
}

// Wins by reaching squares: `rules.goal`.

impl Builder<'_> {
    /// The rule; `None` without goal squares.
    pub(in crate::formats::fairy_stockfish) fn goal(&self, def: &VariantDef) -> Option<RuleTable> {
        let config = self.config;
        if config.flag_region.iter().all(SquareSet::is_empty) {
            return None;
        }
        let mut rule = RuleTable::new();
        let mut put = |key: &str, value: RuleValue| rule.insert(key.to_owned(), value);
        let name = |side: usize| {
            let id = self.number(config.flag_piece[side]);
            let piece = id.and_then(|id| def.piece(id));
            piece.map_or(RuleValue::Flag(false), |(name, _)| {
                RuleValue::Text(name.to_owned())
            })
        };
        let [white, black] = [name(0), name(1)];
        if white != black {
            let sides = [("white", white), ("black", black)];
            let sides = sides.map(|(side, name)| (side.to_owned(), name));
            put("piece", RuleValue::Table(sides.into()));
        } else if white != RuleValue::Flag(false) {
            put("piece", white);
        }
        let squares = |side: usize| {
            let kind = config.flag_piece[side];
            // A piece that the variant does not have never reaches the goal.
            if kind != 0 && self.number(kind).is_none() {
                return SquareSet::new();
            }
            self.region(&config.flag_region[side])
        };
        put("zone", zone_value([&squares(0), &squares(1)], self.shape));
        if config.flag_count != 1 {
            put("count", RuleValue::Number(config.flag_count.into()));
        }
        for (key, is_said) in [
            ("blocked-wins", config.flag_blocked),
            ("last-move", config.flag_move),
            ("safe", config.flag_safe),
        ] {
            if is_said {
                put(key, RuleValue::Flag(true));
            }
        }
        Some(rule)
    }
}

impl Writer<'_> {
    /// Sets the options of the rule.
    pub(in crate::formats::fairy_stockfish) fn goal(&self, def: &VariantDef, config: &mut Config) {
        let Some(rule) = def.rules.builtin.get("goal") else {
            return;
        };
        let piece = |side: &str| {
            let piece = match rule.get("piece") {
                Some(RuleValue::Table(sides)) => sides.get(side),
                both => both,
            };
            let named = piece.map(|piece| piece.pieces(def));
            named.and_then(|set| set.iter().next())
        };
        config.flag_piece = ["white", "black"].map(|side| self.kind_of(piece(side)));
        let zone = rule.get("zone").and_then(|zone| zone_of(zone, self.shape));
        config.flag_region = self.regions(&zone.unwrap_or_default());
        config.flag_count = match rule.get("count") {
            Some(RuleValue::Number(count)) => *count as u16,
            _ => 1,
        };
        let is_said = |key: &str| rule.get(key) == Some(&RuleValue::Flag(true));
        config.flag_blocked = is_said("blocked-wins");
        config.flag_move = is_said("last-move");
        config.flag_safe = is_said("safe");
    }
}

// Wins and losses by the number of pieces: `rules.extinction`.

impl Builder<'_> {
    /// The rule; `None` if piece numbers end no game and no piece is pseudo-royal.
    pub(in crate::formats::fairy_stockfish) fn extinction(
        &self,
        def: &VariantDef,
    ) -> Option<RuleTable> {
        let config = self.config;
        // A negative count is never reached.
        let never = config.extinction_count < 0;
        if never || config.extinction.is_none() && !config.pseudo_royal {
            return None;
        }
        let mut rule = RuleTable::new();
        let mut put = |key: &str, value: RuleValue| rule.insert(key.to_owned(), value);
        let kinds = config.extinction_types.iter();
        let kinds: PieceSet = kinds.filter_map(|kind| self.number(kind)).collect();
        let whole_army = config.extinction_types.contains(0);
        if !kinds.is_empty() || !whole_army {
            put("pieces", names_value([kinds; 2], def));
        }
        if whole_army {
            put("whole-army", RuleValue::Flag(true));
        }
        for (key, number) in [
            ("count", config.extinction_count),
            ("opponent-count", config.extinction_opponent),
        ] {
            if number > 0 {
                put(key, RuleValue::Number(number.into()));
            }
        }
        // The side to move needs one more than this number, which every side has.
        if config.extinction_claim && config.extinction_opponent >= 0 {
            put("claim", RuleValue::Flag(true));
        }
        if let Some(verdict) = config.extinction {
            put("result", verdict_value(verdict));
        }
        if config.pseudo_royal {
            let word = if config.duple { "all-but-one" } else { "last" };
            put("royal", RuleValue::Text(word.to_owned()));
        }
        Some(rule)
    }
}

impl Writer<'_> {
    /// Sets the options of the rule.
    pub(in crate::formats::fairy_stockfish) fn extinction(
        &self,
        def: &VariantDef,
        config: &mut Config,
    ) {
        let Some(rule) = def.rules.builtin.get("extinction") else {
            return;
        };
        let number = |key: &str| match rule.get(key) {
            Some(RuleValue::Number(number)) => *number as i16,
            _ => 0,
        };
        let is_said = |key: &str| rule.get(key) == Some(&RuleValue::Flag(true));
        let pieces = rule.get("pieces").map(|pieces| pieces.pieces(def));
        config.extinction_types = self.set(pieces.unwrap_or_default());
        if is_said("whole-army") {
            config.extinction_types.insert(0);
        }
        config.extinction_count = number("count");
        config.extinction_opponent = number("opponent-count");
        config.extinction_claim = is_said("claim");
        config.extinction = rule.get("result").and_then(verdict_of);
        let royal = match rule.get("royal") {
            Some(RuleValue::Text(word)) => Some(word.as_str()),
            _ => None,
        };
        config.pseudo_royal = royal.is_some();
        config.duple = royal == Some("all-but-one");
    }
}
