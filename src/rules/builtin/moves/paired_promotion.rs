//! Promotion by fixed pairs on entering, crossing or leaving a zone: `rules.paired-promotion`.

use crate::definition::{
    PROMOTING_MOVES, PairedPromotion, PieceDef, PromotingMoves, RoyalRule, Setting, VariantDef,
    keys,
};
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::data::{Phases, Rule, RuleError, RuleFinding};
use crate::rules::settings::RuleSettings;
use crate::source::codes;

/// The largest limit.
const MOST: i32 = u16::MAX as i32;

/// The rule `rules.paired-promotion`.
pub(in crate::rules::builtin) struct PairedPromotionRule {
    pairs: PairedPromotion,
    /// The names of royal pieces with a promotion, which is ignored.
    royal: Vec<String>,
}

impl BuiltinRule for PairedPromotionRule {
    const NAME: &'static str = "paired-promotion";
    const SETTINGS: Setting = keys! {
        /// The squares on entering, crossing or leaving which a piece may promote; the last rank by
        /// default.
        "zone" => Zone,
        /// The moves by which it may: `enter` the zone, `leave` it, or move `within` it, and `capture` for
        /// captures that begin or end in it; all of these by default.
        "when" => Either(&[Words(&PROMOTING_MOVES), List(&Words(&PROMOTING_MOVES))]),
        /// By piece: squares on which it can promote on arrival, by any move.
        "also-on" => ByPiece(&Zone),
        /// Only captures promote.
        "on-capture" => Flag,
        /// Moves that could promote must; captures en passant never do.
        "mandatory" => Flag,
        /// Promoted pieces can also demote.
        "back" => Flag,
        /// By name: what a piece becomes, where that is a piece with a letter of its own, or the promoted side of a
        /// piece that has a `promotion` as well or is a promoted side. Captured, it is again what it was; of several pieces that
        /// become the same one, the first.
        "into" => ByPiece(&Piece),
        /// Pieces that promote on arrival only, not on leaving the zone.
        "on-arrival" => Pieces,
        /// By name: the largest number a side may have on the board to make one more.
        "limits" => ByPiece(&Number),
    };

    fn read(settings: &RuleSettings<'_>) -> Result<PairedPromotionRule, RuleError> {
        settings.zone("zone")?;
        settings.words("when", &PROMOTING_MOVES)?;
        settings.by_piece("also-on", RuleSettings::zone)?;
        for key in ["on-capture", "mandatory", "back"] {
            settings.flag(key)?;
        }
        let into = settings.by_piece("into", RuleSettings::piece)?;
        for (role, to) in into.into_iter().flatten() {
            let def = settings.def();
            let promotes = |(_, piece): &(&str, &PieceDef)| piece.promotion.is_some();
            let is_side =
                (def.piece(to.into())).is_some_and(|(_, side)| side.letter.starts_with('+'));
            if let Some((name, _)) = def.piece(role.into()).filter(promotes)
                && !is_side
            {
                let message = format!("`{name}` has a separate `promotion`");
                let error = RuleError::with_code(codes::DUPLICATE_KEY, message);
                return Err(error
                    .about(format!("into.{name}"))
                    .with_help("remove one of the two"));
            }
        }
        settings.pieces("on-arrival")?;
        settings.by_piece("limits", |settings, name| settings.whole(name, 0, MOST))?;
        let def = settings.def();
        let (mut pairs, mut royal) = (def.paired_promotion(), Vec::new());
        if def.demand() == RoyalRule::Check {
            for (target, (name, piece)) in pairs.targets.iter_mut().zip(&def.pieces) {
                if piece.royal && target.take().is_some() {
                    royal.push(name.clone());
                }
            }
        }
        Ok(PairedPromotionRule { pairs, royal })
    }
}

impl Rule for PairedPromotionRule {
    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn paired_promotion(&self) -> Option<PairedPromotion> {
        Some(self.pairs.clone())
    }

    fn may_win(&self) -> bool {
        false
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let royal = self.royal.iter().map(|name| {
            let message = format!("`{name}` is royal, and royal pieces never promote in pairs");
            RuleFinding::new(message).with_help(format!("write `pieces.{name}.promotion`"))
        });
        let mut found: Vec<RuleFinding> = royal.collect();
        let turns = self.pairs.targets.iter().any(Option::is_some);
        let is_elsewhere = self.pairs.also_on.iter().any(Option::is_some);
        if turns && self.pairs.when == PromotingMoves::NONE && !is_elsewhere {
            let finding = RuleFinding::new("no move is named, so no piece ever promotes");
            let help = "name some moves, or delete the key for all of them";
            found.push(finding.about("when").with_help(help));
        }
        found
    }
}
