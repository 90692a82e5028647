//! What a piece may become at the end of a move by fixed pairs: pieces that turn over.

use smallvec::SmallVec;

use crate::definition::{PieceId, RulesDef};
use crate::geometry::Square;
use crate::rules::Rulebook;
use crate::state::{Piece, Role, Setup};

use super::of_kind;

/// One way to end a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SpecialEnding {
    /// What the piece becomes.
    pub(crate) role: Option<Role>,
    /// Whether gating and walls may follow.
    pub(crate) goes_on: bool,
}

/// All endings of a move.
pub(crate) fn rule_endings(
    book: &Rulebook,
    rules: &RulesDef,
    setup: &Setup,
    piece: Piece,
    (from, to): (Square, Square),
    is_capture: bool,
) -> SmallVec<[SpecialEnding; 6]> {
    let mut endings = SmallVec::new();
    let become_ = |piece: PieceId| SpecialEnding {
        role: Some(piece.into()),
        goes_on: false,
    };
    let stay_put = SpecialEnding {
        role: None,
        goes_on: true,
    };
    if book.role(piece.role).royal {
        endings.push(stay_put);
        return endings;
    }
    let color = piece.color.index();
    let within_limit = |choice: PieceId| {
        let limit = rules.promotion.limits.get(choice).copied().unwrap_or(0);
        let kind = rules.forms.of(choice).kind;
        limit == 0 || of_kind(book, setup, piece.color, kind).count() < limit as usize
    };
    let pairs = &rules.promotion;
    let mut stay = true;
    let target = pairs.targets.get(piece.role).copied().flatten();
    let target = target.filter(|target| within_limit(*target));
    let base = book.form(piece.role).base[color].filter(|_| pairs.demotion);
    if target.is_some() || base.is_some() {
        let zone = &pairs.zone[color];
        if pairs.turns(piece, (zone.contains(from), to), is_capture) {
            stay = !pairs.mandatory;
            endings.extend(target.map(become_));
            endings.extend(base.map(become_));
        }
    }
    if stay {
        endings.push(stay_put);
    }
    endings
}
