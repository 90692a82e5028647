//! EPD: positions with operations, one per line.
//!
//! ```text
//! r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#; id "scholar";
//! ```
//!
//! The first four fields are those of a FEN, and may be followed by further FEN fields, such as clocks or
//! counts of checks. Operations follow, each a name with operands and a final `;`:
//!
//! | operation | meaning |
//! | --- | --- |
//! | `bm`, `am` | the best moves; moves to avoid |
//! | `sm`, `pm`, `pv` | the supplied (played) move, the predicted move, the principal variation |
//! | `dm N` | the side to move mates in N moves |
//! | `D1 N`, `D2 N`, … | perft counts by depth |
//! | `hmvc N`, `fmvn N` | the half-move clock and the move number, as in a FEN |
//! | `variant NAME` | the variant; `chess` if omitted |
//! | `id "…"`, `c0 "…"` | names and comments |
//!
//! All other operations are kept unchanged.

use std::fmt;

use super::pgn::{Word, read_fen};
use crate::game::{Position, Variant};
use crate::source::{Diagnostic, Parse, Span, codes};
use crate::state::Move;

/// An EPD line: a position with operations.
///
/// ```
/// use ferz::notation::{EpdVerdict, read_epd};
/// use ferz::{Catalog, Variant};
///
/// let line = "6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8#; id \"back rank\";";
/// let epd = read_epd(line).into_result().unwrap();
/// assert_eq!(epd.text("id"), Some("back rank"));
/// assert_eq!(epd.to_string(), line);
///
/// let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
/// let position = epd.position(&chess).into_result().unwrap();
/// let mate = position.parse_san("Rd8").unwrap();
/// assert_eq!(epd.judge(&position, &mate), EpdVerdict::Right);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Epd {
    /// The leading FEN fields.
    #[doc(hidden)]
    pub fen: Word,
    /// The operations, in the order of the line.
    #[doc(hidden)]
    pub operations: Vec<Operation>,
}

/// An operation: a name with operands, such as `bm Nf3 Nc3`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Operation {
    /// The name, such as `bm`.
    pub name: Word,
    /// The operands.
    pub operands: Vec<Operand>,
}

/// An operand of an operation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Operand {
    /// The text, without quotes.
    pub word: Word,
    /// Whether the operand is in quotes; a text with blanks always is.
    pub is_quoted: bool,
}

/// The verdict of a line on a move.
///
/// It is exhaustive, because no fourth answer exists. [`Epd`] has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EpdVerdict {
    /// The move is one of the best moves, or not one of those to avoid.
    Right,
    /// The move is not one of the best moves, or is one to avoid.
    Wrong,
    /// The line has neither best moves nor moves to avoid.
    Unasked,
}

/// Reads an EPD line.
///
/// Findings: `E0621` if the text is not an EPD line. Moves and numbers are checked by [`Epd::check`], the FEN
/// fields by [`Epd::position`].
pub fn read_epd(line: &str) -> Parse<Epd> {
    let mut findings = Vec::new();
    let (fields, mut at) = fen_length(line);
    let lead = line.len() - line.trim_start().len();
    let mut epd = Epd {
        fen: Word {
            text: line[lead..at].trim_end().to_owned(),
            span: Span::new(lead, lead + line[lead..at].trim_end().len()),
        },
        operations: Vec::new(),
    };
    if fields < 4 {
        let message = "a line of EPD begins with four fields of a FEN";
        let finding = Diagnostic::new(codes::EPD_SYNTAX, epd.fen.span, message);
        findings.push(finding.with_help("such as `8/8/8/8/8/8/8/K1k5 w - -`"));
    }
    let mut operation: Option<Operation> = None;
    loop {
        let rest = &line[at..];
        at += rest.len() - rest.trim_start().len();
        let rest = &line[at..];
        let Some(first) = rest.chars().next() else {
            break;
        };
        if first == ';' {
            at += 1;
            // A `;` without an operation is ignored.
            epd.operations.extend(operation.take());
            continue;
        }
        let (operand, length) = if first == '"' {
            quoted(rest, at, &mut findings)
        } else {
            let ends = |c: char| c.is_whitespace() || c == ';';
            let length = rest.find(ends).unwrap_or(rest.len());
            let word = Word {
                text: rest[..length].to_owned(),
                span: Span::new(at, at + length),
            };
            let is_quoted = false;
            (Operand { word, is_quoted }, length)
        };
        at += length;
        if let Some(operation) = &mut operation {
            operation.operands.push(operand);
        } else {
            let is_name = operand
                .word
                .text
                .starts_with(|c: char| c.is_ascii_alphabetic());
            if operand.is_quoted || !is_name {
                let message = "an operation begins with a word, such as `bm`";
                let place = operand.word.span;
                findings.push(Diagnostic::new(codes::EPD_SYNTAX, place, message));
            }
            operation = Some(Operation {
                name: operand.word,
                operands: Vec::new(),
            });
        }
    }
    epd.operations.extend(operation);
    Parse {
        value: epd,
        diagnostics: findings,
    }
}

