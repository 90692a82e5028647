//! Castling to fixed files.

use crate::definition::setting_values::{
    by_side, count_of, flag_of, names_of, piece_or_none, read_each, set_value, sides_of, words_of,
};
use crate::definition::variant::{PieceId, PieceSet, RuleTable, RuleValue, RulesDef, VariantDef};
use crate::geometry::BoardShape;

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
        let mut settings = RuleTable::new();
        let mut put = |key: &str, value: RuleValue| settings.insert(key.to_owned(), value);
        let names = |set: PieceSet| {
            let set = match set {
                PieceSet::ALL => set,
                _ => set.iter().map(|id| self.forms.of(id).kind).collect(),
            };
            set_value(set, self).unwrap_or(RuleValue::List(Vec::new()))
        };
        if rule.is_idle() {
            put("partners", RuleValue::List(Vec::new()));
            return settings;
        }
        if rule.king != usual.king {
            let name = |king: Option<PieceId>| match king.and_then(|id| self.piece(id)) {
                Some((name, _)) => RuleValue::Text(name.to_owned()),
                None => RuleValue::Flag(false),
            };
            put("king", by_side(rule.king.map(name)));
        }
        put("partners", by_side(rule.partners.map(names)));
        let (right, left) = (rule.right_partner_file, rule.left_partner_file);
        for (key, file, usual) in [
            ("right", rule.right_file, usual.right_file),
            ("left", rule.left_file, usual.left_file),
            ("king-file", rule.king_file, usual.king_file),
            ("right-partner", right, usual.right_partner_file),
            ("left-partner", left, usual.left_partner_file),
        ] {
            if file == usual {
                continue;
            }
            // A file beyond the board has no name.
            if file < self.shape.files() {
                put(key, RuleValue::Text(self.shape.file_label(file)));
            } else if key == "left-partner" || CASTLING_WAYS.contains(&key) {
                put(key, RuleValue::Text(NO_FILE.to_owned()));
            }
        }
        if rule.rank != usual.rank {
            put("rank", RuleValue::Number(f64::from(rule.rank) + 1.0));
        }
        for (key, is_set) in [
            ("any-files", rule.any_files),
            ("opposite", rule.opposite),
            ("dropped", rule.dropped),
        ] {
            if is_set {
                put(key, RuleValue::Flag(true));
            }
        }
        if rule.wins != usual.wins {
            put("wins", by_side(rule.wins.map(ways_value)));
        }
        settings
    }
}

/// The castling ways of a side as a setting.
fn ways_value(ways: [bool; 2]) -> RuleValue {
    let words = CASTLING_WAYS
        .into_iter()
        .zip(ways)
        .filter(|(_, is_one)| *is_one);
    let words: Vec<RuleValue> = words
        .map(|(word, _)| RuleValue::Text(word.to_owned()))
        .collect();
    match words.as_slice() {
        [only] => only.clone(),
        _ => RuleValue::List(words),
    }
}
