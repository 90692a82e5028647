//! Texts of other notations, recognized by what XBetza cannot read in them.

use crate::source::Diagnostic;

/// Findings that say which other notation a text belongs to. There are some only when the syntax
/// is not XBetza's.
pub(super) fn recognized(_text: &str, _findings: &[Diagnostic]) -> Vec<Diagnostic> {
    Vec::new()
}
