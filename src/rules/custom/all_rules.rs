//! What the rules of a variant say together, as each of them sees it.

use std::fmt;

use super::facts::Said;
use super::{Course, LastRoyal, Passing, Replacement, Walls};
use crate::definition::{
    CaptureFate, CaptureRules, CastlingRules, CheckRules, DropRules, EnPassantRules, GatingRules,
    PiecePromotion, RepetitionRules, RoyalGuard, RoyalRule, VariantDef, Verdict,
};

/// What all rules of a variant say once and for all, whoever says it: a rule of the format or one of a program,
/// before or behind the rule that [asks](super::Rule::meet).
pub struct AllRules<'a> {
    def: &'a VariantDef,
    said: &'a Said,
    /// Whether a rule of a program is asked what it offers.
    offers: bool,
    /// Whether a rule is asked which moves there are, or what they do.
    alters_moves: bool,
}

impl<'a> AllRules<'a> {
    pub(super) const fn new(
        def: &'a VariantDef,
        said: &'a Said,
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

    /// What the royal pieces demand; nothing where no piece is or becomes royal.
    pub fn demand(&self) -> RoyalRule {
        self.said.demand(self.def)
    }

    /// The pieces that are royal while a side has few of their kind.
    pub const fn last_royal(&self) -> Option<&'a LastRoyal> {
        self.said.last_royal.as_ref()
    }

    /// What a side with several royal pieces must guard.
    pub const fn guard(&self) -> RoyalGuard {
        self.said.guard
    }

    /// What becomes of captured pieces.
    pub const fn captured(&self) -> CaptureFate {
        self.said.captured
    }

    /// What captures do besides removing a piece.
    pub const fn captures(&self) -> &'a CaptureRules {
        &self.said.captures
    }

    /// Who captures en passant, and where; everybody everywhere if nothing is said.
    pub const fn en_passant(&self) -> Option<&'a EnPassantRules> {
        self.said.en_passant.as_ref()
    }

    /// What may come from the hand, and where, as a move or behind one; nothing does if nothing is said.
    pub const fn drops(&self) -> Option<&'a DropRules> {
        self.said.drops.as_ref()
    }

    /// Whether anything may be dropped as a move, as far as that is known: what rules of a program offer is not.
    pub fn may_drop(&self) -> bool {
        self.offers || self.drops().is_some_and(|drops| drops.allowed)
    }

    /// Whether any rule has a say in which moves there are or what they do, beside what is said here: then pieces may
    /// perish otherwise than by what attacks them.
    pub const fn alters_moves(&self) -> bool {
        self.alters_moves
    }

    /// The power that squares of unmoved pieces have, if they have one.
    pub const fn gating(&self) -> Option<&'a GatingRules> {
        self.said.gating.as_ref()
    }

    /// How pieces castle to fixed files; moves of their own say how else.
    pub const fn castling_by_files(&self) -> Option<&'a CastlingRules> {
        self.said.castling.as_ref()
    }

    /// How pieces turn over.
    pub const fn turning(&self) -> &'a PiecePromotion {
        &self.said.turning
    }

    /// What kings may do and suffer.
    pub const fn checks(&self) -> &'a CheckRules {
        &self.said.checks
    }

    /// Which unmoved pieces may take the place of others.
    pub const fn replacement(&self) -> Option<&'a Replacement> {
        self.said.replacement.as_ref()
    }

    /// Whether no piece may go where it could never move again.
    pub const fn forbids_dead_ends(&self) -> bool {
        self.said.forbids_dead_ends
    }

    /// Who may stay where it is.
    pub const fn passing(&self) -> Passing {
        self.said.passing
    }

    /// The walls that players put on the board.
    pub const fn walls(&self) -> Option<&'a Walls> {
        self.said.walls.as_ref()
    }

    /// What is said of the course of games; what is left out there is as usual.
    pub const fn course(&self) -> &'a Course {
        &self.said.course
    }

    /// The result for a side that is in check and has no legal move.
    pub fn checkmate(&self) -> Verdict {
        self.said.checkmate()
    }

    /// The result for a side that is not in check and has no legal move.
    pub fn stalemate(&self) -> Verdict {
        self.said.stalemate()
    }

    /// The result for a side that repeats positions by giving check with every move, if a rule says so.
    pub const fn perpetual_check(&self) -> Option<Verdict> {
        self.said.perpetual_check
    }

    /// What happens when a position comes again.
    pub fn repetition(&self) -> RepetitionRules {
        self.said.repetition()
    }
}

impl fmt::Debug for AllRules<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AllRules").field(&self.def.name).finish()
    }
}
