//! INI files such as Fairy-Stockfish's `variants.ini`: sections and keys with their places.
//!
//! A line is empty, a comment (`#` or `;` at its start), a header `[name]` or `[name:parent]`, or
//! `key = value`. Anything else is a finding.
//!
//! Fairy-Stockfish's own reader (`VariantMap::parse_istream`) drops the text after the bracket of a header, but it has
//! no comments after a value: the value is the rest of the line. It reads a number and ignores the text after it, does
//! not recognize a word with a comment, and in a piece each letter of the comment that is an atom adds moves. Therefore
//! a comment after a header is dropped, and one after a value is reported.
//!
//! ```
//! # extern crate ferz_syntax as ferz;
//! use ferz::syntax::ini::parse;
//!
//! let file = parse("[mine:chess]\nking = -\n").value;
//! assert_eq!(file[0].parent.as_ref().unwrap().text, "chess");
//! assert_eq!(file[0].entries[0].value.text, "-");
//! ```

use crate::source::{Diagnostic, Parse, Span, codes, without_mark};

/// The largest file that is read, in bytes.
pub const MAX_TEXT: usize = 4 << 20;

/// The characters that begin a comment.
const COMMENT: [char; 2] = ['#', ';'];

/// A text and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The text, without surrounding blanks.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// A `key = value` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The key.
    pub key: Word,
    /// The value; it may be empty.
    pub value: Word,
}

/// A header and the lines below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The name; empty if the header is damaged.
    pub name: Word,
    /// The section it inherits from.
    pub parent: Option<Word>,
    /// The keys in order.
    pub entries: Vec<Entry>,
}

/// Reads a file and reports its errors.
pub fn parse(text: &str) -> Parse<Vec<Section>> {
    let mut sections: Vec<Section> = Vec::new();
    let mut diagnostics = Vec::new();
    if text.len() > MAX_TEXT {
        let message = format!("a file of more than {MAX_TEXT} bytes is not read");
        diagnostics.push(Diagnostic::new(codes::DEFINITION_TOO_LARGE, 0..0, message));
        return Parse {
            value: sections,
            diagnostics,
        };
    }
    let text = without_mark(text);
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let at = start;
        start += line.len();
        let line = line.trim_end();
        let whole = word(line, at);
        if whole.text.is_empty() || whole.text.starts_with(COMMENT) {
            continue;
        }
        if whole.text.starts_with('[') {
            let (section, is_whole) = header(&whole);
            if !is_whole {
                let message = "a header is `[name]` or `[name:parent]`";
                diagnostics.push(Diagnostic::new(codes::INI_SYNTAX, whole.span, message));
            }
            // The lines below a damaged header do not belong to the section above it.
            sections.push(section);
            continue;
        }
        let Some((key, value)) = line.split_once('=') else {
            diagnostics.push(
                Diagnostic::new(
                    codes::INI_SYNTAX,
                    whole.span,
                    "this line is not `key = value`",
                )
                .with_help("begin comments with `#`"),
            );
            continue;
        };
        let mut entry = Entry {
            key: word(key, at),
            value: word(value, at + key.len() + 1),
        };
        diagnostics.extend(drop_comment(&mut entry.value));
        match sections.last_mut() {
            Some(section) => section.entries.push(entry),
            None => diagnostics.push(Diagnostic::new(
                codes::INI_SYNTAX,
                entry.key.span,
                "the key stands before the first section",
            )),
        }
    }
    Parse {
        value: sections,
        diagnostics,
    }
}

/// Reads a header; returns the section and whether the header is well formed.
fn header(line: &Word) -> (Section, bool) {
    let inner = line.text.strip_prefix('[').unwrap_or(&line.text);
    let end = inner.find(']');
    let behind = end.map(|end| inner[end + 1..].trim_start());
    let is_closed = behind.is_some_and(|behind| behind.is_empty() || behind.starts_with(COMMENT));
    let inner = &inner[..end.unwrap_or(inner.len())];
    let at = line.span.start as usize + 1;
    let (name, parent) = match inner.split_once(':') {
        Some((name, parent)) => (name, Some(word(parent, at + name.len() + 1))),
        None => (inner, None),
    };
    let name = word(name, at);
    let is_whole = is_closed && !name.text.is_empty();
    let section = Section {
        name,
        parent,
        entries: Vec::new(),
    };
    (section, is_whole)
}

/// Removes a comment from the end of a value.
fn drop_comment(value: &mut Word) -> Option<Diagnostic> {
    let begins = |(at, _): &(usize, &str)| value.text[..*at].ends_with(char::is_whitespace);
    let (at, _) = value.text.match_indices(COMMENT).find(begins)?;
    let start = value.span.start as usize;
    let place = Span::new(start + at, start + value.text.len());
    let kept = value.text[..at].trim_end().len();
    value.text.truncate(kept);
    value.span = Span::new(start, start + kept);
    let finding = if value.text.parse::<i64>().is_ok() {
        let message = "Fairy-Stockfish ignores this comment only because it follows a number";
        Diagnostic::new(codes::INI_COMMENT_BEHIND_NUMBER, place, message)
    } else {
        let message = "Fairy-Stockfish takes this comment as part of the value";
        Diagnostic::new(codes::INI_COMMENT, place, message)
    };
    Some(finding.with_help("write the comment on a line of its own"))
}

/// A part of the file without the blanks around it.
fn word(part: &str, at: usize) -> Word {
    let text = part.trim();
    let lead = part.len() - part.trim_start().len();
    let start = at + lead.min(part.len());
    Word {
        text: text.to_owned(),
        span: Span::new(start, start + text.len()),
    }
}
