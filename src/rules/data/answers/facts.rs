//! Static facts of all rules of a variant.

use super::adjudication::Adjudication;
use super::decisions::Halfway;
use super::goal::Goal;
use super::lack::{Lack, LastRoyal};
use super::passing::Passing;
use super::replacement::Replacement;
use super::walls::Walls;
use crate::definition::{
    CaptureRules, CapturedTo, CastlingRules, CheckRules, DropRules, EnPassantRules, GatingRules,
    PairedPromotion, PieceDef, RepetitionRules, RoyalGuard, RoyalRule, VariantDef, Verdict,
};

/// Static facts of the rules, determined once.
pub(crate) struct StaticFacts {
    pub(in crate::rules) lacks: Vec<Lack>,
    pub(in crate::rules) goals: Vec<Goal>,
    pub(crate) last_royal: Option<LastRoyal>,
    pub(crate) royal: RoyalRule,
    pub(crate) guard: RoyalGuard,
    pub(crate) captured_to: CapturedTo,
    pub(crate) en_passant: Option<EnPassantRules>,
    pub(crate) castling: Option<CastlingRules>,
    pub(crate) gating: Option<GatingRules>,
    pub(crate) drops: Option<DropRules>,
    pub(crate) captures: CaptureRules,
    pub(crate) paired_promotion: PairedPromotion,
    pub(crate) checks: CheckRules,
    pub(crate) perpetual_check: Option<Verdict>,
    pub(crate) replacement: Option<Replacement>,
    pub(crate) passing: Passing,
    pub(crate) walls: Option<Walls>,
    pub(crate) adjudication: Adjudication,
    pub(crate) halfway: Vec<Halfway>,
    pub(crate) forbids_dead_ends: bool,
}

impl StaticFacts {
    /// The meaning of royal pieces. `Check` without royal pieces is `None`.
    #[inline]
    pub(crate) fn demand(&self, def: &VariantDef) -> RoyalRule {
        let is_royal = |piece: &PieceDef| piece.royal;
        let has_royals = def.pieces.values().any(is_royal) || self.last_royal.is_some();
        self.royal.with_royals(has_royals)
    }

    /// The result for a side that is in check and has no legal move.
    #[inline]
    pub(crate) fn checkmate(&self) -> Verdict {
        self.adjudication.checkmate.unwrap_or(Verdict::Loss)
    }

    /// The result for a side that is not in check and has no legal move.
    #[inline]
    pub(crate) fn stalemate(&self) -> Verdict {
        self.adjudication.stalemate.unwrap_or(Verdict::Draw)
    }

    /// The result of repeated positions.
    #[inline]
    pub(crate) fn repetition(&self) -> RepetitionRules {
        self.adjudication.repetition.unwrap_or_default()
    }
}