/// The number of leading FEN fields, up to four, and the length in bytes of these and of further FEN fields.
/// Further fields begin with a digit or a sign, or contain `=`; operations do not.
fn fen_length(line: &str) -> (usize, usize) {
    let mut fields = 0;
    let mut at = 0;
    loop {
        let rest = &line[at..];
        let start = at + rest.len() - rest.trim_start().len();
        let rest = &line[start..];
        let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let word = &rest[..length];
        let is_further = word.starts_with(|c: char| c.is_ascii_digit() || c == '+' || c == '-')
            || word.contains('=') && !word.ends_with(';');
        if word.is_empty() || fields >= 4 && !is_further || fields < 4 && word.contains(';') {
            return (fields, start);
        }
        fields += usize::from(fields < 4);
        at = start + length;
    }
}

/// Reads a quoted text; the length includes the quotes.
fn quoted(rest: &str, at: usize, findings: &mut Vec<Diagnostic>) -> (Operand, usize) {
    let mut is_escaped = false;
    let end = rest.char_indices().skip(1).find(|(_, c)| {
        let ends = *c == '"' && !is_escaped;
        is_escaped = *c == '\\' && !is_escaped;
        ends
    });
    let inner = if let Some((end, _)) = end {
        &rest[1..end]
    } else {
        let message = "this quote is not closed";
        let place = Span::new(at, at + 1);
        let finding = Diagnostic::new(codes::EPD_SYNTAX, place, message);
        findings.push(finding.with_help("write `\"` after the text"));
        &rest[1..]
    };
    let text = inner.replace("\\\"", "\"").replace("\\\\", "\\");
    let span = Span::new(at + 1, at + 1 + inner.len());
    let word = Word { text, span };
    let is_quoted = true;
    let length = end.map_or(rest.len(), |(end, _)| end + 1);
    (Operand { word, is_quoted }, length)
}

impl Epd {
    /// An EPD line of a position, without operations other than its clocks.
    #[doc(hidden)]
    pub fn of_position(position: &Position) -> Epd {
        let fen = position.to_fen();
        let clock = position.halfmove_clock().to_string();
        let number = position.setup().fullmove_number.to_string();
        match fen.strip_suffix(&format!(" {clock} {number}")) {
            Some(fields) => {
                let mut epd = Epd {
                    fen: Word::from(fields),
                    operations: Vec::new(),
                };
                epd.push("hmvc", &[&clock]);
                epd.push("fmvn", &[&number]);
                epd
            }
            // A FEN with further fields after the clocks is kept whole.
            None => Epd {
                fen: Word::from(fen.as_str()),
                operations: Vec::new(),
            },
        }
    }

    /// Adds an operation with operands, and with quotes if operands of this name need them.
    #[doc(hidden)]
    pub fn push(&mut self, name: &str, operands: &[&str]) {
        let is_text = name == "id" || name.starts_with('c');
        self.operations.push(Operation {
            name: Word::from(name),
            operands: operands
                .iter()
                .map(|text| Operand {
                    word: Word::from(*text),
                    is_quoted: is_text,
                })
                .collect(),
        });
    }

    /// The first operation with a name.
    #[doc(hidden)]
    pub fn operation(&self, name: &str) -> Option<&Operation> {
        let mut all = self.operations.iter();
        all.find(|operation| operation.name.text == name)
    }

    /// The first operand of the first operation with a name.
    pub fn text(&self, name: &str) -> Option<&str> {
        let operand = self.operation(name)?.operands.first()?;
        Some(&operand.word.text)
    }

    /// The first operand of the first operation with a name, as a number.
    pub fn number(&self, name: &str) -> Option<u64> {
        self.text(name)?.parse().ok()
    }

    /// The name of the variant; `chess` if omitted.
    pub fn variant_name(&self) -> &str {
        self.text("variant").unwrap_or("chess")
    }

