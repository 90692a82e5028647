//! Castling by files.

use indexmap::IndexMap;

use super::RulesDef;
use super::piece_set::PieceSet;
use crate::definition::custom::{RuleTable, RuleValue};
use crate::definition::setting_values::{by_side, names_of, set_value};
use crate::definition::variant::PieceDef;
use crate::definition::{PieceId, VariantDef};
use crate::geometry::BoardShape;

/// The words for castlings to the left and to the right of the board.
const WAYS: [&str; 2] = ["left", "right"];

/// The word for a file on which nobody lands.
const NONE: &str = "none";

/// Castling: both pieces go to fixed files, whatever files they come from.
#[derive(Clone, Debug, PartialEq)]
pub struct CastlingRules {
    /// Who castles.
    pub king: [Option<PieceId>; 2],
    /// With whom.
    pub partners: [PieceSet; 2],
    /// Where the king lands to the right.
    pub right_file: u8,
    /// Where the king lands to the left.
    pub left_file: u8,
    /// The rank as each side counts.
    pub rank: u8,
    /// The king's file where there could be several.
    pub king_file: u8,
    /// Where the search for the right partner begins.
    pub right_partner_file: u8,
    /// Where the search for the left partner begins.
    pub left_partner_file: u8,
    /// Kings and partners may stand on any file.
    pub any_files: bool,
    /// A side may not castle to the side its opponent castled to.
    pub opposite: bool,
    /// Dropped pieces may castle.
    pub dropped: bool,
    /// Castlings that win, and whose loss loses; by side: left, right.
    pub wins: [[bool; 2]; 2],
}

impl CastlingRules {
    /// Whether nobody can castle, and nothing follows from that.
    pub fn is_idle(&self) -> bool {
        let nobody = self.king == [None; 2] || self.partners == [PieceSet::NONE; 2];
        nobody && self.wins == [[false; 2]; 2]
    }

    /// What holds where nothing is said.
    pub(in crate::definition) fn usual(
        pieces: &IndexMap<String, PieceDef>,
        shape: &BoardShape,
    ) -> CastlingRules {
        let last = shape.files() - 1;
        let king = pieces.values().position(|piece| piece.royal);
        CastlingRules {
            king: [king.map(PieceId::new); 2],
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
pub(in crate::definition) fn file_of(name: &str, shape: &BoardShape) -> Option<u8> {
    (0..shape.files()).find(|file| shape.file_label(*file) == name)
}

impl RulesDef {
    /// Whether a rule says who castles to which files.
    pub(in crate::definition) fn castles_by_files(&self) -> bool {
        self.shipped.contains_key("castling")
    }
}

impl VariantDef {
    /// What the rule `castling` says, if it is there.
    pub fn castling(&self) -> Option<CastlingRules> {
        let rule = self.rules.shipped.get("castling")?;
        let usual = CastlingRules::usual(&self.pieces, &self.shape);
        let piece = |name: &RuleValue| {
            let number = self.pieces.get_index_of(name.text()?);
            number.map(PieceId::new)
        };
        let file = |key: &str| file_of(rule.get(key)?.text()?, &self.shape);
        // A file beside the board is nowhere.
        let landing = |key: &str| match rule.get(key).and_then(RuleValue::text) {
            Some(NONE) => Some(self.shape.files()),
            _ => file(key),
        };
        let flag = |key: &str| rule.get(key) == Some(&RuleValue::Flag(true));
        let rank = match rule.get("rank") {
            Some(RuleValue::Number(rank)) => (*rank as u8).saturating_sub(1),
            _ => usual.rank,
        };
        let partners = rule.get("partners").map(|names| names_of(names, self));
        Some(CastlingRules {
            king: match rule.get("king") {
                None => usual.king,
                Some(RuleValue::Table(sides)) => {
                    ["white", "black"].map(|side| sides.get(side).and_then(piece))
                }
                Some(both) => [piece(both); 2],
            },
            partners: partners.unwrap_or(usual.partners),
            right_file: landing("right").unwrap_or(usual.right_file),
            left_file: landing("left").unwrap_or(usual.left_file),
            rank,
            king_file: file("king-file").unwrap_or(usual.king_file),
            right_partner_file: file("right-partner").unwrap_or(usual.right_partner_file),
            left_partner_file: file("left-partner").unwrap_or(usual.left_partner_file),
            any_files: flag("any-files"),
            opposite: flag("opposite"),
            dropped: flag("dropped"),
            wins: rule.get("wins").map_or(usual.wins, ways_of),
        })
    }

    /// Says who castles to which files, or that nobody does but by moves.
    pub fn set_castling(&mut self, rule: Option<&CastlingRules>) {
        match rule.map(|rule| self.castling_settings(rule)) {
            Some(settings) => self.rules.put("castling", settings),
            None => self.rules.take("castling"),
        }
    }

    fn castling_settings(&self, rule: &CastlingRules) -> RuleTable {
        let usual = CastlingRules::usual(&self.pieces, &self.shape);
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
            // A file beside the board has no name, and nobody lands there.
            if file < self.shape.files() {
                put(key, RuleValue::Text(self.shape.file_label(file)));
            } else if WAYS.contains(&key) {
                put(key, RuleValue::Text(NONE.to_owned()));
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

/// The castlings that a setting names, by side: left, right.
fn ways_of(value: &RuleValue) -> [[bool; 2]; 2] {
    let of_side = |value: &RuleValue| {
        let named = match value {
            RuleValue::List(words) => words.as_slice(),
            word => std::slice::from_ref(word),
        };
        WAYS.map(|way| named.iter().any(|word| word.text() == Some(way)))
    };
    match value {
        RuleValue::Table(sides) => {
            ["white", "black"].map(|side| sides.get(side).map_or([false; 2], of_side))
        }
        both => [of_side(both); 2],
    }
}

/// The castlings of a side as a setting that names them.
fn ways_value(ways: [bool; 2]) -> RuleValue {
    let words = WAYS.into_iter().zip(ways).filter(|(_, is_one)| *is_one);
    let words: Vec<RuleValue> = words
        .map(|(word, _)| RuleValue::Text(word.to_owned()))
        .collect();
    match words.as_slice() {
        [only] => only.clone(),
        _ => RuleValue::List(words),
    }
}
