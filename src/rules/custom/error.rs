//! What a rule says of settings from which it cannot be made.

use std::fmt;

use crate::definition::rule_keys;
use crate::source::{Code, Diagnostic, Span, codes};

/// Why a rule cannot be made from its settings.
///
/// It becomes a finding at the setting, or at the rule's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleError {
    code: Code,
    setting: Option<String>,
    message: String,
    help: Option<String>,
}

impl RuleError {
    /// An error about the rule as a whole: one line, lower case, without a final stop.
    pub fn new(message: impl Into<String>) -> RuleError {
        RuleError::with_code(codes::RULE_REFUSED, message)
    }

    pub(in crate::rules) fn with_code(code: Code, message: impl Into<String>) -> RuleError {
        RuleError {
            code,
            setting: None,
            message: message.into(),
            help: None,
        }
    }

    /// The same error about one of the settings. Behind a point follows a key of an inner table.
    pub fn about(mut self, setting: impl Into<String>) -> RuleError {
        self.setting = Some(setting.into());
        self
    }

    /// The same error with a remedy.
    pub fn with_help(mut self, help: impl Into<String>) -> RuleError {
        self.help = Some(help.into());
        self
    }

    /// The finding, and the keys that lead to its place.
    pub(super) fn found(self, rule: &str) -> (Diagnostic, Vec<String>) {
        let message = format!("`{rule}`: {}", self.message);
        let mut finding = Diagnostic::new(self.code, Span::default(), message);
        finding.help = self.help;
        let mut keys: Vec<String> = rule_keys(rule).into_iter().map(str::to_owned).collect();
        if let Some(setting) = self.setting {
            keys.extend(setting.split('.').map(str::to_owned));
        }
        (finding, keys)
    }
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for RuleError {}
