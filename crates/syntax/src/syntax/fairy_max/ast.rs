//! The syntax tree of a Fairy-Max file, and the reader of numbers and words in a line.

use std::fmt;

use crate::source::Span;

/// A file.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct File {
    /// The version at the beginning of the file, such as `4.8(w)`.
    pub version: Option<Word>,
    /// The games in order. The first may have no label.
    pub games: Vec<Game>,
    /// Lines that belong to no game.
    pub comments: Vec<Span>,
}

/// One game.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Game {
    /// The label on the line `Game:`; `None` for the game at the beginning of a file.
    pub label: Option<Label>,
    /// The text of the comment line just before, if it begins with `//`.
    pub info: Option<Word>,
    /// The board.
    pub board: Option<Board>,
    /// White's pieces by number.
    pub white: Array,
    /// Black's pieces by number.
    pub black: Array,
    /// The piece lines, numbered from 1 by their order.
    pub pieces: Vec<PieceLine>,
    /// The lines that begin with a number sign.
    pub remarks: Vec<Remark>,
    /// From the label to the last line of the game, or to a faulty line.
    pub span: Span,
}

/// `Game: name # table # parent`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The name.
    pub name: Word,
    /// The letters of the pieces in the order of the interface.
    pub table: Option<Word>,
    /// The variant whose rules the interface applies.
    pub parent: Option<Word>,
}

/// `10x8=3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// Files.
    pub files: Number,
    /// Ranks.
    pub ranks: Number,
    /// Depth of the promotion zone; if negative, the rank on which pawns start.
    pub zone: Option<Number>,
}

impl Board {
    /// The span from the first digit to the last.
    pub fn span(&self) -> Span {
        self.files.span.to(self.zone.unwrap_or(self.ranks).span)
    }
}

/// The pieces of one side by number, from the first file to the last.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Array {
    /// The numbers; 0 is an empty square.
    pub men: Vec<Number>,
    /// The line.
    pub span: Span,
}

/// `k:-1 1,34 -1,34 1,7 …`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceLine {
    /// The letter.
    pub letter: Word,
    /// The value; negative for royal pieces.
    pub value: Number,
    /// The step descriptors.
    pub steps: Vec<StepDescriptor>,
    /// From the letter to the last step.
    pub span: Span,
}

/// `vector,mode` or `vector,mode,second`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepDescriptor {
    /// The first step on a board of 16 files, with ranks counted downwards.
    pub vector: Number,
    /// The mode: the 32 bits of its hexadecimal digits.
    pub mode: Mode,
    /// The second step, if written.
    pub second: Option<Number>,
    /// The whole descriptor.
    pub span: Span,
}

/// A mode descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mode {
    /// Its bits.
    pub value: u32,
    /// Its place.
    pub span: Span,
}

/// `# X& Betza`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The piece: a letter with its suffixes, and `&` if the remark applies to both sides.
    pub piece: Word,
    /// The move description.
    pub betza: Word,
}

impl Remark {
    /// The letter without `&`.
    pub fn letter(&self) -> &str {
        self.piece.text.trim_end_matches('&')
    }

    /// Whether the remark applies to both sides.
    pub fn is_for_both(&self) -> bool {
        self.piece.text.ends_with('&')
    }
}

/// A text and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The text.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// A number and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// The number.
    pub value: i32,
    /// Its place.
    pub span: Span,
}

impl fmt::Display for File {
    /// Writes the games as an author would, without the comments around them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(version) = &self.version {
            writeln!(f, "version {}", version.text)?;
        }
        self.games.iter().try_for_each(|game| write!(f, "{game}"))
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(label) = &self.label {
            writeln!(f)?;
            if let Some(info) = &self.info {
                writeln!(f, "// {}", info.text)?;
            }
            write!(f, "Game: {}", label.name.text)?;
            for word in label.table.iter().chain(&label.parent) {
                write!(f, " # {}", word.text)?;
            }
            writeln!(f)?;
        }
        if let Some(board) = &self.board {
            write!(f, "{}x{}", board.files.value, board.ranks.value)?;
            match &board.zone {
                Some(zone) => writeln!(f, "={}", zone.value)?,
                None => writeln!(f)?,
            }
            for array in [&self.white, &self.black] {
                let men: Vec<String> = array.men.iter().map(|man| man.value.to_string()).collect();
                writeln!(f, "{}", men.join(" "))?;
            }
        }
        for piece in &self.pieces {
            write!(f, "{}:{}", piece.letter.text, piece.value.value)?;
            for step in &piece.steps {
                write!(f, " {step}")?;
            }
            writeln!(f)?;
        }
        if !self.remarks.is_empty() {
            writeln!(f, "#")?;
        }
        for remark in &self.remarks {
            writeln!(f, "# {} {}", remark.piece.text, remark.betza.text)?;
        }
        Ok(())
    }
}

impl fmt::Display for StepDescriptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{:X}", self.vector.value, self.mode.value)?;
        match &self.second {
            Some(second) => write!(f, ",{}", second.value),
            None => Ok(()),
        }
    }
}

// Numbers and words of one line.

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
