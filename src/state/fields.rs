//! FEN fields after the board: side to move, rights, en passant, checks, clocks and extensions.
//!
//! Fields may be omitted from the right, and most are recognized by their form:
//!
//! - `w` or `b`;
//! - rights: letters, or `-`;
//! - en passant squares without separators, or `-`, or the limit of a count;
//! - checks still to give, `3+3`, or given, `+0+0`, also after the clocks;
//! - two clocks;
//! - extensions `name=value`, in any order.

use crate::geometry::{BoardShape, FewOf, Square};
use crate::source::{Code, Diagnostic, Span, codes};

use super::board::Color;
use super::fen::{Checks, Counters, Fen, OwnField};

/// Reads the words after the board.
pub(super) fn read_fields(
    words: &[(&str, Span)],
    shape: &BoardShape,
    fen: &mut Fen,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let own = words.iter().position(|(word, _)| word.contains('='));
    let (usual, named) = words.split_at(own.unwrap_or(words.len()));
    let mut reader = Fields {
        words: usual,
        diagnostics,
    };
    if reader.side(fen) {
        reader.rights(fen);
        reader.en_passant(shape, fen);
        reader.checks(fen);
        reader.clocks(fen);
        reader.checks(fen);
        reader.nothing_more();
    }
    for (word, span) in named {
        match word.split_once('=') {
            Some((name, value)) => fen.own.push(OwnField {
                name: name.to_owned(),
                value: value.to_owned(),
                span: *span,
            }),
            None => reader.bad(
                codes::FEN_BAD_FIELD,
                *span,
                word,
                "only fields `name=value` are allowed here",
            ),
        }
    }
}

/// The remaining words.
struct Fields<'a, 'w> {
    words: &'a [(&'w str, Span)],
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl<'w> Fields<'_, 'w> {
    fn peek(&self) -> Option<(&'w str, Span)> {
        self.words.first().copied()
    }

    fn next(&mut self) -> Option<(&'w str, Span)> {
        let (first, rest) = self.words.split_first()?;
        self.words = rest;
        Some(*first)
    }

    /// Reads the side to move. If it is invalid, the following words cannot be interpreted.
    fn side(&mut self, fen: &mut Fen) -> bool {
        match self.next() {
            None | Some(("w", _)) => true,
            Some(("b", _)) => {
                fen.turn = Color::Black;
                true
            }
            Some((word, span)) => {
                let help = "the side to move must be `w` or `b`";
                self.bad(codes::FEN_BAD_FIELD, span, word, help);
                false
            }
        }
    }

    fn rights(&mut self, fen: &mut Fen) {
        if let Some((word, span)) = self.peek()
            && (word == "-" || word.chars().all(|c| c.is_ascii_alphabetic()))
        {
            fen.rights = Some((word.to_owned(), span));
            self.next();
        }
    }

    fn en_passant(&mut self, shape: &BoardShape, fen: &mut Fen) {
        let Some((word, span)) = self.peek() else {
            return;
        };
        if word == "-" {
            self.next();
        } else if word.starts_with(|c: char| c.is_ascii_alphabetic()) {
            fen.en_passant_span = span;
            if let Some(squares) = squares(shape, word) {
                fen.en_passant = squares;
            } else {
                let help = "write en passant squares without separators, such as `e3`";
                self.bad(codes::FEN_BAD_EN_PASSANT, span, word, help);
            }
            self.next();
        } else if self
            .words
            .iter()
            .filter(|(word, _)| is_number(word))
            .count()
            > 2
        {
            fen.counting = word.parse().ok().map(|limit| (limit, span));
            self.next();
        }
    }

    fn checks(&mut self, fen: &mut Fen) {
        let Some((word, span)) = self.peek().filter(|(word, _)| word.contains('+')) else {
            return;
        };
        self.next();
        match checks(word) {
            Some(checks) if fen.checks.is_none() => fen.checks = Some((checks, span)),
            _ => {
                let help = "write checks once, as `3+3` for checks still to give, or as `+0+0` for given checks";
                self.bad(codes::FEN_BAD_CHECKS, span, word, help);
            }
        }
    }

    fn clocks(&mut self, fen: &mut Fen) {
        let slots = [
            (codes::FEN_BAD_CLOCK, &mut fen.halfmove_clock),
            (codes::FEN_BAD_MOVE_NUMBER, &mut fen.fullmove_number),
        ];
        for (code, slot) in slots {
            if self.peek().is_some_and(|(word, _)| word.contains('+')) {
                return;
            }
            match self.next() {
                None => return,
                Some(("-", _)) => {}
                Some((word, span)) => match word.parse::<u16>() {
                    Ok(number) => *slot = number,
                    Err(_) => self.bad(code, span, word, "write the clocks as two numbers"),
                },
            }
        }
    }

    fn nothing_more(&mut self) {
        if let Some((word, span)) = self.next() {
            let help = "nothing may follow the clocks";
            self.bad(codes::FEN_SURPLUS_FIELD, span, word, help);
        }
    }

    fn bad(&mut self, code: Code, span: Span, word: &str, help: &str) {
        let message = format!("`{word}` is not valid here");
        self.diagnostics
            .push(Diagnostic::new(code, span, message).with_help(help));
    }
}

/// Reads squares without separators.
fn squares(shape: &BoardShape, text: &str) -> Option<FewOf<Square, 2>> {
    let mut squares = FewOf::new();
    let mut at = 0;
    while at < text.len() {
        let (square, len) = shape.parse_prefix(&text[at..])?;
        squares.push(square);
        at += len;
    }
    Some(squares)
}

fn is_number(word: &str) -> bool {
    word.parse::<u16>().is_ok()
}

fn checks(word: &str) -> Option<Checks> {
    let counters = |text: &str| {
        let (white, black) = text.split_once('+')?;
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        (digits(white) && digits(black)).then_some(())?;
        Some(Counters {
            white: white.parse().ok()?,
            black: black.parse().ok()?,
        })
    };
    match word.strip_prefix('+') {
        Some(given) => counters(given).map(Checks::Given),
        None => counters(word).map(Checks::ToGive),
    }
}
