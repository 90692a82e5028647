//! Findings of rules about a definition, with their places.

use std::ops::Range;

use crate::definition::rule_keys;
use crate::source::{Code, Diagnostic, Span};

/// A warning by a rule about a probable mistake in a definition.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleFinding {
    /// The setting concerned; `None` for the rule as a whole.
    #[doc(hidden)]
    pub setting: Option<String>,
    /// The message: one line, lower case, without a final stop.
    #[doc(hidden)]
    pub message: String,
    /// The remedy.
    #[doc(hidden)]
    pub help: Option<String>,
    /// The suggested replacement of the setting's value.
    pub(crate) instead: Option<Box<str>>,
    /// The part of the setting concerned.
    pub(crate) part: Part,
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
