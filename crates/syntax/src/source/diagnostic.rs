//! Findings about a text: a stable code, a place, a message and a help text.

use std::fmt;
use std::ops::Range;

use super::suggest::proposed;

/// The severity of a finding.
///
/// It is exhaustive: the letter of a [`Code`] is E, W or N. [`Diagnostic`] has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Information without a fault.
    Note,
    /// The text is usable, but probably not as intended.
    Warning,
    /// The text is not usable.
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

/// A replacement of a part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The bytes to replace; empty for an insertion.
    pub span: Span,
    /// The replacement.
    pub text: String,
}

/// One finding, with its place in the text that was read.
///
/// The struct is exhaustive so that `Diagnostic { message, ..finding }` works; a later version may have more fields.
///
/// ```
/// # extern crate ferz_syntax as ferz;
/// use ferz::Movement;
///
/// let text = "fN+W";
/// let finding = &Movement::new(text).unwrap_err()[0];
/// assert_eq!(finding.code.as_str(), "E0101");
/// assert_eq!(&text[finding.span.range()], "+");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The stable code.
    pub code: Code,
    /// Error, warning or note.
    pub severity: Severity,
    /// One line, lower case, without a final stop. The wording is not stable.
    pub message: String,
    /// The place, in bytes of the text.
    pub span: Span,
    /// Further places with descriptions.
    pub labels: Vec<(Span, String)>,
    /// The remedy.
    pub help: Option<String>,
    /// The edits that apply [`help`](Diagnostic::help), if it can be applied automatically;
    /// otherwise empty. They do not overlap.
    #[doc(hidden)]
    pub edits: Box<[Edit]>,
}

impl Diagnostic {
    /// Sorts findings by place. The sort is stable.
    #[doc(hidden)]
    pub fn sort(findings: &mut [Diagnostic]) {
        Diagnostic::sort_by(findings, |finding| finding.span);
    }

    /// Sorts findings by a place. The sort is stable, and compiled once for all places.
    #[doc(hidden)]
    pub fn sort_by(findings: &mut [Diagnostic], place: fn(&Diagnostic) -> Span) {
        findings.sort_by_key(place);
    }

    /// A finding with the severity of its code.
    #[doc(hidden)]
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

    /// Adds a help text.
    #[doc(hidden)]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds an edit.
    #[doc(hidden)]
    pub fn with_edit(mut self, span: impl Into<Span>, text: impl Into<String>) -> Self {
        let mut edits = self.edits.into_vec();
        edits.push(Edit {
            span: span.into(),
            text: text.into(),
        });
        self.edits = edits.into();
        self
    }

    /// The edits that fix the finding in its text: [`edits`](Diagnostic::edits), or the replacement of a word by the
    /// suggested one.
    #[doc(hidden)]
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

    /// The text with [its edits](Diagnostic::fix) applied; `None` if there are none.
    ///
    /// ```
    /// # extern crate ferz_syntax as ferz;
    /// use ferz::Movement;
    ///
    /// let findings = Movement::new("[F?R").unwrap_err();
    /// assert_eq!(findings[0].mended("[F?R").as_deref(), Some("[F?R]"));
    /// ```
    #[doc(hidden)]
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

    /// Adds a labeled place.
    #[doc(hidden)]
    pub fn with_label(mut self, span: impl Into<Span>, text: impl Into<String>) -> Self {
        self.labels.push((span.into(), text.into()));
        self
    }

    /// The finding with its places relative to an enclosing text.
    #[doc(hidden)]
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

    /// The finding with every place replaced by `span`, for texts whose bytes do not correspond to those of the
    /// enclosing file.
    #[doc(hidden)]
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

/// The result of an error-tolerant reader: a value and all findings.
///
/// It is exhaustive: a reader returns nothing but a value and findings.
///
/// ```
/// # extern crate ferz_syntax as ferz;
/// use ferz::Movement;
/// use ferz::movement::Dialect;
///
/// // Errors leave the readable part.
/// let read = Movement::read("fN+W", Dialect::XBetza);
/// assert!(read.has_errors());
/// assert!(!read.value.is_empty());
/// assert!(read.into_result().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parse<T> {
    /// The value; usable if there are no errors.
    pub value: T,
    /// The findings, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

impl<T> Parse<T> {
    /// A value without findings.
    #[doc(hidden)]
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

    /// The value, or the findings if one of them is an error. Warnings are dropped on success.
    pub fn into_result(self) -> Result<T, Vec<Diagnostic>> {
        if self.has_errors() {
            Err(self.diagnostics)
        } else {
            Ok(self.value)
        }
    }

    /// Applies `f` to the value and keeps the findings.
    #[doc(hidden)]
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Parse<U> {
        Parse {
            value: f(self.value),
            diagnostics: self.diagnostics,
        }
    }
}

/// The stable code of a kind of finding, such as `E0102`.
///
/// The page `docs/codes.md` lists all codes. A code is never reused and never changes its meaning.
///
/// ```
/// # extern crate ferz_syntax as ferz;
/// use ferz::Movement;
///
/// let findings = Movement::new("fN+W").unwrap_err();
/// let code = findings[0].code;
/// assert_eq!(code.as_str(), "E0101");
/// assert_eq!(code.title(), "A character that no notation uses");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(&'static str);

impl Code {
    /// A code of the register.
    pub(super) const fn new(text: &'static str) -> Code {
        Code(text)
    }

    /// The code as text.
    pub const fn as_str(self) -> &'static str {
        self.0
    }

    /// The severity for the code's letter.
    #[doc(hidden)]
    pub const fn severity(self) -> Severity {
        match self.0.as_bytes()[0] {
            b'E' => Severity::Error,
            b'W' => Severity::Warning,
            _ => Severity::Note,
        }
    }

    /// Whether the code concerns the syntax of a move description and not its meaning.
    #[doc(hidden)]
    pub fn is_of_spelling(self) -> bool {
        self.0.starts_with("E01")
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// A half-open range of bytes in one text.
///
/// Spans are relative to the text they were made from.
///
/// It is exhaustive, as a pair of numbers. [`Diagnostic`](super::Diagnostic) has an example.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span of bytes `start..end`.
    #[doc(hidden)]
    pub const fn new(start: usize, end: usize) -> Self {
        Span {
            start: start as u32,
            end: end as u32,
        }
    }

    /// An empty span at `offset`.
    #[doc(hidden)]
    pub const fn at(offset: usize) -> Self {
        Span::new(offset, offset)
    }

    /// The smallest span that contains both.
    #[doc(hidden)]
    pub fn to(self, other: Span) -> Span {
        Span {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// The span relative to a text in which this one begins at `offset`.
    #[doc(hidden)]
    pub const fn shifted(self, offset: usize) -> Span {
        Span {
            start: self.start + offset as u32,
            end: self.end + offset as u32,
        }
    }

    /// The span as a range of byte indices.
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Length in bytes.
    #[doc(hidden)]
    pub const fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether the span is empty.
    #[doc(hidden)]
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }
}

#[doc(hidden)]
impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        Span::new(range.start, range.end)
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}