    /// Perft counts by depth: `D1 20; D2 400`.
    #[doc(hidden)]
    pub fn counts(&self) -> impl Iterator<Item = (u32, u64)> + '_ {
        self.operations.iter().filter_map(|operation| {
            let depth = operation.name.text.strip_prefix('D')?.parse().ok()?;
            let count = operation.operands.first()?.word.text.parse().ok()?;
            Some((depth, count))
        })
    }

    /// The position, with the clocks of `hmvc` and `fmvn` if the FEN fields have none.
    ///
    /// Findings: those of the FEN.
    pub fn position(&self, variant: &Variant) -> Parse<Position> {
        let mut fen = self.fen.text.clone();
        let has_clocks = fen
            .split_whitespace()
            .nth(4)
            .is_some_and(|field| !field.contains('+'));
        let (clock, number) = (self.number("hmvc"), self.number("fmvn"));
        if !has_clocks && (clock.is_some() || number.is_some()) {
            fen = format!("{fen} {} {}", clock.unwrap_or(0), number.unwrap_or(1));
        }
        let start = self.fen.span.start as usize;
        let read = read_fen(variant, &fen);
        Parse {
            value: read.value,
            diagnostics: read
                .diagnostics
                .into_iter()
                .map(|finding| finding.shifted(start))
                .collect(),
        }
    }

    /// The moves of an operation, such as `bm`; those of `pv` are played one after the other.
    ///
    /// # Errors
    /// One for each move that is not legal (`E0601`, `E0602`).
    pub fn moves(&self, name: &str, position: &Position) -> Result<Vec<Move>, Vec<Diagnostic>> {
        let operands = self
            .operation(name)
            .map(|operation| &operation.operands[..]);
        let mut at = position.clone();
        let (mut moves, mut findings) = (Vec::new(), Vec::new());
        for operand in operands.unwrap_or_default() {
            match at.parse_san(&operand.word.text) {
                Ok(mv) => {
                    if name == "pv" {
                        at = at.play_unchecked(&mv);
                    }
                    moves.push(mv);
                }
                Err(finding) => {
                    findings.push(finding.shifted(operand.word.span.start as usize));
                    if name == "pv" {
                        break;
                    }
                }
            }
        }
        if findings.is_empty() {
            Ok(moves)
        } else {
            Err(findings)
        }
    }

    /// The findings about the operations: moves that are not legal in the position, and invalid numbers.
    #[doc(hidden)]
    pub fn check(&self, position: &Position) -> Vec<Diagnostic> {
        let mut findings = Vec::new();
        // Only the first operation of a name is used.
        let mut read: Vec<&str> = Vec::new();
        for operation in &self.operations {
            let name = operation.name.text.as_str();
            let names_moves = matches!(name, "bm" | "am" | "sm" | "pm" | "pv");
            if names_moves && !read.contains(&name) {
                read.push(name);
                findings.extend(self.moves(name, position).err().into_iter().flatten());
            }
            let is_count = name.strip_prefix('D').is_some_and(|depth| {
                !depth.is_empty() && depth.bytes().all(|byte| byte.is_ascii_digit())
            });
            let is_number = |operand: &Operand| operand.word.text.parse::<u64>().is_ok();
            if (is_count || matches!(name, "dm" | "hmvc" | "fmvn"))
                && !matches!(&operation.operands[..], [operand] if is_number(operand))
            {
                let message = format!("`{name}` needs a number");
                let place = operation.name.span;
                findings.push(Diagnostic::new(codes::EPD_SYNTAX, place, message));
            }
        }
        findings
    }

    /// The verdict on a move: whether it is among `bm` and not among `am`. Illegal moves in the line are
    /// ignored.
    pub fn judge(&self, position: &Position, mv: &Move) -> EpdVerdict {
        let names = |name: &str| {
            let operation = self.operation(name)?;
            let operands = operation.operands.iter();
            let mut read =
                operands.filter_map(|operand| position.parse_san(&operand.word.text).ok());
            Some(read.any(|named| named == *mv))
        };
        match (names("bm"), names("am")) {
            (None, None) => EpdVerdict::Unasked,
            (Some(false), _) | (_, Some(true)) => EpdVerdict::Wrong,
            _ => EpdVerdict::Right,
        }
    }
}

impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen.text)?;
        for operation in &self.operations {
            write!(f, " {}", operation.name.text)?;
            for operand in &operation.operands {
                let text = &operand.word.text;
                let needs_quotes =
                    text.is_empty() || text.contains([' ', '\t', ';', '"', '\n', '\r']);
                if operand.is_quoted || needs_quotes {
                    let text = text.replace('\\', "\\\\").replace('"', "\\\"");
                    write!(f, " \"{}\"", text.replace(['\n', '\r'], " "))?;
                } else {
                    write!(f, " {text}")?;
                }
            }
            f.write_str(";")?;
        }
        Ok(())
    }
}
