//! Promotion in place, and by fixed pairs.

use crate::definition::{
    PROMOTING_MOVES, PieceDef, PromotingMoves, RoyalRule, Setting, VariantDef, keys,
};
use crate::geometry::{Square, SquareSet};
use crate::rules::builtin::parts::{Builtin, BuiltinRule, Kinds, zone_text, zones};
use crate::rules::builtin::stated::{Stated, stating};
use crate::rules::data::{
    After, AllRules, Moves, Phases, Rule, RuleContext, RuleError, RuleFact, RuleFinding,
};
use crate::rules::settings::RuleSettings;
use crate::source::codes;
use crate::state::{Color, Move, Piece, Role};

// Promotion in place, or by a move without capture of the new kind (`rules.use.in-place-promotion`).
//
// A side that has only such promotions of its last piece as legal moves is stalemated.

/// The rule `rules.use.in-place-promotion`.
pub(in crate::rules::builtin) struct InPlacePromotion {
    /// The pieces that promote.
    who: Kinds,
    /// The promoted pieces.
    to: Kinds,
    /// By side, the squares for promotion; the last such piece may promote everywhere.
    zone: [SquareSet; 2],
    /// By kind, the limit on pieces on the board.
    limits: Vec<(Role, u16)>,
    words: String,
}

impl BuiltinRule for InPlacePromotion {
    const NAME: &'static str = "in-place-promotion";
    const SETTINGS: Setting = keys! {
        /// The pieces that promote; required.
        "piece" => BySide(&Pieces),
        /// The pieces that they become; required.
        "to" => BySide(&Pieces),
        /// The squares on which the promotion is possible; by default only the last such piece of a
        /// side can promote, on all squares.
        "zone" => Zone,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<InPlacePromotion, RuleError> {
        let needed = |key: &str| {
            let kinds = Kinds::read(settings, key)?;
            let help = "write the pieces before and after: `piece = 'pawn'`, `to = 'queen'`";
            kinds.ok_or_else(|| RuleError::missing(&format!("`{key}` is missing"), help))
        };
        let (who, to) = (needed("piece")?, needed("to")?);
        Ok(InPlacePromotion {
            words: words(&who, &to, zone_text(settings, "zone")),
            zone: zones(settings, "zone")?.unwrap_or_default(),
            limits: Vec::new(),
            who,
            to,
        })
    }
}

/// The description for the rules page.
fn words(who: &Kinds, to: &Kinds, zone: Option<String>) -> String {
    let to = to.words();
    let how =
        format!("may promote to {to} on its square, or by a move of its new kind without capture");
    let what = match zone {
        Some(zone) => format!(
            "{}; so may the last one of a side, wherever it is",
            who.sentence(&format!("on {zone} {how}"))
        ),
        None => who.sentence(&format!("that is the last one of its side {how}")),
    };
    format!("{what}. Such a promotion gives no check and attacks no piece.")
}

impl InPlacePromotion {
    fn is_meant(&self, at: &RuleContext<'_>, piece: Piece) -> bool {
        self.who.contains(at.counted_as(piece))
    }

    /// The pieces of a side that promote.
    fn promotable(&self, at: &RuleContext<'_>, side: Color) -> Vec<(Square, Piece)> {
        let pieces = at.board().pieces_of(side);
        pieces
            .filter(|(_, piece)| self.is_meant(at, *piece))
            .collect()
    }

    /// Whether a side has reached the limit of a kind.
    fn has_enough(&self, at: &RuleContext<'_>, color: Color, role: Role) -> bool {
        let such = at.counted_as(Piece { color, role });
        let mut limits = self.limits.iter();
        limits.any(|(limited, limit)| {
            let pieces = at.board().pieces_of(color);
            let n_such = pieces.filter(|(_, piece)| at.counted_as(*piece) == such);
            *limited == such.role && n_such.count() >= usize::from(*limit)
        })
    }
}

/// The squares on which a piece may arrive by its promotion: its own, and targets of the new kind.
fn targets(at: &RuleContext<'_>, from: Square, role: Role) -> Vec<Square> {
    let mut targets = vec![from];
    for walk in at.lent_walks(from, role) {
        let is_quiet = !walk.is_capture() && walk.mover_stays() && walk.shifts.is_empty();
        if is_quiet && at.is_empty(walk.to) && !targets.contains(&walk.to) {
            targets.push(walk.to);
        }
    }
    targets
}

/// Whether the moved piece could capture anything from its target.
fn attacks(at: &RuleContext<'_>, mv: &Move) -> bool {
    let after = at.relocated(mv);
    let after = after.position();
    let mut victims = after.board().pieces_of(mv.piece.color.opponent());
    victims.any(|(square, _)| after.walks_hit(mv.to, square))
}

impl Rule for InPlacePromotion {
    fn meet(&mut self, all: &AllRules<'_>) -> Result<(), RuleError> {
        let limits = all.facts().paired_promotion.limits.iter().enumerate();
        let limits = limits.filter(|(_, limit)| **limit > 0);
        self.limits = (limits.map(|(number, limit)| (Role::new(number), *limit))).collect();
        Ok(())
    }

