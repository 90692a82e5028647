//! Syntax errors of TOML files, with what to write instead.

use std::collections::BTreeSet;

use crate::source::{Diagnostic, Span, codes};

/// Help texts for messages of the TOML reader. The first match applies.
const REMEDIES: [(&[&str], &str); 14] = [
    (
        &["duplicate key"],
        "keep one of the two, or give one another name",
    ),
    (
        &["cannot extend value of type inline table"],
        "a table in braces is complete: write the key between its braces, or write the table as separate lines below \
         `[…]`",
    ),
    (
        &["cannot extend value of type array"],
        "the key already has a list: write the new item between its brackets",
    ),
    (
        &["cannot extend value"],
        "the key already has a value that is not a table: write a table there, `key = { … }`, or delete the value",
    ),
    (&["must be quoted"], "write texts in quotes: `'…'`"),
    (
        &["opening quote", "string", "escape", "unicode"],
        "begin and end a text with the same quote on the same line: `'…'`; a backslash has no special meaning there",
    ),
    (
        &["unquoted key"],
        "a key has letters, digits, `-` and `_`; write other keys in quotes",
    ),
    (&["unclosed array table"], "close the name with `]]`"),
    (&["unclosed table"], "close the name with `]`"),
    (&["unclosed array"], "close the list with `]`"),
    (&["unclosed inline table"], "close the table with `}`"),
    (
        &["comma"],
        "write one comma between two values of a list or a table, and no other commas",
    ),
    (
        &["no value", "missing value", "`=`", "missing key"],
        "write `key = value`, one on each line",
    ),
    (
        &[
            "number",
            "digit",
            "zero",
            "sign",
            "radix",
            "float",
            "boolean",
            "date",
            "invalid value",
        ],
        "write a text in quotes, a number such as `3` or `0.5`, `true` or `false`, a list in brackets, or a table in \
         braces",
    ),
];

/// The help text for a message of the TOML reader.
fn remedy(message: &str) -> &'static str {
    let mut known = REMEDIES.iter();
    let found = known.find(|(signs, _)| signs.iter().any(|sign| message.contains(sign)));
    found.map_or(
        "see https://toml.io for keys, values and tables",
        |(_, help)| help,
    )
}

/// The findings of the TOML reader, at most one per line, because further ones are consequences.
pub(in crate::formats::toml) fn syntax_findings(
    text: &str,
    errors: &[toml::de::Error],
) -> Vec<Diagnostic> {
    let mut lines = BTreeSet::new();
    let mut findings = Vec::new();
    let (mut line, mut known) = (0, 0);
    for error in errors {
        let span = error.span().map_or(Span::at(text.len()), Span::from);
        let at = (span.start as usize).min(text.len());
        // PERF: a line may have many errors, which usually are in order.
        line = match text.get(known..at) {
            Some(between) if !between.contains('\n') => line,
            _ => line_start(text, at),
        };
        known = at;
        if !lines.insert(line) {
            continue;
        }
        let (code, message) = if error.message().contains("duplicate key") {
            let name = text.get(span.range()).unwrap_or_default();
            (
                codes::DUPLICATE_KEY,
                format!("`{name}` is already defined in this table"),
            )
        } else {
            (codes::DEFINITION_SYNTAX, error.message().to_owned())
        };
        let help = remedy(error.message());
        findings.push(Diagnostic::new(code, span, message).with_help(help));
    }
    findings
}

/// The offset of the line that contains a byte.
pub(in crate::formats::toml) fn line_start(text: &str, at: usize) -> usize {
    let head = &text.as_bytes()[..at.min(text.len())];
    head.iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |newline| newline + 1)
}
