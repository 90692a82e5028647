//! Pieces from the hand behind pieces that move first, and first leaps.

use super::RulesDef;
use crate::definition::custom::{RuleTable, RuleValue};
use crate::definition::{PieceId, VariantDef};

/// Squares of unmoved pieces with a special power.
#[derive(Clone, Debug, PartialEq)]
pub struct GatingRules {
    /// A piece from the hand may take the place of a piece that moves for the first time.
    pub from_hand: bool,
    /// Leaps of unmoved pieces.
    pub leaps: Option<FirstLeaps>,
}

/// Leaps of unmoved pieces: two ranks ahead, or a knight's move ahead for the king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstLeaps {
    /// The royal piece that leaps to the knight's squares one rank ahead.
    pub king: Option<PieceId>,
    /// The piece that leaps two squares straight ahead.
    pub counsellor: Option<PieceId>,
    /// The piece that takes the king's leap away by aiming at it.
    pub rook: Option<PieceId>,
}

impl RulesDef {
    /// Whether squares of unmoved pieces have a power, and the rights of a FEN name their files.
    pub(crate) fn gates(&self) -> bool {
        let mut rules = ["gating", "first-leaps"].into_iter();
        rules.any(|rule| self.shipped.contains_key(rule))
    }
}

impl VariantDef {
    /// What the rules `gating` and `first-leaps` say, if one of them is there.
    pub fn gating(&self) -> Option<GatingRules> {
        let leaps = self.rules.shipped.get("first-leaps");
        let of = |rule: &RuleTable, key: &str| {
            let name = rule.get(key).and_then(RuleValue::text)?;
            self.pieces.get_index_of(name).map(PieceId::new)
        };
        self.rules.gates().then(|| GatingRules {
            from_hand: self.rules.shipped.contains_key("gating"),
            leaps: leaps.map(|rule| FirstLeaps {
                king: of(rule, "king"),
                counsellor: of(rule, "counsellor"),
                rook: of(rule, "rook"),
            }),
        })
    }

    /// Says which power squares of unmoved pieces have, or that they have none.
    pub fn set_gating(&mut self, rule: Option<GatingRules>) {
        self.rules.take("gating");
        self.rules.take("first-leaps");
        let Some(rule) = rule else { return };
        if rule.from_hand {
            self.rules.put("gating", RuleValue::Flag(true).alone());
        }
        // Squares without a power are known by their rights alone, as those of leaps that nobody makes.
        let nobody = (!rule.from_hand).then_some(FirstLeaps::NOBODY);
        if let Some(leaps) = rule.leaps.or(nobody) {
            let FirstLeaps {
                king,
                counsellor,
                rook,
            } = leaps;
            let leapers = [("king", king), ("counsellor", counsellor), ("rook", rook)];
            let named = leapers.into_iter().filter_map(|(key, piece)| {
                let (name, _) = self.piece(piece?)?;
                Some((key.to_owned(), RuleValue::Text(name.to_owned())))
            });
            let settings = named.collect();
            self.rules.put("first-leaps", settings);
        }
    }
}

impl FirstLeaps {
    /// Nobody leaps.
    const NOBODY: FirstLeaps = FirstLeaps {
        king: None,
        counsellor: None,
        rook: None,
    };
}
