//! Stalemates that the larger army wins or loses: `rules.stalemate-by-count`.

use super::kinds::Kinds;
use super::results::winner;
use super::{Setting, ShippedRule, keys};
use crate::definition::{Reason, RoyalRule, VariantDef, Verdict};
use crate::rules::{
    AllRules, CustomRule, Phases, RuleContext, RuleEnd, RuleError, RuleFinding, RuleSettings,
};
use crate::state::Color;

/// `rules.stalemate-by-count`.
pub(super) struct StalemateByCount {
    /// The pieces that count.
    who: Kinds,
    /// The result for the smaller army.
    verdict: Verdict,
}

impl ShippedRule for StalemateByCount {
    const NAME: &'static str = "stalemate-by-count";
    const SETTINGS: Setting = Setting::Either(&[
        Setting::Flag,
        keys! {
            /// The pieces that are counted; all if nothing is said.
            "who" => BySide(&Pieces),
        },
    ]);

    fn read(settings: &RuleSettings<'_>) -> Result<StalemateByCount, RuleError> {
        settings.presence()?;
        Ok(StalemateByCount {
            who: Kinds::read(settings, "who")?.unwrap_or_else(|| Kinds::all(settings)),
            verdict: Verdict::Draw,
        })
    }
}

impl CustomRule for StalemateByCount {
    fn meet(&mut self, all: &AllRules<'_>) -> Result<(), RuleError> {
        self.verdict = all.stalemate();
        Ok(())
    }

    fn phases(&self) -> Phases {
        Phases::COURSE
    }

    fn may_win(&self) -> bool {
        false
    }

    fn stalemate(&self, at: &RuleContext<'_>) -> Option<RuleEnd> {
        let us = at.turn();
        let count = |color: Color| {
            let pieces = at.board().pieces_of(color);
            pieces
                .filter(|(_, piece)| self.who.contains(*piece))
                .count()
        };
        let verdict = match count(us).cmp(&count(us.opponent())) {
            std::cmp::Ordering::Equal => Verdict::Draw,
            std::cmp::Ordering::Less => self.verdict,
            std::cmp::Ordering::Greater => self.verdict.opposite(),
        };
        let reason = if at.demand() == RoyalRule::Capture {
            Reason::Immobile
        } else {
            Reason::Stalemate
        };
        let winner = winner(verdict, us).or_else(|| at.adjudicated());
        Some(RuleEnd::of(winner, reason))
    }

    fn words_of_stalemate(&self) -> Option<String> {
        let more = match self.verdict {
            Verdict::Draw => return None,
            Verdict::Loss => "more",
            Verdict::Win => "fewer",
        };
        let pieces = match self.who.words() {
            "a piece" => "pieces".to_owned(),
            words => format!("pieces that are {words}"),
        };
        Some(format!(
            "the side with {more} {pieces} wins, equal numbers draw"
        ))
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let nobody = self.who.doubts("who", "every stalemate is a draw");
        let idle = (self.verdict == Verdict::Draw).then(|| {
            let finding = RuleFinding::new("a stalemate is a draw, however many pieces there are");
            finding.with_help("say what it is for the smaller army: `stalemate = 'loss'`")
        });
        nobody.into_iter().chain(idle).collect()
    }
}
