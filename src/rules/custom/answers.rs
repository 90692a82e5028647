//! Return values of rules.

use std::fmt;
use std::ops::Range;

use crate::definition::{Reason, rule_keys};
use crate::geometry::Square;
use crate::source::{Code, Diagnostic, Span};
use crate::state::{Color, EnPassant, Move};

/// The answer of a rule to whether a piece attacks a square.
///
/// If rules differ, [`Never`](Attack::Never) takes precedence, then [`Also`](Attack::Also).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Attack {
    /// The piece attacks the square if its own moves could capture there.
    #[default]
    AsItMoves,
    /// The piece attacks the square in addition to its own attacks.
    Also,
    /// The piece does not attack the square.
    Never,
}

/// A decision that at most one rule of a variant may make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Decision {
    /// The side that moves next.
    Turn,
    /// The fate of a captured piece.
    Victim,
    /// The fate of a capturing piece.
    Captor,
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Decision::Turn => "who moves next",
            Decision::Victim => "what becomes of a captured piece",
            Decision::Captor => "what becomes of a piece that captures",
        })
    }
}

/// The side that moves next.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NextTurn {
    /// The side.
    pub side: Color,
    /// The pieces that it may capture en passant.
    pub en_passant: Vec<EnPassant>,
}

impl NextTurn {
    /// This side moves next and captures nothing en passant.
    pub const fn of(side: Color) -> NextTurn {
        NextTurn {
            side,
            en_passant: Vec::new(),
        }
    }
}

/// Rules for captures at the midpoint of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Halfway {
    /// The capture at the midpoint is optional.
    Optional,
    /// A move that captures on its target also captures at its midpoint.
    Double,
}

/// A move that is the capture, or starts the series that captures, another piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Threat {
    /// The move.
    pub mv: Move,
    /// The square of the threatened piece.
    pub victim: Square,
}

/// The end of a game: each side's share of the point, and the reason, custom or predefined.
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
    pub const fn white(&self) -> f64 {
        self.white
    }

    /// The reason of the end.
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

/// A warning by a rule about a probable mistake in a definition.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleFinding {
    /// The setting concerned; `None` for the rule as a whole.
    pub setting: Option<String>,
    /// The message: one line, lower case, without a final stop.
    pub message: String,
    /// The remedy.
    pub help: Option<String>,
    /// The suggested replacement of the setting's value.
    pub(super) instead: Option<Box<str>>,
    /// The part of the setting concerned.
    pub(super) part: Part,
}

/// The part of a setting that a finding is about.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) enum Part {
    /// The value.
    #[default]
    Value,
    /// The key.
    Key,
    /// A byte range of the value, which is a text.
    Bytes(Box<(String, Range<usize>)>),
}

/// The place of a finding in a definition.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct SettingPlace {
    /// The path of keys to the setting.
    pub(crate) keys: Vec<String>,
    /// The part of the setting.
    pub(crate) part: Part,
}

impl RuleFinding {
    /// A finding about the rule as a whole.
    pub fn new(message: impl Into<String>) -> RuleFinding {
        RuleFinding {
            setting: None,
            message: message.into(),
            help: None,
            instead: None,
            part: Part::Value,
        }
    }

    /// The same finding about one of the rule's settings.
    pub fn about(mut self, setting: impl Into<String>) -> RuleFinding {
        self.setting = Some(setting.into());
        self
    }

    /// The same finding with a remedy.
    pub fn with_help(mut self, help: impl Into<String>) -> RuleFinding {
        self.help = Some(help.into());
        self
    }

    /// The finding as a diagnostic with a code, and its place.
    #[doc(hidden)]
    pub fn found(self, code: Code, rule: &str) -> (Diagnostic, SettingPlace) {
        let message = format!("`{rule}`: {}", self.message);
        let mut found = Diagnostic::new(code, Span::default(), message);
        found.help = self.help;
        if let Some(instead) = self.instead {
            found = found.with_edit(Span::default(), instead);
        }
        let setting = self.setting.as_deref().unwrap_or_default();
        // A leading dot marks a path of keys from the root of the variant.
        let (rule, setting) = match setting.strip_prefix('.') {
            Some(keys) => (Vec::new(), keys),
            None => (rule_keys(rule), setting),
        };
        let setting = setting.split('.').filter(|key| !key.is_empty());
        let keys = rule.into_iter().chain(setting);
        let place = SettingPlace {
            keys: keys.map(str::to_owned).collect(),
            part: self.part,
        };
        (found, place)
    }
}
