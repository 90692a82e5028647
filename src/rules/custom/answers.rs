//! What rules answer, where that is more than a number or a move.

use std::fmt;
use std::ops::Range;

use crate::definition::{Reason, rule_keys};
use crate::geometry::Square;
use crate::source::{Code, Diagnostic, Span};
use crate::state::{Color, EnPassant, Move};

/// What a rule says about the attack of a piece on a square.
///
/// Where several rules differ, [`Never`](Attack::Never) counts most and
/// [`AsItMoves`](Attack::AsItMoves) least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Attack {
    /// It attacks what it could capture by its moves.
    #[default]
    AsItMoves,
    /// It attacks the square in any case.
    Also,
    /// It does not attack the square in any case.
    Never,
}

/// What only one rule of a variant can decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Decision {
    /// Who moves next.
    Turn,
    /// What becomes of a captured piece.
    Victim,
    /// What becomes of a piece that captures.
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

/// Who moves next.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NextTurn {
    /// The side.
    pub side: Color,
    /// The pieces that it may capture en passant.
    pub en_passant: Vec<EnPassant>,
}

impl NextTurn {
    /// This side, which captures nothing en passant.
    pub const fn of(side: Color) -> NextTurn {
        NextTurn {
            side,
            en_passant: Vec::new(),
        }
    }
}

/// What becomes of captures halfway along moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Halfway {
    /// A move may leave alone what it could capture halfway.
    Optional,
    /// A move that captures where it ends captures halfway as well.
    Double,
}

/// A move by which a piece could begin to capture another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Threat {
    /// The move.
    pub mv: Move,
    /// Where the other piece stands.
    pub victim: Square,
}

/// An end of the game: each side's share of one point, and the reason, which is a word of the rule's own
/// or one of the format.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RuleEnd {
    white: f64,
    reason: Reason,
}

impl RuleEnd {
    /// The side wins.
    pub const fn win(winner: Color, reason: &'static str) -> RuleEnd {
        RuleEnd::of(Some(winner), Reason::Custom(reason))
    }

    /// Nobody wins.
    pub const fn draw(reason: &'static str) -> RuleEnd {
        RuleEnd::of(None, Reason::Custom(reason))
    }

    /// The side wins, or nobody, for a reason of the format: then the table `rules.scores` says what
    /// that is worth.
    pub const fn of(winner: Option<Color>, reason: Reason) -> RuleEnd {
        let white = match winner {
            Some(Color::White) => 1.0,
            Some(Color::Black) => 0.0,
            None => 0.5,
        };
        RuleEnd { white, reason }
    }

    /// White gets this share of the point, and Black the rest. What is not between 0 and 1 counts as
    /// the nearer of them, and what is no number as half.
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

    /// The same end for another reason.
    pub(crate) const fn for_reason(self, reason: Reason) -> RuleEnd {
        RuleEnd { reason, ..self }
    }

    /// White's share, before `rules.scores` has a say.
    pub const fn white(&self) -> f64 {
        self.white
    }

    /// Why.
    pub const fn reason(&self) -> Reason {
        self.reason
    }
}

/// An end of the game for the rules page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndWords {
    /// The reason of the format.
    pub reason: Reason,
    /// How the game ends, as a sentence.
    pub how: String,
    /// Who wins if `rules.scores` says nothing else, such as `that side`; nobody if there is none.
    pub winner: Option<&'static str>,
    /// How the point is divided, where nobody wins it.
    pub divided: Option<String>,
    /// Whether the material decides where nobody wins, if that is so of draws in the variant.
    pub by_material: bool,
}

/// How games are settled that their course ends, for the rules page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CourseWords {
    /// The reason of the format.
    pub reason: Reason,
    /// The result, in a few words: `by points`.
    pub result: String,
    /// The heading of the section that says more.
    pub heading: String,
    /// What is done, as a sentence.
    pub how: String,
    /// When a side wins by it, each as the rest of a sentence that begins with `If`, with the winner:
    /// `a side is ahead`, `it`.
    pub wins: Vec<(String, &'static str)>,
    /// The heads of a table, and its rows.
    pub table: (Vec<String>, Vec<Vec<String>>),
}

/// Something that is probably not meant in a definition, found by a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleFinding {
    /// The setting of the rule that it is about, if it is about one.
    pub setting: Option<String>,
    /// One line, lower case, without a final stop.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// What to write instead of the value of the setting.
    pub(super) instead: Option<Box<str>>,
    /// What of the setting it is about.
    pub(super) part: Part,
}

/// What of a setting a finding is about.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) enum Part {
    /// Its value.
    #[default]
    Value,
    /// Its key.
    Key,
    /// Some bytes of its value, which is a text.
    Bytes(Box<(String, Range<usize>)>),
}

/// Where in a definition a finding about a rule belongs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SettingPlace {
    /// The keys that lead to the setting.
    pub(crate) keys: Vec<String>,
    /// What of it is meant.
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

    /// What is said of it by a code, and its place.
    pub(crate) fn found(self, code: Code, rule: &str) -> (Diagnostic, SettingPlace) {
        let message = format!("`{rule}`: {}", self.message);
        let mut found = Diagnostic::new(code, Span::default(), message);
        found.help = self.help;
        if let Some(instead) = self.instead {
            found = found.with_edit(Span::default(), instead);
        }
        let setting = self.setting.as_deref().unwrap_or_default();
        // Behind a point at the start stand keys of the variant.
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
