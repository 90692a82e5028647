//! The stable codes of diagnostics.

use std::fmt;

use super::diagnostic::Severity;

/// The stable code of a kind of finding, such as `E0102`.
///
/// The page `docs/codes.md` lists all codes. A code is never reused and never changes its meaning.
///
/// ```
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
