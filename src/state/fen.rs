//! Positions as text: the board part, the side, and the fields behind them.
//!
//! # Reading
//! - ranks from the top, runs of empty squares of any number of digits;
//! - `*` is a square that is not there: a hole, an empty vanishing square, or a wall;
//! - a hand in brackets behind the board: `[QRbp]`, `[]`, `[-]` or nothing;
//! - side, rights, en passant squares (or the limit of a count), check counters and clocks may be
//!   missing from the right and are recognised by their form;
//! - behind them may stand fields of a variant's own, `name=value`, in any order.

use smallvec::SmallVec;

use super::board::{Board, Cell};
use super::piece::{Color, Piece, Role};
use super::setup::Hand;
use crate::geometry::{BoardShape, Layer, Square};
use crate::source::{Diagnostic, Parse, Span, codes};

/// The largest number of pieces of one kind that a hand may be given: so many that no play adds
/// to them.
pub const MAX_HAND: u16 = u16::MAX;

/// A piece as a FEN names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FenPiece {
    /// The piece.
    pub piece: Piece,
    /// Bytes that its letter takes.
    pub len: usize,
}

/// The letters of a variant's pieces.
#[derive(Clone, Debug, Default)]
pub struct Letters {
    names: Vec<String>,
}

impl Letters {
    /// The letters by role, as White writes them.
    pub fn new(names: Vec<String>) -> Letters {
        Letters { names }
    }

    /// The letter of a piece.
    pub fn name(&self, piece: Piece) -> String {
        let name = self
            .names
            .get(piece.role.index())
            .map_or("?", String::as_str);
        match piece.color {
            Color::White => name.to_owned(),
            Color::Black => name.to_lowercase(),
        }
    }

    /// The piece whose letter stands at the head of the text; the longest letter wins.
    pub fn read(&self, text: &str) -> Option<FenPiece> {
        self.readable()
            .flat_map(|(role, name)| {
                Color::ALL.map(|color| {
                    let piece = Piece { color, role };
                    let len = match color {
                        Color::White => text.starts_with(name).then_some(name.len()),
                        Color::Black => {
                            let name = name.to_lowercase();
                            text.starts_with(&name).then_some(name.len())
                        }
                    };
                    len.map(|len| FenPiece { piece, len })
                })
            })
            .flatten()
            .max_by_key(|found| found.len)
    }

    /// The role with this letter, in either case.
    pub fn role(&self, name: &str) -> Option<Role> {
        self.readable()
            .find(|(_, known)| known.eq_ignore_ascii_case(name))
            .map(|(role, _)| role)
    }

    /// The letters that a text can have. In a definition with faults a piece may lack its letter,
    /// which would stand at the head of every text, or have a number that no role can have.
    fn readable(&self) -> impl Iterator<Item = (Role, &str)> {
        let names = self.names.iter().take(Role::MAX).enumerate();
        names
            .filter(|(_, name)| !name.is_empty())
            .map(|(index, name)| (Role::new(index), name.as_str()))
    }
}

/// Checks that each side has still to give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counters {
    /// By White.
    pub white: u16,
    /// By Black.
    pub black: u16,
}

/// What a FEN says, before a variant has judged it.
#[derive(Clone, Debug, PartialEq)]
pub struct Fen {
    /// Who stands where.
    pub board: Board,
    /// Hands, White's first; `None` if there were no brackets.
    pub hands: Option<[Hand; 2]>,
    /// Who moves next.
    pub turn: Color,
    /// The rights field and its place, if there was one.
    pub rights: Option<(String, Span)>,
    /// The squares of the en passant field.
    pub en_passant: SmallVec<[Square; 2]>,
    /// The limit of a count, in the place of the en passant field.
    pub counting: Option<u16>,
    /// Checks still to give.
    pub counters: Option<Counters>,
    /// Half-move clock.
    pub halfmove_clock: u16,
    /// Full-move number.
    pub fullmove_number: u16,
    /// Fields of the variant's own.
    pub own: Vec<OwnField>,
    /// Where walls are written on squares that are there.
    pub walls: Vec<(Square, Span)>,
}

/// A field `name=value` with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnField {
    /// What stands before the sign.
    pub name: String,
    /// What stands behind it.
    pub value: String,
    /// The whole field.
    pub span: Span,
}

