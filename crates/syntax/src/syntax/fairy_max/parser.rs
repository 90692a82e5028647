//! Parser of Fairy-Max files: assembles lines into games.

use crate::source::{Code, Diagnostic, Parse, Span, codes, without_mark};

use super::ast::{Array, Board, Cursor, File, Game, Label, Number, PieceLine, Remark, Word};

/// The maximum number of piece lines that Fairy-Max reads.
pub const MAX_PIECES: usize = 15;

/// Limits on a file; each excess is one finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileLimits {
    /// Bytes of the file.
    pub file: usize,
    /// Bytes of one line that is not a comment.
    pub line: usize,
    /// Games.
    pub games: usize,
    /// Findings.
    pub findings: usize,
}

impl Default for FileLimits {
    fn default() -> Self {
        FileLimits {
            file: 1 << 20,
            line: 4096,
            games: 1000,
            findings: 500,
        }
    }
}

/// Reads a file and reports its errors.
pub fn parse(text: &str) -> Parse<File> {
    parse_within(text, &FileLimits::default())
}

/// Reads a file and reports its errors, within the given limits.
pub fn parse_within(text: &str, limits: &FileLimits) -> Parse<File> {
    let unmarked = without_mark(text);
    let mut parser = Parser {
        lines: lines(&unmarked),
        at: 0,
        limits,
        file: File::default(),
        diagnostics: Vec::new(),
        suppressed: 0,
    };
    if text.len() > limits.file {
        let message = format!(
            "the file has {} bytes, more than the limit of {}",
            text.len(),
            limits.file
        );
        parser.report(codes::DEFINITION_TOO_LARGE, Span::at(0), message);
    } else {
        parser.file();
    }
    if parser.suppressed > 0 {
        let end = parser
            .diagnostics
            .last()
            .map_or(Span::at(0), |one| one.span);
        let message = format!("{} more findings are not listed", parser.suppressed);
        parser
            .diagnostics
            .push(Diagnostic::new(codes::DEFINITION_TOO_LARGE, end, message));
    }
    Diagnostic::sort(&mut parser.diagnostics);
    Parse {
        value: parser.file,
        diagnostics: parser.diagnostics,
    }
}

/// One line without its line end.
#[derive(Clone, Copy)]
struct Line<'t> {
    text: &'t str,
    start: usize,
}

impl Line<'_> {
    /// The span of the line without surrounding blanks.
    fn span(&self) -> Span {
        let lead = self.text.len() - self.text.trim_start().len();
        let text = self.text.trim();
        Span::new(self.start + lead, self.start + lead + text.len())
    }

    fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }
}

fn lines(text: &str) -> Vec<Line<'_>> {
    let mut start = 0;
    text.split('\n')
        .map(|line| {
            let this = Line {
                text: line.strip_suffix('\r').unwrap_or(line),
                start,
            };
            start += line.len() + 1;
            this
        })
        .collect()
}

struct Parser<'t, 'l> {
    lines: Vec<Line<'t>>,
    at: usize,
    limits: &'l FileLimits,
    file: File,
    diagnostics: Vec<Diagnostic>,
    suppressed: usize,
}

