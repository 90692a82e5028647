//! The trait of built-in rules, and their descriptions.

use std::sync::Arc;

use crate::definition::Setting;
use crate::rules::data::{Rule, RuleError};
use crate::rules::settings::RuleSettings;

/// A built-in rule.
pub(crate) trait BuiltinRule: Rule + Sized + 'static {
    /// The key among the rules of a definition.
    const NAME: &'static str;
    /// The name of its FEN field.
    const FIELD: &'static str = Self::NAME;
    /// Whether its FEN field stands before the predefined fields, after the intersections.
    const FIELD_IS_FIRST: bool = false;
    /// The declared settings. Every key that it reads is listed here with its description, which editors show.
    const SETTINGS: Setting;

    /// Reads the settings.
    fn read(settings: &RuleSettings<'_>) -> Result<Self, RuleError>;
}

/// The description of a built-in rule.
pub(crate) struct Builtin {
    /// The key among the rules of a definition.
    pub(crate) name: &'static str,
    /// The name of its FEN field, unless another rule has it.
    pub(crate) field: &'static str,
    /// Whether its FEN field stands before the predefined fields.
    pub(crate) field_is_first: bool,
    /// The declared settings.
    pub(crate) settings: Setting,
    /// The constructor, which reads the settings.
    pub(crate) constructor: Constructor,
}

impl Builtin {
    /// A rule constructed by a function.
    pub(crate) fn reading(
        name: &'static str,
        settings: Setting,
        read: impl Fn(&RuleSettings<'_>) -> Result<Box<dyn Rule>, RuleError> + Send + Sync + 'static,
    ) -> Builtin {
        Builtin {
            name,
            field: name,
            field_is_first: false,
            settings,
            constructor: Arc::new(read),
        }
    }

    pub(crate) fn of<R: BuiltinRule>() -> Builtin {
        Builtin {
            name: R::NAME,
            field: R::FIELD,
            field_is_first: R::FIELD_IS_FIRST,
            settings: R::SETTINGS,
            constructor: Arc::new(|settings| {
                R::read(settings).map(|rule| -> Box<dyn Rule> { Box::new(rule) })
            }),
        }
    }
}

/// The constructor of a rule, which reads its settings.
pub(crate) type Constructor =
    Arc<dyn Fn(&RuleSettings<'_>) -> Result<Box<dyn Rule>, RuleError> + Send + Sync>;
