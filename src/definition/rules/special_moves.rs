//! Castling to fixed files, restrictions on en passant captures, and gating with first leaps.

use crate::definition::setting::{
    by_side, count_of, flag_of, flag_value, names_of, piece_or_none, piece_value, read_each,
    set_value, settings_of, sides_of, text_value, words_of, words_value, zone_of, zone_value,
};
use crate::definition::variant::{PieceId, PieceSet, RuleTable, RuleValue, RulesDef, VariantDef};
use crate::geometry::{BoardShape, SquareSet};

/// The words for castling to the left and to the right of the board.
pub(crate) const CASTLING_WAYS: [&str; 2] = ["left", "right"];

/// The word for a file on which no piece lands.
pub(crate) const NO_FILE: &str = "none";

/// Castling to fixed files, whatever files the pieces come from.
#[derive(Clone, Debug, PartialEq)]
pub struct CastlingRules {
    /// The castling piece of each side.
    pub king: [Option<PieceId>; 2],
    /// Its partners.
    pub partners: [PieceSet; 2],
    /// The king's destination file on the right.
    pub right_file: u8,
    /// The king's destination file on the left.
    pub left_file: u8,
    /// The rank, counted from each side.
    pub rank: u8,
    /// The king's file, if there could be several kings.
    pub king_file: u8,
    /// The file at which the search for the right partner begins.
    pub right_partner_file: u8,
    /// The file at which the search for the left partner begins.
    pub left_partner_file: u8,
    /// Whether kings and partners may be on any file.
    pub any_files: bool,
    /// Whether a side may not castle to the side to which its opponent castled.
    pub opposite: bool,
    /// Whether dropped pieces may castle.
    pub dropped: bool,
    /// For each side, whether castling left and right wins, and losing that right loses.
    pub wins: [[bool; 2]; 2],
}

impl CastlingRules {
    /// Whether the rule has no effect.
    pub fn is_idle(&self) -> bool {
        let nobody = self.king == [None; 2] || self.partners == [PieceSet::NONE; 2];
        nobody && self.wins == [[false; 2]; 2]
    }

    /// The default rule.
    fn usual(def: &VariantDef) -> CastlingRules {
        let shape = &def.shape;
        let last = shape.files() - 1;
        CastlingRules {
            king: [def.usual_castling_king(); 2],
            partners: Default::default(),
            right_file: last.saturating_sub(1),
            left_file: 2.min(last),
            rank: 0,
            king_file: shape.files() / 2,
            right_partner_file: last,
            left_partner_file: 0,
            any_files: false,
            opposite: false,
            dropped: false,
            wins: [[false; 2]; 2],
        }
    }
}

/// The number of the file with a name.
pub(crate) fn file_of(name: &str, shape: &BoardShape) -> Option<u8> {
    (0..shape.files()).find(|file| shape.file_label(*file) == name)
}

impl RulesDef {
    /// Whether a rule for castling to fixed files exists.
    pub(crate) fn castles_by_files(&self) -> bool {
        self.builtin.contains_key("castling")
    }
}

#[doc(hidden)]
impl VariantDef {
    /// The rule `castling`, if present.
    pub fn castling(&self) -> Option<CastlingRules> {
        self.read_castling().map(|(rule, _)| rule)
    }

    /// The default castling piece: the royal kind, or otherwise the only kind whose loss decides the game.
    fn usual_castling_king(&self) -> Option<PieceId> {
        let mut royal = self.numbered().filter(|(.., piece)| piece.royal);
        let last = || {
            let mut kinds = self
                .rules
                .builtin
                .get("extinction")?
                .get("pieces")?
                .pieces(self)
                .iter();
            kinds.next().filter(|_| kinds.next().is_none())
        };
        royal.next().map(|(id, ..)| id).or_else(last)
    }

    /// Brings the rule `castling` into normal form, which may be moves of the king, unless it has an invalid setting.
    pub(super) fn put_castling_in_order(&mut self) {
        if let Some((rule, true)) = self.read_castling() {
            self.rules.take("castling");
            self.castle_by_files(rule);
        }
    }

    /// Reads the rule; also returns whether it is valid.
    fn read_castling(&self) -> Option<(CastlingRules, bool)> {
        let settings = self.rules.builtin.get("castling")?;
        let mut rule = CastlingRules::usual(self);
        let is_understood = read_each(settings, |key, value| {
            self.read_castling_key(key, value, &mut rule)
        });
        // The partners have no default, nor has the king in games without royal pieces.
        let says_king = settings.contains_key("king") || rule.partners == [PieceSet::NONE; 2];
        let is_whole = settings.contains_key("partners") && (rule.king != [None; 2] || says_king);
        Some((rule, is_understood && is_whole))
    }

