//! Side effects of captures: `rules.captures`.

use crate::definition::{CaptureRules, Setting, keys};
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::data::{Phases, Rule, RuleError};
use crate::rules::settings::RuleSettings;

/// The rule `rules.captures`.
pub(in crate::rules::builtin) struct Captures(CaptureRules);

impl BuiltinRule for Captures {
    const NAME: &'static str = "captures";
    const SETTINGS: Setting = keys! {
        /// Captures are mandatory.
        "mandatory" => Flag,
        /// Captured pieces keep their promotion in a hand.
        "keep-promoted" => Flag,
        /// The kind in hand of a captured piece that came from a promotion by choice; by default
        /// the last of the pieces that promote to it. `false` if it keeps its kind.
        "returns-as" => BySide(&Either(&[Piece, Flag])),
        /// Captures remove all pieces on the adjacent squares.
        "blast" => Flag,
        /// The squares of a blast: the target squares of this move in Betza notation from the square of
        /// the capture, from the captor's view, empty or not; `own` for the squares on which the captor
        /// could capture next. By default the adjacent squares.
        "blast-reach" => Text,
        /// Pieces that survive blasts.
        "blast-immune" => Pieces,
        /// Pieces that survive blasts unless they capture.
        "blast-sheltered" => Pieces,
        /// Pieces that cannot capture their own kind.
        "immune-to-own" => Pieces,
        /// Pieces that turn into walls when they capture.
        "petrify" => Pieces,
        /// Blasted pieces leave walls.
        "petrify-blasted" => Flag,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Captures, RuleError> {
        for key in ["mandatory", "keep-promoted", "petrify-blasted"] {
            settings.flag(key)?;
        }
        let blasts = settings.flag("blast")?.unwrap_or(false);
        settings.pieces("immune-to-own")?;
        settings.pieces("petrify")?;
        if blasts {
            settings.reach("blast-reach")?;
            settings.pieces("blast-immune")?;
            settings.pieces("blast-sheltered")?;
        } else {
            // A variant without blasts may inherit settings of blasts, which are ignored.
            for key in ["blast-reach", "blast-immune", "blast-sheltered"] {
                settings.value(key);
            }
        }
        Ok(Captures(settings.def().captures()))
    }
}

impl Rule for Captures {
    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn captures(&self) -> Option<CaptureRules> {
        Some(self.0.clone())
    }

    fn may_win(&self) -> bool {
        false
    }
}
