//! Findings of rules about a definition, and errors in settings.

use std::fmt;
use std::ops::Range;

use crate::definition::{ONLY_SETTING, rule_keys};
use crate::source::{Code, Diagnostic, Span, codes};

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
        let setting = self.setting.as_deref().unwrap_or_default();
        // A message about a rule of the library has the name of that rule.
        let keys = setting.strip_prefix(".library.").unwrap_or(setting);
        let subject = match keys.split('.').next() {
            Some(name) if rule == "use" && !["", ONLY_SETTING].contains(&name) => name,
            _ => rule,
        };
        let message = if self.message.starts_with(&format!("`{subject}` ")) {
            self.message
        } else {
            format!("`{subject}`: {}", self.message)
        };
        let mut found = Diagnostic::new(code, Span::default(), message);
        found.help = self.help;
        if let Some(instead) = self.instead {
            found = found.with_edit(Span::default(), instead);
        }
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

/// The reason why a rule cannot be made from its settings.
///
/// It becomes a diagnostic at the setting or at the name of the rule.
///
/// ```
/// use ferz::formats::Format;
/// use ferz::rules::{Rule, RuleError, RuleRegistry};
/// use ferz::{Catalog, Variant};
///
/// struct Storm(i32);
/// impl Rule for Storm {}
///
/// let mut registry = RuleRegistry::new();
/// registry.register("storm", |settings| {
///     let every = settings.whole("every", 1, 100)?;
///     every.map(Storm).ok_or_else(|| RuleError::new("how often?").with_help("write `every = 7`"))
/// }).unwrap();
/// let compile = |rule: &str| {
///     let text = format!("name = 'mine'\ninherits = 'chess'\nrules.custom.storm = {rule}");
///     let catalog = Catalog::read(&text, Format::Toml).value;
///     Variant::builder(catalog.get("mine").unwrap()).rules(&registry).compile()
/// };
/// assert!(compile("{ every = 7 }").is_ok());
/// assert!(compile("{ every = 700 }").is_err());
/// assert!(compile("{}").is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleError {
    code: Code,
    finding: RuleFinding,
}

impl RuleError {
    /// An error about the rule as a whole; the message is one line, lower case, without a final stop.
    pub fn new(message: impl Into<String>) -> RuleError {
        RuleError::with_code(codes::RULE_REFUSED, message)
    }

    pub(crate) fn with_code(code: Code, message: impl Into<String>) -> RuleError {
        let finding = RuleFinding::new(message);
        RuleError { code, finding }
    }

    /// An error about a missing key, with a remedy.
    pub(crate) fn missing(message: &str, help: &str) -> RuleError {
        RuleError::with_code(codes::MISSING_KEY, message).with_help(help)
    }

    /// The same error about one of the settings; a dot separates the keys of inner tables.
    pub fn about(mut self, setting: impl Into<String>) -> RuleError {
        self.finding = self.finding.about(setting);
        self
    }

    /// The same error with a remedy.
    pub fn with_help(mut self, help: impl Into<String>) -> RuleError {
        self.finding = self.finding.with_help(help);
        self
    }

    /// The remedy.
    pub(crate) fn help(&self) -> Option<&str> {
        self.finding.help.as_deref()
    }

    /// The same error with a suggested value.
    pub(crate) fn meaning(mut self, instead: String) -> RuleError {
        self.finding = self.finding.with_help(format!("write `{instead}`"));
        self.finding.instead = Some(instead.into());
        self
    }

    /// The same error about the key of the setting.
    pub(crate) fn at_key(mut self) -> RuleError {
        self.finding.part = Part::Key;
        self
    }

    /// The same error about a byte range of the setting, which is a text.
    pub(crate) fn within(mut self, text: &str, bytes: Range<usize>) -> RuleError {
        self.finding.part = Part::Bytes(Box::new((text.to_owned(), bytes)));
        self
    }

    /// The first key of the path to the setting concerned.
    pub(crate) fn setting(&self) -> Option<&str> {
        self.finding.setting.as_deref()?.split('.').next()
    }

    /// Whether the error concerns the value of a setting alone, independently of other settings.
    pub(crate) fn is_of_value(&self) -> bool {
        let by_others = [
            codes::RULE_REFUSED,
            codes::RULES_CONTRADICT,
            codes::MISSING_KEY,
        ];
        !by_others.contains(&self.code)
    }

    /// The error as a diagnostic, with its place.
    pub(crate) fn found(self, rule: &str) -> (Diagnostic, SettingPlace) {
        self.finding.found(self.code, rule)
    }
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.finding.message)
    }
}

impl std::error::Error for RuleError {}
