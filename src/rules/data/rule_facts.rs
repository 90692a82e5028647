//! Facts of all rules of a variant.

use super::answers::{Phases, RuleFact, Stock};
use super::rule::{CompiledRules, NamedRule, Rule, RuleContext};
use crate::definition::{PairedPromotion, Reason, RoyalRule, Verdict};
use crate::geometry::Square;
use crate::state::{Color, Role, RuleId, RuleState, Setup};

/// A kind to keep: the roles that count, by side, and the number of them that a side must exceed.
pub(crate) type KindToKeep = ([Vec<Role>; 2], u16);

impl CompiledRules {
    /// The name of the first rule that states a fact.
    #[doc(hidden)]
    pub fn who_states(&self, is_meant: impl Fn(&RuleFact) -> bool) -> Option<&str> {
        let mut rules = self.rules().iter();
        let found = rules.find(|named| named.rule.facts().iter().any(&is_meant));
        found.map(|named| named.name.as_str())
    }

    /// The meaning of royal pieces. `Check` without royal pieces is `None`.
    #[doc(hidden)]
    pub fn demand(&self) -> RoyalRule {
        self.facts.demand(&self.def)
    }

    /// Whether a side may capture en passant on a square.
    pub(crate) fn allows_en_passant(&self, side: Color, square: Square) -> bool {
        let rule = self.facts.en_passant.as_ref();
        rule.is_none_or(|rule| rule.region[side.index()].contains(square))
    }

    /// Whether pieces may be dropped, and not only gated.
    #[doc(hidden)]
    pub fn has_drops(&self) -> bool {
        self.facts.drops.as_ref().is_some_and(|drops| drops.allowed)
    }

    /// Whether the supply of some kind is unlimited.
    #[doc(hidden)]
    pub fn hand_is_free(&self) -> bool {
        self.facts
            .drops
            .as_ref()
            .is_some_and(|drops| !drops.free.is_empty())
    }

    /// Whether the supply of this kind is unlimited.
    #[inline]
    #[doc(hidden)]
    pub fn never_runs_out(&self, role: Role) -> bool {
        self.facts
            .drops
            .as_ref()
            .is_some_and(|drops| drops.free.contains(role))
    }

    /// Whether the rights field of a FEN names files: of castling partners, or of unmoved pieces that gate or leap.
    #[inline]
    pub(crate) const fn rights_are_files(&self) -> bool {
        self.facts.castling.is_some() || self.facts.gating.is_some()
    }

    /// Whether pieces promote by rules of the game instead of their own.
    #[doc(hidden)]
    pub fn promotes(&self) -> bool {
        self.facts.paired_promotion != PairedPromotion::default()
    }

    /// White's and Black's share of the point after an end for a predefined reason.
    #[doc(hidden)]
    pub fn scores(&self, reason: Reason, winner: Option<Color>) -> [f64; 2] {
        let Some(winner) = winner else {
            return [0.5; 2];
        };
        let named: &[Reason] = match reason {
            Reason::Resignation => &[reason, Reason::Checkmate],
            Reason::TimeForfeit => &[reason, Reason::Resignation, Reason::Checkmate],
            _ => &[reason],
        };
        let said = |reason: &Reason| {
            let mut rules = self.rules().iter();
            rules.find_map(|named| named.rule.score(*reason, winner))
        };
        let share = named.iter().find_map(said).unwrap_or(1.0);
        match winner {
            Color::White => [share, rest_of_point(share)],
            Color::Black => [rest_of_point(share), share],
        }
    }

    /// Whether some predefined reason gives its winner a share set by a rule.
    pub(crate) fn has_scores(&self) -> bool {
        let scores = |rule: &dyn Rule, reason: Reason| {
            let mut winners = Color::ALL.into_iter();
            winners.any(|winner| rule.score(reason, winner).is_some())
        };
        let differs = |reason: &Reason| {
            let mut rules = self.rules().iter();
            rules.any(|named| scores(&*named.rule, *reason))
        };
        Reason::ALL.iter().any(differs)
    }

    /// The winner of a game that would be drawn in a position, if a rule names one.
    pub(crate) fn adjudicated(&self, setup: &Setup) -> Option<Color> {
        let mut rules = self.rules_in(Phases::ADJUDICATION);
        rules.find_map(|(rule, named)| named.rule.adjudicate(&RuleContext::new(self, setup, rule)))
    }

    /// The result for the side to move after the adjudication of a draw by rules.
    pub(crate) fn settled(&self, setup: &Setup, verdict: Verdict) -> Verdict {
        match verdict {
            Verdict::Draw => self.adjudicated(setup).map_or(Verdict::Draw, |winner| {
                if winner == setup.turn {
                    Verdict::Win
                } else {
                    Verdict::Loss
                }
            }),
            Verdict::Win | Verdict::Loss => verdict,
        }
    }

    /// The rule that is setting up the game in a position.
    #[inline]
    pub(crate) fn set_up_by<'a>(&'a self, setup: &'a Setup) -> Option<(RuleId, &'a NamedRule)> {
        if !self.rules_speak_in(Phases::SET_UP) {
            return None;
        }
        let mut rules = self.rules_in(Phases::SET_UP);
        rules.find(|(rule, named)| named.rule.sets_up(&RuleContext::new(self, setup, *rule)))
    }

    /// Whether a rule has a stock of pieces, now or later.
    pub(crate) fn may_hold(&self) -> bool {
        let mut rules = self.rules().iter();
        rules.any(|named| named.rule.stock(&RuleState::EMPTY).is_some())
    }

    /// The kinds to keep: a side loses if it does not exceed the number of one, or its last pieces
    /// of the kind are royal.
    pub(crate) fn kinds_to_keep(&self) -> Vec<KindToKeep> {
        let lacks = self.facts.lacks.iter();
        let lacks = lacks.filter(|lack| lack.result == Some(Verdict::Loss));
        let mut kept: Vec<KindToKeep> =
            lacks.map(|lack| (lack.kinds.clone(), lack.limit)).collect();
        if let Some(last) = &self.facts.last_royal {
            let kinds = last.kinds.iter();
            let royal = kinds.map(|kind| ([kind.clone(), kind.clone()], last.limit));
            let royal: Vec<_> = royal.filter(|kind| !kept.contains(kind)).collect();
            kept.extend(royal);
        }
        kept
    }

    /// The stocks of rules in a position.
    pub(crate) fn stocks<'a>(
        &'a self,
        setup: &'a Setup,
    ) -> impl Iterator<Item = (&'a NamedRule, Stock)> {
        self.rules_with_ids().filter_map(|(rule, named)| {
            let state = setup.special.custom.get(rule);
            Some((named, named.rule.stock(state)?))
        })
    }

    /// The stocks of rules in a position, each with the words for where it stands.
    #[doc(hidden)]
    pub fn stocks_in_words<'a>(
        &'a self,
        setup: &'a Setup,
    ) -> impl Iterator<Item = (&'static str, Stock)> {
        self.stocks(setup)
            .map(|(named, stock)| (named.rule.words_of_stock(), stock))
    }
}

/// The rest of a point, rounded to six decimals: `1.0 - 0.56` is not quite `0.44`.
pub(crate) fn rest_of_point(share: f64) -> f64 {
    ((1.0 - share) * 1e6).round() / 1e6
}