    /// Reads one setting of the rule; `None` if it is invalid.
    fn read_castling_key(
        &self,
        key: &str,
        value: &RuleValue,
        rule: &mut CastlingRules,
    ) -> Option<()> {
        let file = || file_of(value.text()?, &self.shape);
        // A file beyond the board means that no piece lands and no partner is there.
        let file_or_none = || match value.text()? {
            NO_FILE => Some(self.shape.files()),
            _ => file(),
        };
        match key {
            "king" => rule.king = sides_of(value, &None, |king| piece_or_none(king, self))?,
            "partners" => rule.partners = names_of(value, self)?,
            "right" => rule.right_file = file_or_none()?,
            "left" => rule.left_file = file_or_none()?,
            "rank" => rule.rank = u8::try_from(count_of(value)?).ok()?.saturating_sub(1),
            "king-file" => rule.king_file = file()?,
            "right-partner" => rule.right_partner_file = file()?,
            "left-partner" => rule.left_partner_file = file_or_none()?,
            "any-files" => rule.any_files = flag_of(value)?,
            "opposite" => rule.opposite = flag_of(value)?,
            "dropped" => rule.dropped = flag_of(value)?,
            "wins" => {
                let nothing = [false; 2];
                rule.wins = sides_of(value, &nothing, |ways| words_of(ways, &CASTLING_WAYS))?;
            }
            _ => return None,
        }
        Some(())
    }

    /// Sets the rule `castling`, or removes it.
    pub fn set_castling(&mut self, rule: Option<&CastlingRules>) {
        match rule.map(|rule| self.castling_settings(rule)) {
            Some(settings) => self.rules.put("castling", settings),
            None => self.rules.take("castling"),
        }
    }

    fn castling_settings(&self, rule: &CastlingRules) -> RuleTable {
        let usual = CastlingRules::usual(self);
        let no_pieces = || RuleValue::List(Vec::new());
        if rule.is_idle() {
            return settings_of([("partners", Some(no_pieces()))]);
        }
        let names = |set: PieceSet| {
            let set = match set {
                PieceSet::ALL => set,
                _ => set.iter().map(|id| self.forms.of(id).kind).collect(),
            };
            set_value(set, self).unwrap_or_else(no_pieces)
        };
        let king = |king: Option<PieceId>| {
            let name = king.and_then(|king| piece_value(king, self));
            name.unwrap_or(RuleValue::Flag(false))
        };
        let files = self.shape.files();
        // A file beyond the board has no name.
        let named = |file: u8, usual: u8| {
            (file != usual && file < files).then(|| RuleValue::Text(self.shape.file_label(file)))
        };
        let named_or_none = |file: u8, usual: u8| {
            let none = (file != usual && file >= files).then(|| text_value(NO_FILE));
            named(file, usual).or(none)
        };
        let (right, left) = (rule.right_partner_file, rule.left_partner_file);
        let flag = |is_set: bool| flag_value(is_set, false);
        settings_of([
            (
                "king",
                (rule.king != usual.king).then(|| by_side(rule.king.map(king))),
            ),
            ("partners", Some(by_side(rule.partners.map(names)))),
            ("right", named_or_none(rule.right_file, usual.right_file)),
            ("left", named_or_none(rule.left_file, usual.left_file)),
            ("king-file", named(rule.king_file, usual.king_file)),
            ("right-partner", named(right, usual.right_partner_file)),
            ("left-partner", named_or_none(left, usual.left_partner_file)),
            (
                "rank",
                (rule.rank != usual.rank).then(|| RuleValue::Number(f64::from(rule.rank) + 1.0)),
            ),
            ("any-files", flag(rule.any_files)),
            ("opposite", flag(rule.opposite)),
            ("dropped", flag(rule.dropped)),
            (
                "wins",
                (rule.wins != usual.wins).then(|| by_side(rule.wins.map(ways_value))),
            ),
        ])
    }
}

/// The castling ways of a side as a setting.
fn ways_value(ways: [bool; 2]) -> RuleValue {
    let words = words_value(&CASTLING_WAYS, ways);
    match words.as_slice() {
        [only] => only.clone(),
        _ => RuleValue::List(words),
    }
}

/// The restrictions on en passant captures.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct EnPassantRules {
    /// The pieces of each side that may capture en passant.
    pub types: [PieceSet; 2],
    /// The squares on which each side may capture en passant.
    pub region: [SquareSet; 2],
}

#[doc(hidden)]
impl VariantDef {
    /// The rule `en-passant`; `None` if it is absent, which allows all en passant captures.
    pub fn en_passant(&self) -> Option<EnPassantRules> {
        self.read_en_passant().map(|(rule, _)| rule)
    }

    /// Brings the rule `en-passant` into normal form, and removes it if it has no effect, unless it has an invalid
    /// setting.
    pub(super) fn put_en_passant_in_order(&mut self) {
        if let Some((rule, true)) = self.read_en_passant() {
            let rule = rule.unless_idle(self);
            self.set_en_passant(rule.as_ref());
        }
    }

