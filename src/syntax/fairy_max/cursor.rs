//! Reads numbers and words from one line.

use super::ast::{Mode, Number, StepDescriptor, Word};
use crate::source::Span;

/// A position in a line.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'t> {
    text: &'t str,
    /// Byte of the file at which `text` begins.
    offset: usize,
}

/// An error message and its place.
pub(super) struct Fault {
    pub(super) span: Span,
    pub(super) message: String,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str, offset: usize) -> Self {
        Cursor { text, offset }
    }

    pub(super) fn rest(&self) -> &'t str {
        self.text
    }

    pub(super) fn at(&self) -> usize {
        self.offset
    }

    pub(super) fn is_done(&self) -> bool {
        self.text.is_empty()
    }

    fn advance(&mut self, bytes: usize) -> Span {
        let span = Span::new(self.offset, self.offset + bytes);
        self.text = &self.text[bytes..];
        self.offset += bytes;
        span
    }

    pub(super) fn skip_blanks(&mut self) {
        let blanks = self.text.len() - self.text.trim_start().len();
        self.advance(blanks);
    }

    /// Reads `sign` if it comes next.
    pub(super) fn eat(&mut self, sign: &str) -> bool {
        let found = self.text.starts_with(sign);
        if found {
            self.advance(sign.len());
        }
        found
    }

    /// The characters up to the next blank.
    pub(super) fn word(&mut self) -> Option<Word> {
        self.skip_blanks();
        let end = self
            .text
            .find(char::is_whitespace)
            .unwrap_or(self.text.len());
        (end > 0).then(|| Word {
            text: self.text[..end].to_owned(),
            span: self.advance(end),
        })
    }

    /// The rest of the line, without surrounding blanks.
    pub(super) fn line(&mut self) -> Option<Word> {
        self.skip_blanks();
        let text = self.text.trim_end();
        (!text.is_empty()).then(|| Word {
            text: text.to_owned(),
            span: self.advance(text.len()),
        })
    }

    /// `[ "+" | "-" ] digit { digit }`
    pub(super) fn number(&mut self) -> Option<Number> {
        let sign = usize::from(self.text.starts_with(['-', '+']));
        let digits = self.text[sign..]
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(self.text.len() - sign);
        let written = &self.text[..sign + digits];
        let value: i32 = written.parse().ok()?;
        let span = self.advance(sign + digits);
        Some(Number { value, span })
    }

    /// `vector "," mode [ "," vector ]`
    pub(super) fn step(&mut self) -> Result<StepDescriptor, Fault> {
        let start = self.offset;
        let fault = |cursor: &Self, message: &str| Fault {
            span: cursor.word_around(start),
            message: message.to_owned(),
        };
        let Some(vector) = self.number() else {
            return Err(fault(self, "a step begins with its vector, a number"));
        };
        if !self.eat(",") {
            return Err(fault(
                self,
                "the comma and the mode of the step are missing",
            ));
        }
        self.skip_blanks();
        let digits = self
            .text
            .find(|c: char| !c.is_ascii_hexdigit())
            .unwrap_or(self.text.len());
        let Ok(value) = u32::from_str_radix(&self.text[..digits], 16) else {
            return Err(fault(
                self,
                "the mode of a step has one to eight hexadecimal digits",
            ));
        };
        let span = self.advance(digits);
        let mode = Mode { value, span };
        let second = if self.eat(",") {
            self.skip_blanks();
            match self.number() {
                Some(second) => Some(second),
                None => return Err(fault(self, "the second step must be a number")),
            }
        } else {
            None
        };
        let ends = self
            .text
            .starts_with(|c: char| c.is_whitespace() || c == '-' || c == '+')
            || self.text.is_empty();
        if !ends {
            return Err(fault(
                self,
                "the mode of a step has the digits 0 to 9 and A to F",
            ));
        }
        Ok(StepDescriptor {
            vector,
            mode,
            second,
            span: Span::new(start, self.offset),
        })
    }

    /// Skips the rest of the current word.
    pub(super) fn skip_word(&mut self) {
        let end = self
            .text
            .find(char::is_whitespace)
            .unwrap_or(self.text.len());
        self.advance(end);
    }

    /// The span from `start` to the end of the word at the cursor.
    fn word_around(&self, start: usize) -> Span {
        let end = self
            .text
            .find(char::is_whitespace)
            .unwrap_or(self.text.len());
        Span::new(start, self.offset + end)
    }
}
