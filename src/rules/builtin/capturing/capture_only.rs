//! Capture-only squares: a move may enter them only for a capture that no move entering fewer of
//! them could make: `rules.capture-only`.

use crate::definition::{Setting, VariantDef};
use crate::geometry::{Perspective, SquareSet, Zone, zone_in_words};
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::builtin::parts::zones::is_nowhere;
use crate::rules::data::{Phases, Rule, RuleError, RuleFinding};
use crate::rules::settings::RuleSettings;

/// The rule `rules.capture-only`.
pub(in crate::rules::builtin) struct CaptureOnlyRule {
    zone: Zone,
    words: String,
}

impl BuiltinRule for CaptureOnlyRule {
    const NAME: &'static str = "capture-only";
    const SETTINGS: Setting = Setting::Zone;

    fn read(settings: &RuleSettings<'_>) -> Result<CaptureOnlyRule, RuleError> {
        let both = settings.zone("value")?;
        let [white, black] = [settings.zone("white")?, settings.zone("black")?];
        if both.is_none() && white.is_none() && black.is_none() {
            let help = "write the squares: `capture-only = ['file a', 'file h']`";
            return Err(RuleError::missing("the squares are missing", help));
        }
        // Zones by side are from White's view.
        let side = |own: Option<Zone>, owner: Perspective| match (own, &both) {
            (Some(own), _) => own.of(Perspective::White).clone(),
            (None, Some(both)) => both.of(owner).clone(),
            (None, None) => SquareSet::default(),
        };
        let zone = Zone::of_sides(
            side(white, Perspective::White),
            side(black, Perspective::Black),
        );
        Ok(CaptureOnlyRule {
            words: format!(
                "A move may enter {} only for a capture that is impossible with fewer of these squares.",
                zone_in_words(settings.shape(), &zone)
            ),
            zone,
        })
    }
}

impl Rule for CaptureOnlyRule {
    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn capture_only(&self) -> Option<Zone> {
        Some(self.zone.clone())
    }

    fn rearranges(&self) -> bool {
        false
    }

    fn words(&self) -> Vec<String> {
        vec![self.words.clone()]
    }

    fn findings(&self, def: &VariantDef) -> Vec<RuleFinding> {
        let is_idle = is_nowhere(&def.shape, &self.zone);
        let idle =
            is_idle.then(|| RuleFinding::new("the zone is empty, so the rule has no effect"));
        idle.into_iter().collect()
    }
}
