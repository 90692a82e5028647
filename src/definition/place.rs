//! Place of a text inside a file, to locate findings in that text.

use crate::source::{Diagnostic, Span};

/// The place of a text value in its file.
///
/// A move text or a FEN has its own reader, whose findings count bytes from the start of that text.
/// [`TextPlace::locate`] converts them to findings about the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextPlace {
    span: Span,
    inner: Option<u32>,
    is_inherited: bool,
}

impl TextPlace {
    /// The place of `text` at `span` of `file`, with quotes if it has any.
    ///
    /// If the bytes of the file differ from those of the text, for instance because of an escape, only the place as a
    /// whole is known.
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

    /// The place of a text that `span` does not contain literally, such as a composed one.
    pub const fn whole(span: Span) -> Self {
        TextPlace {
            span,
            inner: None,
            is_inherited: false,
        }
    }

    /// The place of a start position that is inherited at `span` from elsewhere.
    pub const fn inherited(span: Span) -> Self {
        TextPlace {
            span,
            inner: None,
            is_inherited: true,
        }
    }

    /// The span of the value in the file, including quotes.
    pub const fn span(self) -> Span {
        self.span
    }

    /// The place of some bytes of the text; the whole place if its bytes differ from those of the file.
    pub(crate) fn span_of(self, bytes: Span) -> Span {
        self.inner
            .map_or(self.span, |start| bytes.shifted(start as usize))
    }

    /// Converts findings about the text to findings about the file. An inherited text gets one finding of each kind.
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

    /// Whether the file contains the text byte for byte.
    pub const fn is_written(self) -> bool {
        self.inner.is_some()
    }

    /// Converts a finding about the text to a finding about the file.
    pub fn locate(self, diagnostic: Diagnostic) -> Diagnostic {
        let mut located = match self.inner {
            Some(start) => diagnostic.shifted(start as usize),
            None => diagnostic.collapsed(self.span),
        };
        if self.is_inherited {
            located.message = format!("in the inherited `start`: {}", located.message);
            located
                .help
                .get_or_insert_with(|| "write a `start` for this variant".to_owned());
        }
        located
    }
}

/// A place in a file as name, line and column.
pub(crate) fn place_in(file: &str, text: &str, span: Span) -> String {
    let before = text.get(..span.range().start).unwrap_or_default();
    let line = before.rfind('\n').map_or(0, |newline| newline + 1);
    let column = 1 + before[line..].chars().count();
    format!("{file}:{}:{column}", 1 + before.matches('\n').count())
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
