//! Ends of the game by rules, and their descriptions.

use crate::definition::Reason;
use crate::state::Color;

/// The end of a game: each side's share of the point, and the reason, custom or predefined.
///
/// ```
/// use ferz::rules::{Rule, RuleContext, RuleEnd};
/// use ferz::state::Color;
///
/// /// A side with more than ten pieces in hand has won.
/// struct Collector;
///
/// impl Rule for Collector {
///     fn end(&self, at: &RuleContext<'_>) -> Option<RuleEnd> {
///         let count = |side: Color| at.hand(side).iter().map(|(_, count)| count).sum::<u16>();
///         let winner = Color::ALL.into_iter().find(|side| count(*side) > 10)?;
///         Some(RuleEnd::win(winner, "collection"))
///     }
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RuleEnd {
    white: f64,
    reason: Reason,
}

impl RuleEnd {
    /// A win for a side.
    pub const fn win(winner: Color, reason: &'static str) -> RuleEnd {
        RuleEnd::of(Some(winner), Reason::Custom(reason))
    }

    /// A draw.
    pub const fn draw(reason: &'static str) -> RuleEnd {
        RuleEnd::of(None, Reason::Custom(reason))
    }

    /// A win for a side, or a draw for `None`, for a predefined reason. The table `rules.scores`
    /// then determines the shares.
    pub const fn of(winner: Option<Color>, reason: Reason) -> RuleEnd {
        let white = match winner {
            Some(Color::White) => 1.0,
            Some(Color::Black) => 0.0,
            None => 0.5,
        };
        RuleEnd { white, reason }
    }

    /// White gets this share of the point, and Black the rest. The share is clamped to 0..=1; NaN counts as a half.
    #[doc(hidden)]
    pub fn shares(white: f64, reason: &'static str) -> RuleEnd {
        let white = if white.is_nan() {
            0.5
        } else {
            white.clamp(0.0, 1.0)
        };
        RuleEnd {
            white,
            reason: Reason::Custom(reason),
        }
    }

    /// The same end with another reason.
    pub(crate) const fn for_reason(self, reason: Reason) -> RuleEnd {
        RuleEnd { reason, ..self }
    }

    /// White's share, before `rules.scores` is applied.
    #[doc(hidden)]
    pub const fn white(&self) -> f64 {
        self.white
    }

    /// The reason of the end.
    #[doc(hidden)]
    pub const fn reason(&self) -> Reason {
        self.reason
    }
}

/// The description of an end of the game on the rules page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndWords {
    /// The predefined reason.
    pub reason: Reason,
    /// A sentence that describes the end.
    pub how: String,
    /// The winner in words, such as `that side`, before `rules.scores` is applied; `None` for a draw.
    pub winner: Option<&'static str>,
    /// The division of the point in words, if neither side wins it all.
    pub divided: Option<String>,
    /// Whether the material decides a draw, in variants that adjudicate draws by material.
    pub by_material: bool,
}

/// The description of an adjudication on the rules page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdjudicationWords {
    /// The predefined reason.
    pub reason: Reason,
    /// The result, in a few words: `by points`.
    pub result: String,
    /// The heading of the section with the details.
    pub heading: String,
    /// A sentence that describes the procedure.
    pub how: String,
    /// The winning conditions with their winners. A condition completes a sentence that begins with
    /// `If`: `a side is ahead`, `it`.
    pub wins: Vec<(String, &'static str)>,
    /// The header and the rows of a table.
    pub table: (Vec<String>, Vec<Vec<String>>),
}
