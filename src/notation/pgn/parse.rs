//! Parses the text of one game.

use std::collections::BTreeMap;

use super::{Annotation, Comment, Glyph, Line, MoveNumber, Pgn, PgnLimits, PgnMove, Tag, Word};
use crate::source::{Diagnostic, Parse, Span, codes, without_mark};

/// The greatest nesting of variations that a limit can allow.
const DEEPEST: usize = 1000;

/// Reads the text of one game of any variant; the moves remain words.
///
/// Findings: `E0611` for text that cannot be read, `E0613` for text beyond the limits, `W0614` for a repeated
/// tag, `W0611` for a result within a variation. Everything else is in the value.
pub fn read_pgn(text: &str, limits: PgnLimits) -> Parse<Pgn> {
    let text = without_mark(text);
    let mut end = text.len().min(limits.game_bytes);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let mut reader = Reader {
        text: &text[..end],
        at: 0,
        findings: Vec::new(),
        limits,
        pgn: Pgn::default(),
        line_end: 0,
        first_tags: BTreeMap::new(),
        open: Vec::new(),
        too_deep: 0,
        number: None,
    };
    reader.tags();
    reader.moves();
    let Reader {
        mut findings, pgn, ..
    } = reader;
    if end < text.len() {
        let message = format!("the game is longer than {} bytes", limits.game_bytes);
        findings.push(Diagnostic::new(codes::PGN_LIMIT, Span::at(end), message));
    }
    Parse {
        value: pgn,
        diagnostics: findings,
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    findings: Vec<Diagnostic>,
    limits: PgnLimits,
    pgn: Pgn,
    /// The end of the line that was looked up last.
    line_end: usize,
    /// The place of the value of the first tag with each name.
    first_tags: BTreeMap<&'a str, Span>,
    /// Open variations, with the places of their parentheses.
    open: Vec<(Line, usize)>,
    /// The number of open variations that are left out.
    too_deep: usize,
    /// The number before the next move.
    number: Option<MoveNumber>,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn find(&mut self, finding: Diagnostic) {
        if self.findings.len() + 1 < self.limits.findings {
            self.findings.push(finding);
        } else if self.findings.len() < self.limits.findings {
            let message = "more findings about this game are not listed";
            let more = Diagnostic::new(codes::PGN_LIMIT, finding.span, message);
            self.findings.push(more);
        }
    }

    fn fault(&mut self, start: usize, end: usize, message: &str) -> Diagnostic {
        Diagnostic::new(codes::RECORD_SYNTAX, Span::new(start, end), message)
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Takes the rest of the line, without blanks at its end.
    fn line(&mut self) -> &'a str {
        // PERF: a line of many tags is taken once for each tag, but its end is searched only once.
        if self.at >= self.line_end {
            let line = self.rest().lines().next().unwrap_or_default();
            self.line_end = self.at + line.trim_end().len();
        }
        let line = &self.text[self.at..self.line_end];
        self.at = self.line_end;
        line
    }

    /// Whether the rest of the line begins with a tag.
    fn begins_tag(&self) -> bool {
        let line = self.rest().lines().next();
        line.is_some_and(|line| tag_parts(line).is_some())
    }

    /// Whether the reader is at the start of a line.
    fn is_at_line_start(&self) -> bool {
        self.at == 0 || self.text[..self.at].ends_with('\n')
    }

    /// Reads the tags, and comments among them.
    fn tags(&mut self) {
        loop {
            self.skip_blanks();
            let rest = self.rest();
            if rest.starts_with('[') {
                self.tag();
            } else if rest.starts_with('{') {
                self.comment();
            } else if rest.starts_with('%') && self.is_at_line_start() || rest.starts_with(';') {
                self.line_comment();
            } else {
                return;
            }
        }
    }

    fn tag(&mut self) {
        let start = self.at;
        let line = self.line();
        let Some((name, value, length)) = tag_parts(line) else {
            let finding = self.fault(start, start + line.len(), "this is not a tag");
            self.find(finding.with_help("write a tag as a line such as `[Variant \"chess\"]`"));
            return;
        };
        // A line can have several tags.
        self.at = start + length;
        let from = start + value.start;
        let span = Span::new(from, start + value.end);
        // PERF: a search among all tags for each tag would be quadratic.
        let first = *self.first_tags.entry(name).or_insert(span);
        if first != span {
            let message = format!("the tag `{name}` occurs twice");
            let finding = Diagnostic::new(codes::PGN_REPEATED_TAG, span, message);
            self.find(finding.with_label(first, "the first one is used"));
        }
        let text = line[value].replace("\\\"", "\"").replace("\\\\", "\\");
        let text = match name {
            "Result" => usual_result(&text).to_owned(),
            _ => text,
        };
        self.pgn.tags.push(Tag {
            name: name.to_owned(),
            value: Word { text, span },
        });
    }

    /// Attaches an annotation to the last move of the innermost line, or to the start of that line.
    fn annotate(&mut self, annotation: Annotation) {
        if self.too_deep > 0 {
            return;
        }
        let line = match self.open.last_mut() {
            Some((line, _)) => line,
            None => &mut self.pgn.line,
        };
        match line.moves.last_mut() {
            Some(mv) => mv.annotations.push(annotation),
            None => line.before.push(annotation),
        }
    }

    fn line_comment(&mut self) {
        let text = self.line()[1..].trim().to_owned();
        self.annotate(Annotation::Comment(Comment { text }));
    }

    fn moves(&mut self) {
        loop {
            self.skip_blanks();
            let rest = self.rest();
            let Some(first) = rest.chars().next() else {
                break;
            };
            match first {
                '{' => self.comment(),
                ';' => self.line_comment(),
                '%' if self.is_at_line_start() => self.line_comment(),
                '(' => self.begin_variation(),
                ')' => self.end_variation(),
                '[' if self.is_at_line_start() && self.begins_tag() => {
                    let message = "another game begins here; only one is read";
                    let finding = self.fault(self.at, self.at + 1, message);
                    self.find(finding);
                    break;
                }
                _ => {
                    if !self.word() {
                        break;
                    }
                }
            }
        }
        // Only the outermost open variation is reported; all are kept.
        if let Some((_, at)) = self.open.first() {
            let finding = self.fault(*at, *at + 1, "this variation is not closed");
            self.find(finding.with_help("write `)` after it"));
        }
        self.too_deep = 0;
        while let Some((line, _)) = self.open.pop() {
            self.annotate(Annotation::Variation(line));
        }
    }

    fn comment(&mut self) {
        let start = self.at;
        let inner = &self.rest()[1..];
        let (text, length) = if let Some(end) = inner.find('}') {
            (&inner[..end], end + 2)
        } else {
            let finding = self.fault(start, start + 1, "this comment is not closed");
            self.find(finding.with_help("write `}` after it"));
            (inner, inner.len() + 1)
        };
        self.at += length;
        self.annotate(Annotation::Comment(Comment {
            text: unbroken(text),
        }));
    }

    fn begin_variation(&mut self) {
        let start = self.at;
        self.at += 1;
        self.number = None;
        if self.open.len() >= self.limits.variation_depth.min(DEEPEST) {
            if self.too_deep == 0 {
                let message = format!(
                    "variations are read up to depth {}; this one is omitted",
                    self.open.len()
                );
                let place = Span::new(start, start + 1);
                self.find(Diagnostic::new(codes::PGN_LIMIT, place, message));
            }
            self.too_deep += 1;
            return;
        }
        let line = match self.open.last() {
            Some((line, _)) => line,
            None => &self.pgn.line,
        };
        if line.moves.is_empty() {
            let message = "no move precedes this variation";
            let finding = self.fault(start, start + 1, message);
            self.find(finding);
        }
        self.open.push((Line::default(), start));
    }

    fn end_variation(&mut self) {
        let start = self.at;
        self.at += 1;
        self.number = None;
        if self.too_deep > 0 {
            self.too_deep -= 1;
        } else if let Some((line, _)) = self.open.pop() {
            self.annotate(Annotation::Variation(line));
        } else {
            let message = "no variation begins before this `)`";
            let finding = self.fault(start, start + 1, message);
            self.find(finding);
        }
    }

    /// Reads a word: a number, a glyph, a move or the result. Returns whether the game goes on.
    fn word(&mut self) -> bool {
        let start = self.at;
        let word = &self.rest()[..self.word_length()];
        self.at += word.len();
        if let Some(digits) = word.strip_prefix('$') {
            if let Ok(number) = digits.parse() {
                self.annotate(Annotation::Glyph(Glyph(number)));
            } else {
                let message = "a glyph must be a number up to 65535, such as `$1`";
                let finding = self.fault(start, self.at, message);
                self.find(finding);
            }
            return true;
        }
        if let Some(glyph) = Glyph::of_sign(word) {
            self.annotate(Annotation::Glyph(glyph));
            return true;
        }
        // The result of the game may follow variations that are not closed.
        let is_inside = self.is_inside() && !self.rest().trim_start().is_empty();
        if !is_inside && self.is_result(word) {
            self.pgn.result = Some(Word {
                text: usual_result(word).to_owned(),
                span: Span::new(start, self.at),
            });
            return self.behind_result();
        }
        let (number, text) = numbered(word);
        if number.is_some() {
            self.number = number;
        } else if text.len() < word.len() {
            // Dots after a blank belong to the number.
            if let Some(number) = &mut self.number {
                number.is_black = true;
            }
        }
        if text.is_empty() {
            return true;
        }
        let text_start = self.at - text.len();
        // A result at the end of a variation is an error.
        if is_inside && is_result(text) && text != "0-0" {
            let place = Span::new(text_start, self.at);
            let message = "a variation cannot have a result";
            self.find(Diagnostic::new(codes::RECORD_RESULT, place, message));
            return true;
        }
        self.push_move(text, text_start);
        true
    }

    /// The length in bytes of the word at this place.
    fn word_length(&self) -> usize {
        let rest = self.rest();
        let is_inside = self.is_inside();
        // Parentheses can belong to a move, as in `Sg1-g3(Bc1g1)`.
        let mut opened = 0_usize;
        for (at, c) in rest.char_indices() {
            let ends = match c {
                '{' => true,
                '$' => at > 0,
                ';' => at > 0 && begins_comment(&rest[at + 1..]),
                '(' => {
                    let ends = begins_line(&rest[at + 1..]);
                    opened += usize::from(!ends);
                    ends
                }
                ')' if opened > 0 => {
                    opened -= 1;
                    false
                }
                ')' => is_inside,
                c => c.is_whitespace(),
            };
            if ends {
                return at;
            }
        }
        rest.len()
    }

    fn push_move(&mut self, word: &str, start: usize) {
        let number = self.number.take();
        if self.too_deep > 0 {
            return;
        }
        let line = match self.open.last_mut() {
            Some((line, _)) => line,
            None => &mut self.pgn.line,
        };
        // A sign of en passant belongs to the move before it.
        if let ("e.p." | "ep" | "e.p", Some(last)) = (word, line.moves.last_mut()) {
            last.text.push_str(" e.p.");
            return;
        }
        let text = word.trim_end_matches(['!', '?', '‼', '⁇', '⁉', '⁈']);
        let text = if text.is_empty() { word } else { text };
        line.moves.push(PgnMove {
            text: text.to_owned(),
            span: Span::new(start, start + text.len()),
            number,
            annotations: glyphs(&word[text.len()..]).map(Annotation::Glyph).collect(),
        });
    }

    /// Whether a variation is open.
    fn is_inside(&self) -> bool {
        !self.open.is_empty() || self.too_deep > 0
    }

    /// Whether a word is the result. `0-0` is castling, unless the tag `Result` has the same value.
    fn is_result(&self, word: &str) -> bool {
        is_result(word) && (word != "0-0" || self.pgn.tag("Result") == Some("0-0"))
    }

    /// Reads the rest after the result: comments belong to the last move; anything else is an error.
    fn behind_result(&mut self) -> bool {
        loop {
            self.skip_blanks();
            let rest = self.rest();
            if rest.starts_with('{') {
                self.comment();
            } else if rest.starts_with(';') || rest.starts_with('%') && self.is_at_line_start() {
                self.line_comment();
            } else {
                break;
            }
        }
        if self.rest().starts_with('[') && self.is_at_line_start() {
            return true;
        }
        let place = self.word_length().max(1).min(self.rest().len());
        if place > 0 {
            let message = "nothing may follow the result";
            let finding = self.fault(self.at, self.at + place, message);
            let result = self.pgn.result.as_ref().map(|word| word.span);
            let result = result.unwrap_or_default();
            self.find(finding.with_label(result, "the result"));
        }
        false
    }
}

/// The name of the tag at the start of a line, the range of its value, and the length of the tag in bytes.
fn tag_parts(line: &str) -> Option<(&str, std::ops::Range<usize>, usize)> {
    let inner = line.strip_prefix('[')?;
    let name = inner.trim_start();
    let name = &name[..name.find(|c: char| c.is_whitespace() || c == '"')?];
    let quote = line.find('"')?;
    let between = line[1..quote].trim();
    if name.is_empty() || between != name {
        return None;
    }
    // Quotes within the value are not always escaped, so the closing quote is the one before the bracket.
    let mut is_escaped = false;
    for (at, c) in line.char_indices().skip_while(|(at, _)| *at <= quote) {
        if c == '"' && !is_escaped {
            let behind = line[at + 1..].trim_start();
            if behind.starts_with(']') {
                return Some((name, quote + 1..at, line.len() - behind.len() + 1));
            }
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    None
}

/// The longest relocation in parentheses, in characters.
const RELOCATION: usize = 24;

/// Whether a `(` within a word begins a variation, and not the relocation of a move.
fn begins_line(inner: &str) -> bool {
    let mut signs = inner.chars().take(RELOCATION);
    let end = signs.find(|c| c.is_whitespace() || *c == ')');
    end != Some(')') || inner.starts_with(|c: char| c.is_ascii_digit())
}

/// Splits the number off a word: `12.e4`, `12...`, `12`, `…e5`.
fn numbered(word: &str) -> (Option<MoveNumber>, &str) {
    let behind = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = &word[..word.len() - behind.len()];
    let text = behind.trim_start_matches(['.', '…']);
    let dots = &behind[..behind.len() - text.len()];
    let is_null = word == "0000";
    if is_null || dots.is_empty() && (digits.is_empty() || !text.is_empty()) {
        return (None, word);
    }
    let is_black = dots.len() > 1;
    let number = digits
        .parse()
        .ok()
        .map(|number| MoveNumber { number, is_black });
    (number, text)
}

/// The glyphs of signs that follow a move without blanks: `!?` is one, `!!!` is two.
fn glyphs(signs: &str) -> impl Iterator<Item = Glyph> {
    let mut rest = signs;
    std::iter::from_fn(move || {
        let mut ends = rest.char_indices().map(|(at, c)| at + c.len_utf8());
        let (one, two) = (ends.next()?, ends.next());
        let pair = two.and_then(|end| Some((Glyph::of_sign(&rest[..end])?, end)));
        let (glyph, end) = pair.or_else(|| Some((Glyph::of_sign(&rest[..one])?, one)))?;
        rest = &rest[end..];
        Some(glyph)
    })
}

/// Whether a `;` within a word begins a comment, and not the squares of other pieces, as in `b1c1;a1`.
fn begins_comment(behind: &str) -> bool {
    let word = behind.split(char::is_whitespace).next();
    !word.is_some_and(|word| word.contains(|char: char| char.is_ascii_digit()))
}

/// Joins the lines of a text with blanks.
fn unbroken(text: &str) -> String {
    let mut lines = text.split('\n').map(str::trim);
    let mut whole = lines.next().unwrap_or_default().to_owned();
    for line in lines.filter(|line| !line.is_empty()) {
        if !whole.is_empty() {
            whole.push(' ');
        }
        whole.push_str(line);
    }
    whole
}

/// Whether a word is a result.
pub(super) fn is_result(word: &str) -> bool {
    word == "*" || shares(word).is_some()
}

/// Whether a text is a result as it is written, such as `1/2-1/2`.
#[doc(hidden)]
pub fn is_written_result(text: &str) -> bool {
    is_result(text) && usual_result(text) == text
}

/// The result as it is written, if others write a draw otherwise.
fn usual_result(text: &str) -> &str {
    match text {
        "1/2" | "½" | "½-½" => "1/2-1/2",
        text => text,
    }
}

/// White's share and Black's share of a result.
pub(super) fn shares(text: &str) -> Option<(f64, f64)> {
    let (white, black) = usual_result(text).split_once('-')?;
    Some((share(white)?, share(black)?))
}

fn share(text: &str) -> Option<f64> {
    if text == "1/2" {
        return Some(0.5);
    }
    let is_number = text.starts_with(|char: char| char.is_ascii_digit())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.');
    let value: f64 = is_number.then(|| text.parse().ok())??;
    (0.0..=1.0).contains(&value).then_some(value)
}
