//! What a piece turns into by a fixed pair, at the end of a move that did not promote by choice.

use smallvec::SmallVec;

use crate::definition::SpecialRules;
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

/// All endings of a move that has not promoted already.
pub(crate) fn special_endings(
    book: &Rulebook,
    rules: &SpecialRules,
    setup: &Setup,
    piece: Piece,
    (from, to): (Square, Square),
    is_capture: bool,
) -> SmallVec<[SpecialEnding; 6]> {
    let mut endings = SmallVec::new();
    let become_ = |number: usize| SpecialEnding {
        role: Some(Role::new(number)),
        goes_on: false,
    };
    let stay_put = SpecialEnding {
        role: None,
        goes_on: true,
    };
    let (color, number) = (piece.color.index(), piece.role.index());
    let within_limit = |number: usize| {
        let limit = rules.promotion.limits.get(number).copied().unwrap_or(0);
        let kind = book.kind(Role::new(number)).unwrap_or(number);
        limit == 0 || of_kind(book, setup, piece.color, kind).count() < limit as usize
    };
    let pairs = &rules.promotion;
    let mut stay = true;
    let target = pairs.targets.get(number).copied().flatten();
    let target = target.filter(|target| within_limit(*target));
    let base = book
        .form(piece.role)
        .filter(|form| pairs.demotion && form.base[color].is_some())
        .and_then(|form| form.base[color]);
    if target.is_some() || base.is_some() {
        let zone = &pairs.zone[color];
        let (leaves, enters) = (zone.contains(from), zone.contains(to));
        if pairs.mandatory && (leaves || enters) && (!pairs.on_capture || is_capture) {
            stay = false;
        }
        if (leaves || enters) && (is_capture || !pairs.on_capture) {
            endings.extend(target.map(become_));
            endings.extend(base.map(become_));
        }
    }
    if stay {
        endings.push(stay_put);
    }
    endings
}