impl<'t> Parser<'t, '_> {
    fn report(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.push(Diagnostic::new(code, span, message));
    }

    fn push(&mut self, finding: Diagnostic) {
        if self.diagnostics.len() < self.limits.findings {
            self.diagnostics.push(finding);
        } else {
            self.suppressed += 1;
        }
    }

    fn peek(&self) -> Option<Line<'t>> {
        self.lines.get(self.at).copied()
    }

    /// The next line that is not blank, unless it begins another game or is a `//` comment.
    fn next_of_game(&mut self) -> Option<Line<'t>> {
        while self.peek().is_some_and(|line| line.is_blank()) {
            self.at += 1;
        }
        self.peek()
            .filter(|line| !is_label(line.text) && !line.text.trim_start().starts_with("//"))
    }

    /// `file = [ version ] [ game ] { comment | label game }`
    fn file(&mut self) {
        let mut info = None;
        self.version();
        if self
            .next_of_game()
            .is_some_and(|line| board_like(line.text))
        {
            let start = self.lines[self.at].start;
            self.game(None, None, start);
        }
        while let Some(line) = self.peek() {
            self.at += 1;
            if is_label(line.text) {
                if self.file.games.len() >= self.limits.games {
                    let message = format!("more than {} games in one file", self.limits.games);
                    self.report(codes::DEFINITION_TOO_LARGE, line.span(), message);
                    return;
                }
                if let Some(label) = self.label(line) {
                    self.game(Some(label), info.take(), line.start);
                }
                continue;
            }
            if line.is_blank() {
                info = None;
                continue;
            }
            info = line.text.strip_prefix("//").and_then(|_| {
                let mut cursor = Cursor::new(line.text, line.start);
                cursor.eat("//");
                cursor.line()
            });
            self.file.comments.push(line.span());
        }
    }

    /// `version = "version" word`
    fn version(&mut self) {
        while self.peek().is_some_and(|line| line.is_blank()) {
            self.at += 1;
        }
        let Some(line) = self.peek() else { return };
        let mut cursor = Cursor::new(line.text, line.start);
        cursor.skip_blanks();
        if !cursor.eat("version") {
            return;
        }
        self.at += 1;
        self.file.version = cursor.line();
    }

    /// `label = "Game:" name [ "#" table [ "#" parent ] ]`
    fn label(&mut self, line: Line<'t>) -> Option<Label> {
        if self.is_too_long(line) {
            return None;
        }
        if line.text.starts_with(char::is_whitespace) {
            let message = "Fairy-Max recognizes a game only if the line begins with `Game:`";
            self.report(codes::DOUBTFUL_IMPORT, line.span(), message);
        }
        let mut cursor = Cursor::new(line.text, line.start);
        cursor.skip_blanks();
        cursor.eat("Game:");
        let Some(name) = cursor.word() else {
            self.report(codes::BAD_NAME, line.span(), "the game has no name");
            return None;
        };
        let mut label = Label {
            name,
            table: None,
            parent: None,
        };
        for slot in [&mut label.table, &mut label.parent] {
            cursor.skip_blanks();
            if !cursor.eat("#") {
                break;
            }
            *slot = cursor.word();
        }
        if let Some(rest) = cursor.line() {
            let message = "the text after the name, `# table` and `# parent` is not read";
            self.report(codes::UNKNOWN_PARAMETER, rest.span, message);
        }
        Some(label)
    }

    fn is_too_long(&mut self, line: Line<'t>) -> bool {
        let is_too_long = line.text.len() > self.limits.line;
        if is_too_long {
            let message = format!(
                "the line has {} bytes, more than the limit of {}",
                line.text.len(),
                self.limits.line
            );
            self.report(codes::DEFINITION_TOO_LARGE, line.span(), message);
        }
        is_too_long
    }

    /// `game = board array array { piece } { remark }`
    fn game(&mut self, label: Option<Label>, info: Option<Word>, start: usize) {
        let place = label
            .as_ref()
            .map_or(Span::at(start), |label| label.name.span);
        let mut game = Game {
            label,
            info,
            ..Game::default()
        };
        let n_findings = self.diagnostics.len();
        game.board = self.board(place);
        if game.board.is_some() {
            let place = game.board.map_or(place, |board| board.span());
            if let Some(white) = self.array(place, "White") {
                game.white = white;
                if let Some(black) = self.array(place, "Black") {
                    game.black = black;
                    self.pieces(&mut game);
                    self.remarks(&mut game);
                }
            }
        }
        let end = self.at.checked_sub(1).map_or(start, |at| {
            let line = self.lines[at];
            line.start + line.text.len()
        });
        let found = self.diagnostics[n_findings..].iter();
        let found = found.map(|finding| finding.span.range().end).max();
        game.span = Span::new(start, end.max(start).max(found.unwrap_or(start)));
        self.file.games.push(game);
    }

    /// `board = number "x" number [ "=" number ]`
    fn board(&mut self, place: Span) -> Option<Board> {
        let line = self.next_of_game();
        let Some(line) = line else {
            let message = "the game has no board";
            self.push(
                Diagnostic::new(codes::FAIRY_MAX_GAME, place, message)
                    .with_help("write the board on the line after the name, such as `8x8`"),
            );
            return None;
        };
        let mut cursor = Cursor::new(line.text, line.start);
        cursor.skip_blanks();
        let mut read = || {
            let files = cursor.number()?;
            if !cursor.eat("x") {
                return None;
            }
            let ranks = cursor.number()?;
            let zone = if cursor.eat("=") {
                Some(cursor.number()?)
            } else {
                None
            };
            Some(Board { files, ranks, zone })
        };
        let board = read();
        if board.is_none() {
            self.push(
                Diagnostic::new(codes::FAIRY_MAX_GAME, line.span(), "this is not a board")
                    .with_help(
                        "write the board on the line after the name, such as `8x8` or `8x8=3`",
                    ),
            );
            return None;
        }
        self.at += 1;
        if let Some(rest) = cursor.line() {
            let message = "the text after the board is not read";
            self.report(codes::UNKNOWN_PARAMETER, rest.span, message);
        }
        board
    }

    /// `array = number { number }`
    fn array(&mut self, place: Span, side: &str) -> Option<Array> {
        let is_number = |line: &Line<'_>| {
            line.text
                .trim_start()
                .starts_with(|c: char| c.is_ascii_digit() || c == '-')
        };
        let Some(line) = self.next_of_game().filter(is_number) else {
            let message = format!("the line with {side}'s pieces is missing");
            self.push(
                Diagnostic::new(codes::FAIRY_MAX_GAME, place, message).with_help(
                    "write two lines after the board with the piece numbers of White and Black",
                ),
            );
            return None;
        };
        self.at += 1;
        if self.is_too_long(line) {
            return None;
        }
        let mut array = Array {
            men: Vec::new(),
            span: line.span(),
        };
        let mut cursor = Cursor::new(line.text, line.start);
        loop {
            cursor.skip_blanks();
            if cursor.is_done() {
                return Some(array);
            }
            match cursor.number() {
                Some(number) => array.men.push(number),
                None => {
                    if let Some(word) = cursor.word() {
                        let message = format!("`{}` is not the number of a piece", word.text);
                        self.report(codes::FAIRY_MAX_GAME, word.span, message);
                        array.men.push(Number {
                            value: 0,
                            span: word.span,
                        });
                    }
                }
            }
        }
    }

    /// `{ letter ":" number { step } }`, for the lines that look like pieces.
    fn pieces(&mut self, game: &mut Game) {
        let mut extra: Option<(Span, usize)> = None;
        while let Some(line) = self.next_of_game() {
            let looks = look(line.text);
            if looks == Look::Else || looks == Look::Steps && game.pieces.is_empty() {
                break;
            }
            self.at += 1;
            if self.is_too_long(line) {
                continue;
            }
            if looks == Look::Piece && game.pieces.len() == MAX_PIECES || extra.is_some() {
                let (_, count) = extra.get_or_insert((line.span(), 0));
                *count += usize::from(looks == Look::Piece);
                continue;
            }
            let mut cursor = Cursor::new(line.text, line.start);
            cursor.skip_blanks();
            if looks == Look::Piece {
                match self.head(&mut cursor, line) {
                    Some(piece) => game.pieces.push(piece),
                    None => continue,
                }
            }
            if let Some(piece) = game.pieces.last_mut() {
                self.steps(&mut cursor, piece);
            }
        }
        if let Some((span, count)) = extra {
            let message = format!(
                "the game has {} piece lines; Ferz reads the first {MAX_PIECES}, like Fairy-Max",
                MAX_PIECES + count
            );
            self.report(codes::DEFINITION_TOO_LARGE, span, message);
        }
        if game.pieces.is_empty() {
            self.report(
                codes::FAIRY_MAX_GAME,
                game.black.span,
                "the game has no piece lines",
            );
        }
    }

    /// `letter ":" number`
    fn head(&mut self, cursor: &mut Cursor<'t>, line: Line<'t>) -> Option<PieceLine> {
        let start = cursor.at();
        let word = |end: usize| Word {
            text: line.text[start - line.start..end - line.start].to_owned(),
            span: Span::new(start, end),
        };
        let colon = cursor.rest().find(':')?;
        let letter = word(start + colon);
        let mut chars = letter.text.chars();
        let is_letter =
            chars.next().is_some_and(|c| c.is_ascii_alphabetic()) && chars.next().is_none();
        let value = {
            let mut ahead = Cursor::new(&cursor.rest()[colon + 1..], start + colon + 1);
            ahead.skip_blanks();
            let value = ahead.number();
            *cursor = ahead;
            value
        };
        match value {
            Some(value) if is_letter => Some(PieceLine {
                span: letter.span.to(value.span),
                letter,
                value,
                steps: Vec::new(),
            }),
            _ => {
                let message = if is_letter {
                    "the value of the piece is missing"
                } else {
                    "a piece line begins with one letter and a colon"
                };
                self.push(
                    Diagnostic::new(codes::FAIRY_MAX_PIECE, line.span(), message)
                        .with_help("write it like `n:325 14,7 31,7 33,7 18,7`; Fairy-Max stops reading the game here"),
                );
                None
            }
        }
    }

    /// `step = number "," mode [ "," number ]`
    fn steps(&mut self, cursor: &mut Cursor<'t>, piece: &mut PieceLine) {
        loop {
            cursor.skip_blanks();
            if cursor.is_done() {
                return;
            }
            match cursor.step() {
                Ok(step) => {
                    piece.span = piece.span.to(step.span);
                    piece.steps.push(step);
                }
                Err(fault) => {
                    cursor.skip_word();
                    piece.span = piece.span.to(fault.span);
                    self.report(codes::FAIRY_MAX_STEP, fault.span, fault.message);
                }
            }
        }
    }

    /// `{ "#" [ piece move ] }`
    fn remarks(&mut self, game: &mut Game) {
        let mut is_first = true;
        loop {
            let Some(line) = self
                .next_of_game()
                .filter(|line| line.text.trim_start().starts_with('#'))
            else {
                return;
            };
            self.at += 1;
            if self.is_too_long(line) {
                continue;
            }
            let mut cursor = Cursor::new(line.text, line.start);
            cursor.skip_blanks();
            cursor.eat("#");
            let piece = cursor.word();
            let betza = cursor.line();
            match (piece, betza) {
                (Some(piece), Some(betza)) => {
                    if is_first {
                        let message = "Fairy-Max skips the first number sign, and then reads none of these lines";
                        self.push(
                            Diagnostic::new(codes::DOUBTFUL_IMPORT, piece.span, message)
                                .with_help("write a line with only `#` before it"),
                        );
                    }
                    game.remarks.push(Remark { piece, betza });
                }
                (Some(piece), None) => {
                    let message = format!("`{}` has no moves", piece.text);
                    self.report(codes::DOUBTFUL_IMPORT, piece.span, message);
                }
                (None, _) => {}
            }
            is_first = false;
        }
    }
}

fn is_label(line: &str) -> bool {
    line.trim_start().starts_with("Game:")
}

fn board_like(line: &str) -> bool {
    let mut cursor = Cursor::new(line.trim_start(), 0);
    cursor.number().is_some() && cursor.eat("x")
}

/// The kind of a line below the set-up, whether or not it can be read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    Piece,
    Steps,
    Else,
}

fn look(line: &str) -> Look {
    let line = line.trim_start();
    if line.starts_with('#') {
        return Look::Else;
    }
    let is_step = |word: &str| {
        let word = word.strip_prefix('-').unwrap_or(word);
        let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
        digits.len() < word.len() && digits.starts_with(',')
    };
    let first = line.split_whitespace().next().unwrap_or_default();
    if is_step(first) {
        return Look::Steps;
    }
    let has_head = first.find(':').is_some_and(|at| {
        at <= 4 && first[at + 1..].starts_with(|c: char| c.is_ascii_digit() || c == '-')
    }) || line.as_bytes().get(1) == Some(&b':');
    if has_head || line.split_whitespace().any(is_step) && line.contains(':') {
        Look::Piece
    } else {
        Look::Else
    }
}
