//! Which rules of two games are different.

use super::rules::RulesDef;

impl RulesDef {
    /// Where `other` is different, as keys of the definition format with a message each.
    pub(super) fn differing(&self, other: &RulesDef) -> Vec<(&'static str, &'static str)> {
        let groups = [
            (
                self.forms != other.forms
                    || self.promotion != other.promotion
                    || self.in_place != other.in_place,
                "rules.promotion",
                "promotion by rules of the variant is different",
            ),
            (
                self.castling != other.castling,
                "rules.castling",
                "castling to fixed files is different",
            ),
            (
                self.en_passant != other.en_passant,
                "rules.en-passant",
                "capture in passing is different",
            ),
            (
                self.captures != other.captures,
                "rules.captures",
                "captures have other consequences",
            ),
            (
                self.drops != other.drops,
                "rules.drops",
                "drops from the hand are different",
            ),
            (
                self.gating != other.gating,
                "rules.gating",
                "gating from the hand is different",
            ),
            (
                self.walls != other.walls || self.flip != other.flip,
                "rules.walls",
                "what moves do to other squares is different",
            ),
            (
                self.passing != other.passing,
                "rules.passing",
                "passing is different",
            ),
            (
                self.checks != other.checks,
                "rules.checks",
                "what kings may do and suffer is different",
            ),
            (
                self.extinction != other.extinction,
                "rules.extinction",
                "winning by extinction is different",
            ),
            (
                self.flags != other.flags,
                "rules.goal",
                "winning by reaching squares is different",
            ),
            (
                self.connection != other.connection,
                "rules.connection",
                "winning by connecting pieces is different",
            ),
            (
                self.stalemate_by_count != other.stalemate_by_count,
                "rules.stalemate-by-count",
                "the result of stalemate between unequal armies is different",
            ),
            (
                self.checkmate != other.checkmate,
                "rules.checkmate",
                "the result of checkmate is different",
            ),
            (
                self.adjudication != other.adjudication,
                "rules.adjudication",
                "how the course of the game ends it is different",
            ),
            (
                self.no_dead_ends != other.no_dead_ends,
                "rules.dead-ends",
                "other moves lead to dead ends",
            ),
            (
                self.capture_duty != other.capture_duty,
                "rules.capture-duty",
                "what must be captured is different",
            ),
            (
                self.optional_midpoint != other.optional_midpoint
                    || self.double_midpoint != other.double_midpoint,
                "rules.optional-midpoint",
                "captures halfway are different",
            ),
            (
                self.replacement != other.replacement,
                "rules.replacement",
                "who may take the place of a piece that moves is different",
            ),
            (
                self.perpetual_check != other.perpetual_check,
                "rules.perpetual-check",
                "the result of perpetual check is different",
            ),
            (
                self.double_drop != other.double_drop,
                "rules.double-drop",
                "what is dropped along with a move is different",
            ),
            (
                self.capture_only != other.capture_only,
                "rules.capture-only",
                "other squares are entered by captures only",
            ),
            (
                self.bare_king != other.bare_king
                    || self.hands_cover != other.hands_cover
                    || self.both_bare_draws != other.both_bare_draws,
                "rules.bare-king",
                "what a bare king means is different",
            ),
            (
                self.placement != other.placement,
                "rules.placement",
                "how pieces are placed first is different",
            ),
            (
                self.pocket != other.pocket,
                "rules.pocket",
                "the pocket is different",
            ),
            (
                self.point_count != other.point_count,
                "rules.point-count",
                "how points are counted at the end is different",
            ),
        ];
        groups
            .into_iter()
            .filter(|(differs, ..)| *differs)
            .map(|(_, place, message)| (place, message))
            .collect()
    }
}