    /// Reads the rule; also returns whether it is valid.
    fn read_en_passant(&self) -> Option<(EnPassantRules, bool)> {
        let settings = self.rules.builtin.get("en-passant")?;
        let everywhere: SquareSet = self.shape.squares().collect();
        let mut rule = EnPassantRules {
            types: [PieceSet::ALL; 2],
            region: [everywhere.clone(), everywhere],
        };
        let is_understood = read_each(settings, |key, value| {
            match key {
                "pieces" => rule.types = names_of(value, self)?,
                "zone" => rule.region = zone_of(value, &self.shape)?,
                _ => return None,
            }
            Some(())
        });
        // All forms of a piece have the permission of any of them.
        let kind = |id: PieceId| self.forms.of(id).kind;
        rule.types = rule.types.map(|set| {
            if set == PieceSet::ALL {
                return set;
            }
            let kinds: PieceSet = set.iter().map(kind).collect();
            (self.piece_ids())
                .filter(|id| kinds.contains(kind(*id)))
                .collect()
        });
        Some((rule, is_understood))
    }

    /// Sets the rule `en-passant`, or removes it.
    pub fn set_en_passant(&mut self, rule: Option<&EnPassantRules>) {
        let types = rule.map(|rule| rule.types);
        let types = types.filter(|types| *types != [PieceSet::ALL; 2]);
        let is_own_kind = |id: &_| self.forms.of(*id).kind == *id;
        let names = |set: PieceSet| {
            let set = match set {
                PieceSet::ALL => set,
                _ => set.iter().filter(is_own_kind).collect(),
            };
            set_value(set, self).unwrap_or(RuleValue::List(Vec::new()))
        };
        let everywhere: SquareSet = self.shape.squares().collect();
        let region = rule.map(|rule| rule.region.each_ref());
        let region = region.filter(|region| region.iter().any(|side| **side != everywhere));
        let settings = settings_of([
            ("pieces", types.map(|types| by_side(types.map(names)))),
            ("zone", region.map(|region| zone_value(region, &self.shape))),
        ]);
        self.rules.put_unless_empty("en-passant", settings);
    }
}

/// Gating and leaps of unmoved pieces.
#[derive(Clone, Debug, PartialEq)]
pub struct GatingRules {
    /// Whether a piece from the hand may be gated when a piece first moves.
    pub from_hand: bool,
    /// Leaps of unmoved pieces.
    pub leaps: Option<FirstLeaps>,
}

/// First leaps: two ranks ahead, or a knight's move ahead for the king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct FirstLeaps {
    /// The royal piece that leaps to the knight's squares one rank ahead.
    pub king: Option<PieceId>,
    /// The piece that leaps two squares straight ahead.
    pub counsellor: Option<PieceId>,
    /// The piece that removes the king's leap when it moves to the king's rank or file.
    pub rook: Option<PieceId>,
}

impl RulesDef {
    /// Whether unmoved pieces have gating or first leaps, so that the rights of a FEN name their files.
    pub(crate) fn gates(&self) -> bool {
        let mut rules = ["gating", "first-leaps"].into_iter();
        rules.any(|rule| self.builtin.contains_key(rule))
    }
}

#[doc(hidden)]
impl VariantDef {
    /// The rules `gating` and `first-leaps`, if one of them is present.
    pub fn gating(&self) -> Option<GatingRules> {
        self.rules.gates().then(|| GatingRules {
            from_hand: self.rules.builtin.contains_key("gating"),
            leaps: self.read_first_leaps().map(|(leaps, _)| leaps),
        })
    }

    /// Brings the rule `first-leaps` into normal form, unless it has an invalid setting.
    pub(super) fn put_first_leaps_in_order(&mut self) {
        if let Some((leaps, true)) = self.read_first_leaps() {
            let settings = self.first_leaps_settings(leaps);
            self.rules.put("first-leaps", settings);
        }
    }

    /// Reads the rule `first-leaps`; also returns whether it is valid.
    fn read_first_leaps(&self) -> Option<(FirstLeaps, bool)> {
        let settings = self.rules.builtin.get("first-leaps")?;
        let mut leaps = FirstLeaps::default();
        let is_understood = read_each(settings, |key, value| {
            let piece = match key {
                "king" => &mut leaps.king,
                "counsellor" => &mut leaps.counsellor,
                "rook" => &mut leaps.rook,
                _ => return None,
            };
            *piece = piece_or_none(value, self)?;
            Some(())
        });
        Some((leaps, is_understood))
    }

    /// Sets the rules `gating` and `first-leaps`, or removes them.
    pub fn set_gating(&mut self, rule: Option<GatingRules>) {
        self.rules.take("gating");
        self.rules.take("first-leaps");
        let Some(rule) = rule else { return };
        if rule.from_hand {
            self.rules.put("gating", RuleValue::Flag(true).alone());
        }
        // Without gating and leaps, first leaps of no piece preserve the rights.
        let nobody = (!rule.from_hand).then(FirstLeaps::default);
        if let Some(leaps) = rule.leaps.or(nobody) {
            let settings = self.first_leaps_settings(leaps);
            self.rules.put("first-leaps", settings);
        }
    }

    fn first_leaps_settings(&self, leaps: FirstLeaps) -> RuleTable {
        let FirstLeaps {
            king,
            counsellor,
            rook,
        } = leaps;
        let leapers = [("king", king), ("counsellor", counsellor), ("rook", rook)];
        settings_of(
            leapers.map(|(key, piece)| (key, piece.and_then(|piece| piece_value(piece, self)))),
        )
    }
}
