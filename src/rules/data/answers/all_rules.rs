//! The combined static facts of all rules of a variant.

use std::fmt;

use super::adjudication::Adjudication;
use super::facts::StaticFacts;
use super::lack::LastRoyal;
use super::passing::Passing;
use super::replacement::Replacement;
use super::walls::Walls;
use crate::definition::{
    CaptureRules, CapturedTo, CastlingRules, CheckRules, DropRules, EnPassantRules, GatingRules,
    PairedPromotion, PieceDef, PromotionStock, RepetitionRules, RoyalGuard, RoyalRule, VariantDef,
    Verdict,
};
use crate::movement::Pattern;

/// The combined static facts of all rules of a variant, built-in and custom, whatever their order.
/// A rule receives them in [`meet`](crate::rules::Rule::meet).
pub struct AllRules<'a> {
    def: &'a VariantDef,
    said: &'a StaticFacts,
    /// Whether some rule may offer drops of its own.
    offers: bool,
    /// Whether some rule changes the moves or their effects.
    alters_moves: bool,
}

impl<'a> AllRules<'a> {
    pub(crate) const fn new(
        def: &'a VariantDef,
        said: &'a StaticFacts,
        [offers, alters_moves]: [bool; 2],
    ) -> AllRules<'a> {
        AllRules {
            def,
            said,
            offers,
            alters_moves,
        }
    }

    /// The variant's definition.
    pub const fn def(&self) -> &'a VariantDef {
        self.def
    }

    /// The meaning of royal pieces. `Check` without royal pieces is `None`.
    pub fn demand(&self) -> RoyalRule {
        self.said.demand(self.def)
    }

    /// Pieces that become royal when their side has few of their kind left.
    pub const fn last_royal(&self) -> Option<&'a LastRoyal> {
        self.said.last_royal.as_ref()
    }

    /// The royal pieces that a side with several must keep safe.
    pub const fn guard(&self) -> RoyalGuard {
        self.said.guard
    }

    /// The fate of captured pieces.
    pub const fn captured_to(&self) -> CapturedTo {
        self.said.captured_to
    }

    /// Side effects of captures.
    pub const fn captures(&self) -> &'a CaptureRules {
        &self.said.captures
    }

    /// The pieces that capture en passant and the squares where they do; by default all pieces everywhere.
    pub const fn en_passant(&self) -> Option<&'a EnPassantRules> {
        self.said.en_passant.as_ref()
    }

    /// The pieces that may be dropped or gated from the hand, and the squares; by default none.
    pub const fn drops(&self) -> Option<&'a DropRules> {
        self.said.drops.as_ref()
    }

    /// Whether pieces may be dropped as a move. Custom rules that offer moves count as dropping.
    pub fn may_drop(&self) -> bool {
        self.offers || self.drops().is_some_and(|drops| drops.allowed)
    }

    /// Whether a piece can leave the hand: by a drop, by gating or in a promotion.
    pub(crate) fn uses_hands(&self) -> bool {
        let is_reserve = |piece: &PieceDef| {
            let mut choices = piece
                .promotion
                .iter()
                .flat_map(|promotion| &promotion.choices);
            choices.any(|choice| choice.stock == PromotionStock::Hand)
        };
        let is_dropped = |piece: &PieceDef| {
            let mut patterns = piece.moves.iter().flat_map(|mv| mv.movement.patterns());
            patterns.any(|pattern| matches!(pattern, Pattern::Placement(_)))
        };
        let mut pieces = self.def.pieces.values();
        self.may_drop()
            || self.drops().is_some()
            || self.gating().is_some()
            || pieces.any(|piece| is_reserve(piece) || is_dropped(piece))
    }

    /// Whether some rule changes the moves or their effects beyond these facts. Pieces may then be
    /// lost without being attacked.
    pub const fn alters_moves(&self) -> bool {
        self.alters_moves
    }

    /// Gating and first leaps of unmoved pieces, if any.
    pub const fn gating(&self) -> Option<&'a GatingRules> {
        self.said.gating.as_ref()
    }

    /// Castling to fixed files; other castling belongs to the moves of the pieces.
    pub const fn castling_by_files(&self) -> Option<&'a CastlingRules> {
        self.said.castling.as_ref()
    }

    /// Promotion by rules of the game, such as flipping to a promoted side.
    pub const fn paired_promotion(&self) -> &'a PairedPromotion {
        &self.said.paired_promotion
    }

    /// Rules about giving, counting and escaping check, and about facing kings.
    pub const fn checks(&self) -> &'a CheckRules {
        &self.said.checks
    }

    /// Unmoved pieces that may replace a piece that moves away.
    pub const fn replacement(&self) -> Option<&'a Replacement> {
        self.said.replacement.as_ref()
    }

    /// Whether a piece may not move to a square from which it could never move again.
    pub const fn forbids_dead_ends(&self) -> bool {
        self.said.forbids_dead_ends
    }

    /// The sides that may pass.
    pub const fn passing(&self) -> Passing {
        self.said.passing
    }

    /// Walls placed by the players.
    pub const fn walls(&self) -> Option<&'a Walls> {
        self.said.walls.as_ref()
    }

    /// The rules of adjudication; omitted fields have their usual defaults.
    pub const fn adjudication(&self) -> &'a Adjudication {
        &self.said.adjudication
    }

    /// The result for a side that is in check and has no legal move.
    pub fn checkmate(&self) -> Verdict {
        self.said.checkmate()
    }

    /// The result for a side that is not in check and has no legal move.
    pub fn stalemate(&self) -> Verdict {
        self.said.stalemate()
    }

    /// The result for a side that gives perpetual check, if a rule states one.
    pub const fn perpetual_check(&self) -> Option<Verdict> {
        self.said.perpetual_check
    }

    /// The result of repeated positions.
    pub fn repetition(&self) -> RepetitionRules {
        self.said.repetition()
    }
}

impl fmt::Debug for AllRules<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AllRules").field(&self.def.name).finish()
    }
}
