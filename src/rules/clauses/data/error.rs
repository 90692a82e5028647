//! Errors in clauses, with their places.

use std::ops::Range;

use crate::definition::clause::ClauseError;
use crate::rules::data::RuleError;
use crate::source::{Code, codes};

/// An error in a clause of a variant.
pub(crate) struct ResolveError {
    pub(crate) code: Code,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
    pub(crate) place: Range<usize>,
}

impl ResolveError {
    /// The error at its byte range in a text, which is the value of some keys.
    pub(crate) fn within(self, text: &str, place: impl Into<String>) -> RuleError {
        let bytes = self.place.clone();
        self.about(place).within(text, bytes)
    }

    /// The error at the value of some keys.
    pub(crate) fn about(self, place: impl Into<String>) -> RuleError {
        let refused = RuleError::with_code(self.code, self.message).about(place);
        self.help.into_iter().fold(refused, RuleError::with_help)
    }
}

impl From<ClauseError> for ResolveError {
    fn from(error: ClauseError) -> ResolveError {
        ResolveError {
            code: codes::BAD_CLAUSE,
            message: error.message,
            help: error.help,
            place: error.place,
        }
    }
}
