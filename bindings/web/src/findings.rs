//! Findings about texts, with places in the units of editors and JavaScript.

use serde_json::{Value, json};

use ferz::formats::{Catalog, Format};
use ferz::source::{Diagnostic, Span, codes};
use ferz_designer::lint;

use crate::session::title;
use crate::sessions::rows;

/// The format of a definition, its variants, and all findings.
pub(crate) fn definition(text: &str) -> Value {
    let Some(format) = Format::recognize(text) else {
        let message = "the format of the text is not recognized";
        let finding = Diagnostic::new(codes::UNSUPPORTED_FORMAT, Span::at(0), message);
        return json!({ "format": null, "variants": [], "findings": list(&[finding], text) });
    };
    let read = Catalog::read(text, format);
    let mut found = read.diagnostics;
    if cfg!(feature = "board") {
        found.extend(lint::examine(&read.value, text, format));
    }
    Diagnostic::sort(&mut found);
    let good = read
        .value
        .names()
        .filter(|name| !read.value.is_faulty(name));
    let named = good.map(|name| (name, read.value.get(name).map_or(name, title)));
    json!({
        "format": format.as_str(), "variants": rows(named), "findings": list(&found, text),
    })
}

/// Findings about a text.
pub(crate) fn list(findings: &[Diagnostic], text: &str) -> Value {
    let places = Places::of(text);
    let one = |finding: &Diagnostic| {
        let labels: Vec<Value> = finding
            .labels
            .iter()
            .map(|(span, words)| json!({ "range": places.range(*span), "message": words }))
            .collect();
        let edits: Vec<Value> = finding
            .fix(text)
            .into_iter()
            .map(|edit| json!({ "range": places.range(edit.span), "text": edit.text }))
            .collect();
        json!({
            "code": finding.code.as_str(), "severity": finding.severity.as_str(),
            "message": finding.message, "help": finding.help, "range": places.range(finding.span),
            "labels": labels, "edits": edits,
        })
    };
    findings.iter().map(one).collect()
}

/// Converts bytes of a text to UTF-16 offsets and to lines.
struct Places<'a> {
    text: &'a str,
}

impl<'a> Places<'a> {
    const fn of(text: &'a str) -> Places<'a> {
        Places { text }
    }

    fn place(&self, byte: usize) -> Value {
        let mut byte = byte.min(self.text.len());
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        let before = &self.text[..byte];
        let units = |text: &str| text.encode_utf16().count();
        let line = before.rsplit('\n').next().unwrap_or_default();
        json!({
            "offset": units(before), "line": before.matches('\n').count(), "character": units(line),
        })
    }

    fn range(&self, span: Span) -> Value {
        let range = span.range();
        json!({ "start": self.place(range.start), "end": self.place(range.end) })
    }
}