    fn phases(&self) -> Phases {
        Phases::OFFER | Phases::FORBID | Phases::STALEMATE
    }

    fn offer(&self, at: &RuleContext<'_>, moves: &mut Moves) {
        let us = at.turn();
        let promotable = self.promotable(at, us);
        let is_last = promotable.len() == 1;
        for (from, piece) in promotable {
            if !is_last && !self.zone[us.index()].contains(from) {
                continue;
            }
            for role in self.to.of(us) {
                if self.has_enough(at, us, *role) {
                    continue;
                }
                for to in targets(at, from, *role) {
                    let mut mv = Move::walk(piece, from, to);
                    mv.promotion = Some(*role);
                    if !attacks(at, &mv) {
                        moves.push(mv);
                    }
                }
            }
        }
    }

    /// These pieces may not give check by any promotion.
    fn forbids(&self, at: &RuleContext<'_>, mv: &Move, after: &After<'_>) -> bool {
        mv.promotion.is_some()
            && self.is_meant(at, mv.piece)
            && after.position().is_check(mv.piece.color.opponent())
    }

    fn stalemates(&self, at: &RuleContext<'_>, moves: &[Move]) -> bool {
        let us = at.turn();
        let own: Vec<Piece> = at.board().pieces_of(us).map(|(_, piece)| piece).collect();
        own.len() == 2
            && own.iter().any(|piece| self.is_meant(at, *piece))
            && moves.iter().all(|mv| mv.promotion.is_some())
            && !at.is_check(us)
    }

    fn may_win(&self) -> bool {
        false
    }

    fn changes(&self, piece: Piece) -> bool {
        self.who.contains(piece)
    }

    fn rearranges(&self) -> bool {
        false
    }

    fn brings(&self) -> Vec<Role> {
        let sides = Color::ALL.into_iter();
        sides.flat_map(|side| self.to.of(side)).copied().collect()
    }

    fn words(&self) -> Vec<String> {
        vec![self.words.clone()]
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let to = "no piece is named as a result of promotion";
        let who = self.who.doubts("piece", "no piece promotes in place");
        [who, self.to.doubts("to", to)].concat()
    }
}

// Promotion by fixed pairs on entering, crossing or leaving a zone (`rules.paired-promotion`).

/// The largest limit.
const MOST: i32 = u16::MAX as i32;

/// The rule `rules.paired-promotion`.
pub(in crate::rules::builtin) fn paired_promotion() -> Builtin {
    let settings = keys! {
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
    stating("paired-promotion", settings, |settings| {
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
        let (mut pairs, mut found) = (def.paired_promotion(), Vec::new());
        if def.demand() == RoyalRule::Check {
            for (target, (name, piece)) in pairs.targets.iter_mut().zip(&def.pieces) {
                if piece.royal && target.take().is_some() {
                    let message =
                        format!("`{name}` is royal, and royal pieces never promote in pairs");
                    let help = format!("write `pieces.{name}.promotion`");
                    found.push(RuleFinding::new(message).with_help(help));
                }
            }
        }
        let turns = pairs.targets.iter().any(Option::is_some);
        let is_elsewhere = pairs.also_on.iter().any(Option::is_some);
        if turns && pairs.when == PromotingMoves::NONE && !is_elsewhere {
            let finding = RuleFinding::new("no move is named, so no piece ever promotes");
            let help = "name some moves, or delete the key for all of them";
            found.push(finding.about("when").with_help(help));
        }
        Ok(Stated::from(RuleFact::PairedPromotion(pairs)).findings(found))
    })
}
