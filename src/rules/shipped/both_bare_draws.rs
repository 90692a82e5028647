//! Draws where neither side has more than its royal pieces: `rules.both-bare-draws`.

use super::kinds::Kinds;
use super::{Setting, ShippedRule};
use crate::definition::Reason;
use crate::rules::{
    CustomRule, EndWords, Lack, Phases, RuleContext, RuleEnd, RuleError, RuleSettings, WhoLacks,
};

/// `rules.both-bare-draws`.
pub(super) struct BothBareDraws {
    /// The pieces that are not royal.
    others: Kinds,
}

impl ShippedRule for BothBareDraws {
    const NAME: &'static str = "both-bare-draws";
    const SETTINGS: Setting = Setting::Flag;

    fn read(settings: &RuleSettings<'_>) -> Result<BothBareDraws, RuleError> {
        settings.presence()?;
        Ok(BothBareDraws {
            others: Kinds::all_that(settings, "a piece that is not royal", |piece| !piece.royal),
        })
    }
}

impl CustomRule for BothBareDraws {
    fn phases(&self) -> Phases {
        Phases::END
    }

    fn may_win(&self) -> bool {
        false
    }

    fn rearranges(&self) -> bool {
        false
    }

    fn end(&self, at: &RuleContext<'_>) -> Option<RuleEnd> {
        let mut pieces = at.board().pieces();
        let goes_on = pieces.any(|(_, piece)| self.others.contains(piece));
        (!goes_on).then(|| RuleEnd::of(None, Reason::BareKing))
    }

    fn lacks(&self) -> Vec<Lack> {
        vec![Lack::of(self.others.roles().clone(), WhoLacks::Both)]
    }

    fn words_of_ends(&self) -> Vec<EndWords> {
        vec![EndWords {
            reason: Reason::BareKing,
            how: "Both sides have nothing but their royal pieces.".to_owned(),
            winner: None,
            by_material: false,
        }]
    }
}