impl Fen {
    /// Reads a FEN on a board with these pieces.
    pub fn parse(text: &str, shape: &BoardShape, letters: &Letters) -> Parse<Fen> {
        let mut reader = Reader {
            shape,
            letters,
            layer: shape.squares_layer(),
            walls: Vec::new(),
            diagnostics: Vec::new(),
        };
        let fields = fields(text);
        let (board_text, board_span) = fields.first().copied().unwrap_or(("", Span::at(0)));
        let (ranks, hand) = match board_text.find('[') {
            Some(at) => board_text.split_at(at),
            None => (board_text, ""),
        };
        let start = board_span.start as usize;
        let board = reader.board(ranks, start);
        let hands = (!hand.is_empty()).then(|| reader.hands(hand, start + ranks.len()));
        let mut fen = Fen {
            board,
            hands,
            turn: Color::White,
            rights: None,
            en_passant: SmallVec::new(),
            counting: None,
            counters: None,
            halfmove_clock: 0,
            fullmove_number: 1,
            own: Vec::new(),
            walls: std::mem::take(&mut reader.walls),
        };
        reader.rest(&fields[1.min(fields.len())..], &mut fen);
        if let Some(layer) = shape.points_layer()
            && let Some(index) = fen.own.iter().position(|field| field.name == POINTS)
        {
            let field = fen.own.remove(index);
            let start = field.span.start as usize + POINTS.len() + 1;
            reader.layer = layer;
            reader.ranks(&field.value, start, &mut fen.board);
            fen.walls.append(&mut reader.walls);
        }
        Parse {
            value: fen,
            diagnostics: reader.diagnostics,
        }
    }
}

fn fields(text: &str) -> Vec<(&str, Span)> {
    text.split_whitespace()
        .map(|word| {
            let start = word.as_ptr() as usize - text.as_ptr() as usize;
            (word, Span::new(start, start + word.len()))
        })
        .collect()
}

struct Reader<'a> {
    shape: &'a BoardShape,
    letters: &'a Letters,
    /// What the ranks that are read belong to.
    layer: Layer,
    walls: Vec<(Square, Span)>,
    diagnostics: Vec<Diagnostic>,
}

