//! Promotion on arrival, and at the end of a move by fixed pairs.

use smallvec::SmallVec;

use crate::definition::{PieceId, PromotionStock};
use crate::geometry::Square;
use crate::rules::data::CompiledRules;
use crate::rules::pieces::of_kind;
use crate::state::{Piece, Role, Setup};

/// A result of a move for the kind of the moved piece: unchanged or promoted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PromotionOutcome {
    Stay,
    Become { role: Role, from_hand: bool },
}

/// All outcomes of a move of `piece` to `to`; empty if promotion is mandatory and impossible.
pub(crate) fn promotion_outcomes(
    rules: &CompiledRules,
    setup: &Setup,
    piece: Piece,
    to: Square,
) -> SmallVec<[PromotionOutcome; 4]> {
    let mut endings = SmallVec::new();
    let owner = piece.color.perspective();
    let Some(promotion) = &rules.role(piece.role).promotion else {
        endings.push(PromotionOutcome::Stay);
        return endings;
    };
    let mut in_zone = false;
    let choices = promotion.choices.iter();
    for choice in choices.filter(|choice| choice.zone.contains(to, owner)) {
        in_zone = true;
        let role = Role::from(choice.piece);
        let from_hand = choice.stock == PromotionStock::Hand;
        let available = !from_hand || setup.hands[piece.color.index()].count(role) > 0;
        let allowed = choice.limit.is_none_or(|limit| {
            let kind = rules.form(role).kind;
            of_kind(rules, setup, piece.color, kind).count() < limit as usize
        });
        if available && allowed {
            endings.push(PromotionOutcome::Become { role, from_hand });
        }
    }
    if !in_zone || promotion.stay.contains(to, owner) {
        endings.push(PromotionOutcome::Stay);
    }
    endings
}

/// Whether promotion of a piece is mandatory on a square.
pub(crate) fn must_promote(rules: &CompiledRules, piece: Piece, to: Square) -> bool {
    let owner = piece.color.perspective();
    (rules.role(piece.role).promotion.as_ref()).is_some_and(|promotion| {
        let mut choices = promotion.choices.iter();
        choices.any(|choice| choice.zone.contains(to, owner)) && !promotion.stay.contains(to, owner)
    })
}

// Promotion at the end of a move by fixed pairs, such as flipping in shogi.

/// The outcomes of a move: unchanged (`None`) or promoted. Gating and walls do not follow a promotion.
pub(crate) fn paired_promotions(
    rules: &CompiledRules,
    setup: &Setup,
    piece: Piece,
    (from, to): (Square, Square),
    is_capture: bool,
) -> SmallVec<[Option<Role>; 3]> {
    let mut found = SmallVec::new();
    let color = piece.color.index();
    let pairs = &rules.facts.paired_promotion;
    let within_limit = |choice: PieceId| {
        let limit = pairs.limits.get(choice).copied().unwrap_or(0);
        let kind = rules.form(choice.into()).kind;
        limit == 0 || of_kind(rules, setup, piece.color, kind).count() < limit as usize
    };
    let mut stay = !(has_paired_promotion(rules, piece) && must_promote(rules, piece, to));
    let target = pairs
        .target(piece.role)
        .filter(|target| within_limit(*target));
    let base = rules.form(piece.role).base[color].filter(|_| pairs.demotion);
    if target.is_some() || base.is_some() {
        let zone = &pairs.zone[color];
        if pairs.promotes(piece, (zone.contains(from), to), is_capture) {
            stay &= !pairs.mandatory;
            found.extend(target.map(|target| Some(target.into())));
            found.extend(base.map(|base| Some(base.into())));
        }
    }
    if stay {
        found.push(None);
    }
    found
}

/// Whether a piece may ever promote or demote by the fixed pairs.
pub(crate) fn has_paired_promotion(rules: &CompiledRules, piece: Piece) -> bool {
    let pairs = &rules.facts.paired_promotion;
    let turns_back =
        || pairs.demotion && rules.form(piece.role).base[piece.color.index()].is_some();
    pairs.target(piece.role).is_some() || turns_back()
}
