//! Promotion in place, or by a move without capture of the new kind: `rules.in-place-promotion`.
//!
//! A side that has only such promotions of its last piece as legal moves is stalemated.

use crate::definition::{Setting, VariantDef, keys};
use crate::geometry::{Square, SquareSet};
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::builtin::parts::kinds::Kinds;
use crate::rules::builtin::parts::zones::{zone_text, zones};
use crate::rules::data::{
    After, AllRules, Moves, Phases, Rule, RuleContext, RuleError, RuleFinding,
};
use crate::rules::settings::RuleSettings;
use crate::state::{Color, Move, Piece, Role};

/// The rule `rules.in-place-promotion`.
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
        /// The pieces that promote.
        "piece" => BySide(&Pieces),
        /// The pieces that they become.
        "to" => BySide(&Pieces),
        /// The squares on which the promotion is possible; by default only the last such piece of a
        /// side can promote, on all squares.
        "zone" => Zone,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<InPlacePromotion, RuleError> {
        let needed = |key: &str| {
            let kinds = Kinds::read(settings, key)?;
            kinds.ok_or_else(|| settings.error(key, format!("`{key}` is missing")))
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
        let limits = all.paired_promotion().limits.iter().enumerate();
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
        let nobody = self.who.doubts("piece", "no piece promotes in place");
        let nothing = self
            .to
            .doubts("to", "no piece is named as a result of promotion");
        nobody.into_iter().chain(nothing).collect()
    }
}
