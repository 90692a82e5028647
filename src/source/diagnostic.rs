//! Findings about a text: a stable code, a place, a message, a remedy.

use super::codes::Code;
use super::span::Span;
use super::suggest::proposed;

/// How much a finding weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing; nothing is wrong.
    Note,
    /// Probably not what was meant; the text can still be used.
    Warning,
    /// The text cannot be used as it stands.
    Error,
}

impl Severity {
    /// The word printed before the code.
    pub const fn as_str(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// A change of a text: what stands at a place gives way to something else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The bytes that go; none where something is only added.
    pub span: Span,
    /// What is written there instead.
    pub text: String,
}

/// One finding, with its place in the text that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Stable identity; see [`Code::explanation`].
    pub code: Code,
    /// Error, warning or note.
    pub severity: Severity,
    /// One line, lower case, without a final stop. The wording is not stable.
    pub message: String,
    /// Where; bytes of the text handed to the reader.
    pub span: Span,
    /// Further places with a word each.
    pub labels: Vec<(Span, String)>,
    /// What to do about it.
    pub help: Option<String>,
    /// The change of the text that does what [`help`](Diagnostic::help) says, where a program can make
    /// it; otherwise nothing. Its parts do not overlap.
    pub edits: Box<[Edit]>,
}

impl Diagnostic {
    /// Puts findings in the order of their places. Those of one place stay as they are.
    pub fn sort(findings: &mut [Diagnostic]) {
        findings.sort_by_key(|finding| finding.span);
    }

    /// A finding with the severity that belongs to the code.
    pub fn new(code: Code, span: impl Into<Span>, message: impl Into<String>) -> Self {
        Diagnostic {
            code,
            severity: code.severity(),
            message: message.into(),
            span: span.into(),
            labels: Vec::new(),
            help: None,
            edits: Box::default(),
        }
    }

    /// The same finding with a remedy.
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same finding with a change of the text, or with one more part of it.
    pub fn with_edit(mut self, span: impl Into<Span>, text: impl Into<String>) -> Self {
        let mut edits = self.edits.into_vec();
        edits.push(Edit {
            span: span.into(),
            text: text.into(),
        });
        self.edits = edits.into();
        self
    }

    /// The change that mends the finding in the text that was read: what [`edits`](Diagnostic::edits)
    /// say, or the word that is meant for another one.
    pub fn fix(&self, text: &str) -> Vec<Edit> {
        if !self.edits.is_empty() {
            return self.edits.to_vec();
        }
        let meant = || {
            let written = text.get(self.span.range())?;
            let word = written.trim_matches(['\'', '"']);
            let meant = proposed(self.help.as_deref()?, word)?;
            let start = self.span.range().start + written.find(word)?;
            Some(Edit {
                span: Span::new(start, start + word.len()),
                text: meant.to_owned(),
            })
        };
        meant().into_iter().collect()
    }

    /// The text with [its change](Diagnostic::fix); nothing if there is none.
    ///
    /// ```
    /// use ferz::movement::Movement;
    ///
    /// let findings = Movement::new("[F?R").unwrap_err();
    /// assert_eq!(findings[0].mended("[F?R").as_deref(), Some("[F?R]"));
    /// ```
    pub fn mended(&self, text: &str) -> Option<String> {
        let mut edits = self.fix(text);
        edits.sort_by_key(|edit| edit.span);
        edits.first()?;
        let mut mended = String::new();
        let mut at = 0;
        for edit in edits {
            let range = edit.span.range();
            mended.push_str(text.get(at..range.start)?);
            mended.push_str(&edit.text);
            at = range.end;
        }
        mended.push_str(text.get(at..)?);
        Some(mended)
    }

    /// The same finding with one more place.
    pub fn with_label(mut self, span: impl Into<Span>, text: impl Into<String>) -> Self {
        self.labels.push((span.into(), text.into()));
        self
    }

    /// The same finding as seen from an enclosing text.
    pub fn shifted(mut self, offset: usize) -> Self {
        self.span = self.span.shifted(offset);
        for (span, _) in &mut self.labels {
            *span = span.shifted(offset);
        }
        for edit in &mut *self.edits {
            edit.span = edit.span.shifted(offset);
        }
        self
    }

    /// The same finding with every place replaced by `span`: for texts whose bytes do not
    /// correspond one to one with the enclosing file.
    pub fn collapsed(mut self, span: Span) -> Self {
        self.span = span;
        self.labels.clear();
        self.edits = Box::default();
        self
    }

    /// Whether the severity is [`Severity::Error`].
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// What a tolerant reader returns: the best value it could make, and everything it found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parse<T> {
    /// The value; usable when there are no errors.
    pub value: T,
    /// The findings, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

impl<T> Parse<T> {
    /// A value without findings.
    pub fn clean(value: T) -> Self {
        Parse {
            value,
            diagnostics: Vec::new(),
        }
    }

    /// Whether any finding is an error.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// The value, or the findings when one of them is an error. Warnings are dropped on success.
    pub fn into_result(self) -> Result<T, Vec<Diagnostic>> {
        if self.has_errors() {
            Err(self.diagnostics)
        } else {
            Ok(self.value)
        }
    }

    /// Applies `f` to the value and keeps the findings.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Parse<U> {
        Parse {
            value: f(self.value),
            diagnostics: self.diagnostics,
        }
    }
}
