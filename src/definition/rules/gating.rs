//! Gating and first leaps.

use crate::definition::setting_values::{piece_or_none, read_each};
use crate::definition::variant::{PieceId, RuleTable, RuleValue, RulesDef, VariantDef};

/// Gating and leaps of unmoved pieces.
#[derive(Clone, Debug, PartialEq)]
pub struct GatingRules {
    /// Whether a piece from the hand may be gated when a piece first moves.
    pub from_hand: bool,
    /// Leaps of unmoved pieces.
    pub leaps: Option<FirstLeaps>,
}

/// First leaps: two ranks ahead, or a knight's move ahead for the king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
        let mut leaps = FirstLeaps::NOBODY;
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
        let nobody = (!rule.from_hand).then_some(FirstLeaps::NOBODY);
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
        let named = leapers.into_iter().filter_map(|(key, piece)| {
            let (name, _) = self.piece(piece?)?;
            Some((key.to_owned(), RuleValue::Text(name.to_owned())))
        });
        named.collect()
    }
}

impl FirstLeaps {
    /// First leaps of no piece.
    const NOBODY: FirstLeaps = FirstLeaps {
        king: None,
        counsellor: None,
        rook: None,
    };
}