impl Reader<'_> {
    fn board(&mut self, text: &str, start: usize) -> Board {
        let mut board = Board::empty(self.shape.area());
        self.ranks(text, start, &mut board);
        board
    }

    /// Reads the ranks of a layer.
    fn ranks(&mut self, text: &str, start: usize, board: &mut Board) {
        let ranks: Vec<&str> = text.split('/').collect();
        let wanted = self.layer.ranks as usize;
        if ranks.len() != wanted {
            // The surplus, or the end where ranks are missing.
            let kept: usize = ranks.iter().take(wanted).map(|rank| rank.len() + 1).sum();
            let span = if ranks.len() > wanted {
                Span::new(start + kept, start + text.len())
            } else {
                Span::at(start + text.len())
            };
            self.diagnostics.push(Diagnostic::new(
                codes::FEN_TOO_MANY_RANKS,
                span,
                match ranks.len() {
                    1 => format!("1 rank is written, the board has {wanted}"),
                    written => format!("{written} ranks are written, the board has {wanted}"),
                },
            ));
        }
        let mut at = start;
        for (index, rank) in ranks.iter().take(wanted).enumerate() {
            self.rank(rank, at, (wanted - 1 - index) as u8, board);
            at += rank.len() + 1;
        }
    }

    fn rank(&mut self, text: &str, start: usize, rank: u8, board: &mut Board) {
        let files = self.layer.files as usize;
        let mut file = 0;
        let mut at = 0;
        let mut gaps: Vec<(usize, usize)> = Vec::new();
        while at < text.len() {
            let rest = &text[at..];
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let span_from = at;
            if digits > 0 {
                let run: usize = rest[..digits.min(4)].parse().unwrap_or(usize::MAX);
                gaps.push((file, file.saturating_add(run).min(files)));
                file = file.saturating_add(run);
                at += digits;
            } else if rest.starts_with('*') {
                if let Some(square) = self.square(file, rank)
                    && self.shape.exists(square)
                    && !self.shape.vanishing().contains(square)
                {
                    board.put_wall(square);
                    self.walls
                        .push((square, Span::new(start + at, start + at + 1)));
                }
                file += 1;
                at += 1;
            } else if let Some(found) = self.letters.read(rest) {
                if let Some(square) = self.square(file, rank) {
                    if self.shape.exists(square) {
                        board.put(square, found.piece);
                    } else {
                        self.diagnostics.push(Diagnostic::new(
                            codes::FEN_HOLE_MISMATCH,
                            Span::new(start + at, start + at + found.len),
                            format!("{} is a hole of the board", self.shape.name(square)),
                        ));
                    }
                }
                file += 1;
                at += found.len;
            } else {
                let len = rest.chars().next().map_or(1, char::len_utf8);
                self.diagnostics.push(
                    Diagnostic::new(
                        codes::FEN_UNKNOWN_PIECE,
                        Span::new(start + at, start + at + len),
                        format!("`{}` is no piece of this variant", &rest[..len]),
                    )
                    .with_help(format!("the pieces are {}", self.letters.names.join(" "))),
                );
                file += 1;
                at += len;
            }
            if file > files {
                self.diagnostics.push(Diagnostic::new(
                    codes::FEN_RANK_LENGTH,
                    Span::new(start + span_from, start + text.len()),
                    format!("{} has more than {files} squares", self.called(rank)),
                ));
                return;
            }
        }
        if file < files {
            self.diagnostics.push(Diagnostic::new(
                codes::FEN_RANK_LENGTH,
                Span::new(start, start + text.len()),
                format!(
                    "{} has {file} squares, the board has {files} files",
                    self.called(rank)
                ),
            ));
        }
        for (from, to) in gaps {
            let hole = (from..to)
                .filter_map(|file| self.square(file, rank))
                .find(|square| !self.shape.exists(*square));
            if let Some(hole) = hole {
                self.diagnostics.push(
                    Diagnostic::new(
                        codes::FEN_HOLE_MISMATCH,
                        Span::new(start, start + text.len()),
                        format!(
                            "{} is a hole of the board, not an empty square",
                            self.shape.name(hole)
                        ),
                    )
                    .with_help("write `*` for squares that are not there"),
                );
            }
        }
    }

    /// A rank by its name; ranks of points have none.
    fn called(&self, rank: u8) -> String {
        let label = self
            .square(0, rank)
            .map(|first| self.shape.rank_label(self.shape.rank_of(first)))
            .unwrap_or_default();
        match label.as_str() {
            "" => "the rank".to_owned(),
            label => format!("rank {label}"),
        }
    }

    fn square(&self, file: usize, rank: u8) -> Option<Square> {
        self.layer.at(self.shape, u8::try_from(file).ok()?, rank)
    }

    fn hands(&mut self, text: &str, start: usize) -> [Hand; 2] {
        let mut hands = [Hand::default(), Hand::default()];
        let inner = text.strip_prefix('[').unwrap_or(text);
        let Some(inner) = inner.strip_suffix(']') else {
            self.diagnostics.push(Diagnostic::new(
                codes::FEN_BAD_HAND,
                Span::new(start, start + text.len()),
                "the hand is not closed with `]`",
            ));
            return hands;
        };
        if inner == "-" {
            return hands;
        }
        let mut at = 0;
        while at < inner.len() {
            let rest = &inner[at..];
            if let Some(found) = self.letters.read(rest) {
                let hand = &mut hands[found.piece.color.index()];
                if hand.count(found.piece.role) < MAX_HAND {
                    hand.add(found.piece.role);
                } else {
                    self.diagnostics.push(
                        Diagnostic::new(
                            codes::FEN_BAD_HAND,
                            Span::new(start + 1 + at, start + 1 + inner.len()),
                            format!(
                                "a hand holds at most {MAX_HAND} pieces of a kind, and here is one \
                                 more `{}`",
                                &rest[..found.len]
                            ),
                        )
                        .with_help("leave out what can never be dropped"),
                    );
                    break;
                }
                at += found.len;
            } else {
                let len = rest.chars().next().map_or(1, char::len_utf8);
                self.diagnostics.push(Diagnostic::new(
                    codes::FEN_BAD_HAND,
                    Span::new(start + 1 + at, start + 1 + at + len),
                    format!("`{}` is no piece of this variant", &rest[..len]),
                ));
                at += len;
            }
        }
        hands
    }

    fn rest(&mut self, fields: &[(&str, Span)], fen: &mut Fen) {
        let own = fields
            .iter()
            .position(|(word, _)| word.contains('='))
            .unwrap_or(fields.len());
        let (fields, named) = fields.split_at(own);
        for (word, span) in named {
            match word.split_once('=') {
                Some((name, value)) => fen.own.push(OwnField {
                    name: name.to_owned(),
                    value: value.to_owned(),
                    span: *span,
                }),
                None => self.bad(*span, word, "only fields `name=value` stand here"),
            }
        }
        let mut fields = fields.iter().copied().peekable();
        if let Some((word, span)) = fields.peek().copied() {
            match word {
                "w" => fen.turn = Color::White,
                "b" => fen.turn = Color::Black,
                _ => {
                    self.bad(span, word, "the side to move is `w` or `b`");
                    return;
                }
            }
            fields.next();
        }
        if let Some((word, span)) = fields.peek().copied()
            && (word == "-" || word.chars().all(|c| c.is_ascii_alphabetic()))
        {
            fen.rights = Some((word.to_owned(), span));
            fields.next();
        }
        if let Some((word, span)) = fields.peek().copied() {
            if word == "-" {
                fields.next();
            } else if word.starts_with(|c: char| c.is_ascii_lowercase()) {
                match self.squares(word) {
                    Some(squares) => fen.en_passant = squares,
                    None => self.bad(
                        span,
                        word,
                        "en passant squares are written together, such as `e3`",
                    ),
                }
                fields.next();
            } else if fields.clone().filter(|(word, _)| is_number(word)).count() > 2 {
                fen.counting = word.parse().ok();
                fields.next();
            }
        }
        if let Some((word, _)) = fields.peek().copied()
            && let Some(counters) = counters(word)
        {
            fen.counters = Some(counters);
            fields.next();
        }
        for slot in [&mut fen.halfmove_clock, &mut fen.fullmove_number] {
            if let Some((word, span)) = fields.next() {
                match (word, word.parse::<u16>()) {
                    ("-", _) => {}
                    (_, Ok(number)) => *slot = number,
                    _ => self.bad(span, word, "the clocks are two numbers"),
                }
            }
        }
        if let Some((word, span)) = fields.next() {
            self.bad(span, word, "nothing stands behind the clocks");
        }
    }

    fn squares(&self, text: &str) -> Option<SmallVec<[Square; 2]>> {
        let mut squares = SmallVec::new();
        let mut at = 0;
        while at < text.len() {
            let (square, len) = self.shape.parse_prefix(&text[at..])?;
            squares.push(square);
            at += len;
        }
        Some(squares)
    }

    fn bad(&mut self, span: Span, word: &str, help: &str) {
        self.diagnostics.push(
            Diagnostic::new(
                codes::FEN_BAD_FIELD,
                span,
                format!("`{word}` cannot be read here"),
            )
            .with_help(help),
        );
    }
}

