//! Findings as JSON.

use serde_json::{Value, json};

use super::report;
use ferz::source::{Diagnostic, Span};

/// A finding about a text, with its places, and the edits that remedy it.
pub(super) fn finding_json(text: &str, finding: &Diagnostic) -> Value {
    let with_text = |span: Span, words: &str| {
        let mut value = place(text, span);
        value["text"] = json!(words);
        value
    };
    let labels = finding.labels.iter();
    let labels: Vec<Value> = labels
        .map(|(span, words)| with_text(*span, words))
        .collect();
    let edits = finding.fix(text).into_iter();
    let edits: Vec<Value> = edits.map(|edit| with_text(edit.span, &edit.text)).collect();
    json!({
        "severity": finding.severity.as_str(),
        "code": finding.code.as_str(),
        "message": finding.message,
        "help": finding.help,
        "place": place(text, finding.span),
        "labels": labels,
        "edits": edits,
    })
}

fn place(text: &str, span: Span) -> Value {
    json!({ "start": position(text, span.start), "end": position(text, span.end) })
}

/// A place as line and column from 1, with columns in characters, and as a byte offset.
fn position(text: &str, at: u32) -> Value {
    let before = &text[..report::floor(text, at as usize)];
    let line = before.rfind('\n').map_or(0, |newline| newline + 1);
    json!({
        "line": before.matches('\n').count() + 1,
        "column": before[line..].chars().count() + 1,
        "offset": before.len(),
    })
}
