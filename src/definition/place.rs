//! Where a text stands inside a file, for findings about the inside of that text.

use crate::source::{Diagnostic, Span};

/// Where a text value stands in the file that holds it.
///
/// A move text or a FEN has a reader of its own, whose findings count bytes from the start of
/// that text. [`TextPlace::locate`] makes them findings about the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextPlace {
    span: Span,
    inner: Option<u32>,
    is_inherited: bool,
}

impl TextPlace {
    /// The place of `text`, which is written at `span` of `file`, with its quotes if it has any.
    ///
    /// Where the bytes of the file are not those of the text, because of an escape for instance,
    /// the place is known only as a whole.
    pub fn new(file: &str, span: Span, text: &str) -> Self {
        let raw = file.get(span.range()).unwrap_or_default();
        let inner = [0, 1, 3].into_iter().find(|quote| {
            raw.len() == text.len() + 2 * quote && raw.get(*quote..quote + text.len()) == Some(text)
        });
        TextPlace {
            span,
            inner: inner.map(|quote| span.start + quote as u32),
            is_inherited: false,
        }
    }

    /// The place of a text that is not written out at `span`, such as one that was put together.
    pub const fn whole(span: Span) -> Self {
        TextPlace {
            span,
            inner: None,
            is_inherited: false,
        }
    }

    /// The place of a start position that is written elsewhere and inherited at `span`.
    pub const fn inherited(span: Span) -> Self {
        TextPlace {
            span,
            inner: None,
            is_inherited: true,
        }
    }

    /// The bytes of the value in the file, quotes included.
    pub const fn span(self) -> Span {
        self.span
    }

    /// The place of some bytes of the text, or of the whole where its bytes are not those of the file.
    pub(super) fn span_of(self, bytes: Span) -> Span {
        self.inner
            .map_or(self.span, |start| bytes.shifted(start as usize))
    }

    /// The findings about the text as findings about the file. Of a text that is written elsewhere
    /// one of each kind is enough.
    pub fn locate_all(self, diagnostics: &[Diagnostic]) -> Vec<Diagnostic> {
        let mut located: Vec<Diagnostic> = Vec::new();
        for diagnostic in diagnostics {
            let is_known = located.iter().any(|other| other.code == diagnostic.code);
            if !self.is_inherited || !is_known {
                located.push(self.locate(diagnostic.clone()));
            }
        }
        located
    }

    /// Whether the text is written out there, byte for byte.
    pub const fn is_written(self) -> bool {
        self.inner.is_some()
    }

    /// A finding about the text as a finding about the file.
    pub fn locate(self, diagnostic: Diagnostic) -> Diagnostic {
        let mut located = match self.inner {
            Some(start) => diagnostic.shifted(start as usize),
            None => diagnostic.collapsed(self.span),
        };
        if self.is_inherited {
            located.message = format!("in the inherited `start`: {}", located.message);
            located
                .help
                .get_or_insert_with(|| "write a `start` of this variant's own".to_owned());
        }
        located
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::codes;

    #[test]
    fn findings_point_into_the_text_where_its_bytes_are_in_the_file() {
        let at = |file: &str, text: &str| {
            let span = Span::new(4, file.len());
            let finding = Diagnostic::new(codes::BAD_ZONE, 1..2, "");
            let found = TextPlace::new(file, span, text).locate(finding).span;
            file[found.range()].to_owned()
        };
        assert_eq!(at("m = 'NWF'", "NWF"), "W");
        assert_eq!(at("m = \"NWF\"", "NWF"), "W");
        assert_eq!(at("m = '''NWF'''", "NWF"), "W");
        assert_eq!(at("m = \"N\\u0057F\"", "NWF"), "\"N\\u0057F\"");
        assert_eq!(at("m = '''\nNWF'''", "NWF"), "'''\nNWF'''");
    }
}