fn is_number(word: &str) -> bool {
    word.parse::<u16>().is_ok()
}

fn counters(word: &str) -> Option<Counters> {
    let (white, black) = word.split_once('+')?;
    Some(Counters {
        white: white.parse().ok()?,
        black: black.parse().ok()?,
    })
}

/// The board part of a FEN and the hands in brackets, if any piece is in hand.
pub(crate) fn write_board(
    board: &Board,
    hands: &[Hand; 2],
    shape: &BoardShape,
    letters: &Letters,
) -> String {
    let mut text = write_layer(board, shape.squares_layer(), shape, letters);
    if hands.iter().any(|hand| !hand.is_empty()) {
        text.push('[');
        for color in Color::ALL {
            for (role, count) in hands[color.index()].iter() {
                (0..count).for_each(|_| text.push_str(&letters.name(Piece { color, role })));
            }
        }
        text.push(']');
    }
    text
}

/// The field of a FEN that says who stands on the points of a board, if anybody does.
pub(crate) fn write_points(board: &Board, shape: &BoardShape, letters: &Letters) -> Option<String> {
    let layer = shape.points_layer()?;
    board
        .pieces()
        .any(|(square, _)| shape.is_point(square))
        .then(|| format!("{POINTS}={}", write_layer(board, layer, shape, letters)))
}

/// The name of that field.
const POINTS: &str = "points";

fn write_layer(board: &Board, layer: Layer, shape: &BoardShape, letters: &Letters) -> String {
    let mut text = String::new();
    for rank in (0..layer.ranks).rev() {
        let mut run = 0;
        for file in 0..layer.files {
            let Some(square) = layer.at(shape, file, rank) else {
                continue;
            };
            let there = shape.exists(square);
            let written = match board.get(square) {
                Cell::Piece(piece) => letters.name(piece),
                Cell::Wall => "*".to_owned(),
                Cell::Empty if !there || shape.vanishing().contains(square) => "*".to_owned(),
                Cell::Empty => {
                    run += 1;
                    continue;
                }
            };
            flush(&mut text, &mut run);
            text.push_str(&written);
        }
        flush(&mut text, &mut run);
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

fn flush(text: &mut String, run: &mut u32) {
    if *run > 0 {
        text.push_str(&run.to_string());
        *run = 0;
    }
}
