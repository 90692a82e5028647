//! Promotion at the end of a move by fixed pairs, such as flipping in shogi.

use smallvec::SmallVec;

use super::promotion::must_promote;
use crate::definition::PieceId;
use crate::geometry::Square;
use crate::rules::data::CompiledRules;
use crate::rules::pieces::of_kind;
use crate::state::{Piece, Role, Setup};

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
    let pairs = rules.paired_promotion();
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
    let pairs = rules.paired_promotion();
    let turns_back =
        || pairs.demotion && rules.form(piece.role).base[piece.color.index()].is_some();
    pairs.target(piece.role).is_some() || turns_back()
}
