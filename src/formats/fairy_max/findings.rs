//! Findings about a game.

use crate::source::{Code, Diagnostic, Span};

/// The findings about a game.
pub(super) struct Findings {
    pub(super) list: Vec<Diagnostic>,
    /// The remaining budget of generated paths.
    pub(super) work: usize,
}

impl Findings {
    pub(super) fn report(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.list.push(Diagnostic::new(code, span, message));
    }

    pub(super) fn report_with_help(
        &mut self,
        code: Code,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.list
            .push(Diagnostic::new(code, span, message).with_help(help));
    }
}
