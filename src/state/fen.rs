//! FEN parser and writer, independent of the variant: the board, the side to move and the fields after them.
//!
//! # Reading
//! - ranks from the top, with runs of empty squares of any number of digits;
//! - `*` is a square that does not exist: a hole, an empty vanishing square, or a wall;
//! - a `~` after a piece without one in its name has no meaning;
//! - a hand in brackets after the board: `[QRbp]`, `[]`, `[-]` or nothing; or as an additional rank;
//! - the other fields are read by [`fields`](super::fields).

use crate::geometry::{BoardShape, FewOf, Layer, Square, grouped, value_at};
use crate::source::{Diagnostic, Parse, Span, codes};

use super::board::{Board, Cell, Color, Piece, Role};
use super::fields::read_fields;
use super::setup::Hand;

/// The largest number of pieces of one kind in a hand, which no play reaches.
pub const MAX_HAND: u16 = u16::MAX;

/// A piece read from a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FenPiece {
    /// The piece.
    pub piece: Piece,
    /// The length of its letter in bytes.
    pub len: usize,
}

/// The letters of a variant's pieces.
///
/// ```
/// use ferz::Variant;
/// use ferz::state::{Color, Piece};
///
/// let chess = Variant::builtin("chess").unwrap();
/// let role = chess.role("knight").unwrap();
/// let letters = chess.letters();
/// assert_eq!(letters.name(Piece { color: Color::Black, role }), "n");
/// assert_eq!(letters.role("N"), Some(role));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Letters {
    names: Vec<String>,
    /// Alternative letters, which are read if no piece has them as its own.
    second: Vec<Option<String>>,
    index: Index,
    second_index: Index,
}

impl Letters {
    /// The letters by role, in White's case.
    #[doc(hidden)]
    pub fn new(names: Vec<String>) -> Letters {
        Letters {
            index: Index::of(readable(&names)),
            names,
            ..Letters::default()
        }
    }

    /// The same letters with alternative ones by role, which are read if no piece has them as its own.
    pub(crate) fn with_second(mut self, second: Vec<Option<String>>) -> Letters {
        self.second_index = Index::of(second_readable(&second));
        self.second = second;
        self
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

    /// Reads the piece at the beginning of a text; the longest letter takes precedence, and
    /// alternative letters come last.
    #[doc(hidden)]
    pub fn read(&self, text: &str) -> Option<FenPiece> {
        let first = self.index.longest(text);
        first.or_else(|| self.second_index.longest(text))
    }

    /// The role with this letter, in either case.
    pub fn role(&self, name: &str) -> Option<Role> {
        let mut all = readable(&self.names).chain(second_readable(&self.second));
        all.find(|(_, known)| known.eq_ignore_ascii_case(name))
            .map(|(role, _)| role)
    }

    /// The alternative letter of a role, unless another piece is named so.
    pub(crate) fn second_name(&self, role: Role) -> Option<&str> {
        let second = self.second.get(role.index())?.as_deref()?;
        (self.role(second) == Some(role)).then_some(second)
    }
}

/// The letters that a text can have. In a faulty definition a piece may have an empty letter, which
/// would match everywhere, or a number that exceeds the roles.
fn readable(names: &[String]) -> impl Iterator<Item = (Role, &str)> {
    let names = names.iter().take(Role::MAX).enumerate();
    names
        .filter(|(_, name)| !name.is_empty())
        .map(|(index, name)| (Role::new(index), name.as_str()))
}

fn second_readable(names: &[Option<String>]) -> impl Iterator<Item = (Role, &str)> {
    let names = names.iter().take(Role::MAX).enumerate();
    names.filter_map(|(index, name)| Some((Role::new(index), name.as_deref()?)))
}

/// The pieces by letter, in each side's case.
#[derive(Clone, Debug, Default)]
struct Index {
    /// The last of the pieces with the same letter counts.
    pieces: Vec<(String, Vec<Piece>)>,
    /// The length of the longest letter in bytes.
    longest: usize,
}

impl Index {
    fn of<'a>(letters: impl Iterator<Item = (Role, &'a str)>) -> Index {
        let mut pieces: Vec<(String, Piece)> = Vec::new();
        for (role, name) in letters {
            for color in Color::ALL {
                let name = match color {
                    Color::White => name.to_owned(),
                    Color::Black => name.to_lowercase(),
                };
                pieces.push((name, Piece { color, role }));
            }
        }
        Index {
            longest: pieces.iter().map(|(name, _)| name.len()).max().unwrap_or(0),
            pieces: grouped(pieces),
        }
    }

    /// The piece with the longest letter that begins a text.
    fn longest(&self, text: &str) -> Option<FenPiece> {
        (1..=self.longest.min(text.len())).rev().find_map(|len| {
            let piece = *value_at(&self.pieces, text.get(..len)?)?.last()?;
            Some(FenPiece { piece, len })
        })
    }
}

/// Numbers of checks by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counters {
    /// Checks by White.
    pub white: u16,
    /// Checks by Black.
    pub black: u16,
}

/// The field of counted checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checks {
    /// The numbers of checks still to give: `3+3`.
    ToGive(Counters),
    /// The numbers of checks given, in the form of Lichess: `+0+0`.
    Given(Counters),
}

/// The form of the hand in a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandForm {
    /// In brackets after the board.
    Brackets,
    /// As an additional rank.
    Rank,
}

/// The contents of a FEN, before validation by a variant.
#[derive(Clone, Debug, PartialEq)]
pub struct Fen {
    /// The board.
    pub board: Board,
    /// The span of the board part, without the hand.
    pub board_span: Span,
    /// The spans of the pieces on the board.
    pub places: Vec<(Square, Span)>,
    /// The hands, White's first; `None` if absent.
    pub hands: Option<[Hand; 2]>,
    /// The form and span of the hands.
    pub hand_form: Option<(HandForm, Span)>,
    /// The side to move.
    pub turn: Color,
    /// The rights field and its span, if present.
    pub rights: Option<(String, Span)>,
    /// The squares of the en passant field.
    pub en_passant: FewOf<Square, 2>,
    /// The span of the en passant field.
    pub en_passant_span: Span,
    /// The limit of a count, in place of the en passant field, and its span.
    pub counting: Option<(u16, Span)>,
    /// The counted checks and their span.
    pub checks: Option<(Checks, Span)>,
    /// Halfmove clock.
    pub halfmove_clock: u16,
    /// Fullmove number.
    pub fullmove_number: u16,
    /// Extension fields.
    pub own: Vec<OwnField>,
    /// The spans of walls on existing squares.
    pub walls: Vec<(Square, Span)>,
    /// The spans of `~` after pieces without one in their names.
    pub idle_marks: Vec<Span>,
}

/// An extension field `name=value`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnField {
    /// The name.
    pub name: String,
    /// The value.
    pub value: String,
    /// The span of the field.
    pub span: Span,
}

impl Fen {
    /// Reads a FEN for a board with these pieces.
    pub fn parse(text: &str, shape: &BoardShape, letters: &Letters) -> Parse<Fen> {
        let mut reader = Reader {
            shape,
            letters,
            layer: shape.squares_layer(),
            walls: Vec::new(),
            places: Vec::new(),
            idle_marks: Vec::new(),
            diagnostics: Vec::new(),
        };
        let mut fields = fields(text);
        if let [(word, span), (board, next), ..] = fields.as_slice()
            && matches!(*word, "FEN:" | "fen:" | "FEN" | "fen")
            && board.contains('/')
        {
            let message = format!("`{word}` is not part of the FEN");
            let finding = Diagnostic::new(codes::FEN_BAD_FIELD, *span, message);
            let edit = Span::new(span.start as usize, next.start as usize);
            let finding = finding
                .with_help("begin with the board")
                .with_edit(edit, "");
            reader.diagnostics.push(finding);
            fields.remove(0);
        }
        let Some((board_text, board_span)) = fields.first().copied() else {
            reader.diagnostics.push(
                Diagnostic::new(codes::FEN_EMPTY, Span::at(0), "the FEN is empty")
                    .with_help("write at least the board field, rank by rank from the top"),
            );
            return Parse {
                value: Fen::nothing(Board::empty(shape.area())),
                diagnostics: reader.diagnostics,
            };
        };
        let (ranks, hand, form) = reader.without_hand(board_text);
        let start = board_span.start as usize;
        let board = reader.board(ranks, start);
        let hand_at = start + board_text.len() - hand.len();
        let hands = form.map(|form| reader.hands(hand, hand_at, form));
        let mut fen = Fen {
            board_span: Span::new(start, start + ranks.len()),
            hands,
            hand_form: form.map(|form| (form, Span::new(hand_at, hand_at + hand.len()))),
            ..Fen::nothing(board)
        };
        read_fields(&fields[1..], shape, &mut fen, &mut reader.diagnostics);
        fen.walls = std::mem::take(&mut reader.walls);
        if let Some(layer) = shape.intersection_layer()
            && let Some(index) = fen.own.iter().position(|field| field.name == INTERSECTIONS)
        {
            let field = fen.own.remove(index);
            let start = field.span.start as usize + INTERSECTIONS.len() + 1;
            reader.layer = layer;
            reader.ranks(&field.value, start, &mut fen.board);
            fen.walls.append(&mut reader.walls);
        }
        fen.places = reader.places;
        fen.idle_marks = reader.idle_marks;
        Parse {
            value: fen,
            diagnostics: reader.diagnostics,
        }
    }

    /// A FEN of a board alone.
    fn nothing(board: Board) -> Fen {
        Fen {
            board,
            board_span: Span::at(0),
            places: Vec::new(),
            hands: None,
            hand_form: None,
            turn: Color::White,
            rights: None,
            en_passant: FewOf::new(),
            en_passant_span: Span::at(0),
            counting: None,
            checks: None,
            halfmove_clock: 0,
            fullmove_number: 1,
            own: Vec::new(),
            walls: Vec::new(),
            idle_marks: Vec::new(),
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
    /// The layer whose ranks are read.
    layer: Layer,
    walls: Vec<(Square, Span)>,
    places: Vec<(Square, Span)>,
    idle_marks: Vec<Span>,
    diagnostics: Vec<Diagnostic>,
}

impl Reader<'_> {
    /// Splits a board part into its ranks and the hand. A hand in the form of a rank consists of
    /// pieces only, so no rank of the board can be mistaken for one.
    fn without_hand<'t>(&self, text: &'t str) -> (&'t str, &'t str, Option<HandForm>) {
        if let Some(at) = text.find('[') {
            let (ranks, hand) = text.split_at(at);
            return (ranks, hand, Some(HandForm::Brackets));
        }
        let wanted = self.layer.ranks as usize;
        match text.rsplit_once('/') {
            Some((ranks, hand))
                if ranks.split('/').count() == wanted
                    && !hand.contains(|c: char| c.is_ascii_digit() || c == '*') =>
            {
                (ranks, hand, Some(HandForm::Rank))
            }
            _ => (text, "", None),
        }
    }

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
            // The span of surplus ranks, or the end if ranks are missing.
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
                    1 => format!("the FEN has 1 rank, the board has {wanted}"),
                    written => format!("the FEN has {written} ranks, the board has {wanted}"),
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
                let place = Span::new(start + at, start + at + found.len);
                if let Some(square) = self.square(file, rank) {
                    if self.shape.exists(square) {
                        board.put(square, found.piece);
                        self.places.push((square, place));
                    } else {
                        self.diagnostics.push(Diagnostic::new(
                            codes::FEN_HOLE_MISMATCH,
                            place,
                            format!("{} is a hole of the board", self.shape.name(square)),
                        ));
                    }
                }
                file += 1;
                at += found.len;
                if text[at..].starts_with('~') {
                    self.idle_marks.push(Span::new(start + at, start + at + 1));
                    at += 1;
                }
            } else {
                let len = rest.chars().next().map_or(1, char::len_utf8);
                self.diagnostics.push(
                    Diagnostic::new(
                        codes::FEN_UNKNOWN_PIECE,
                        Span::new(start + at, start + at + len),
                        format!("`{}` is not a piece of this variant", &rest[..len]),
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
                    .with_help("write `*` for squares that do not exist"),
                );
            }
        }
    }

    /// The name of a rank for messages; ranks of intersections have none.
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

    fn hands(&mut self, text: &str, start: usize, form: HandForm) -> [Hand; 2] {
        let mut hands = [Hand::default(), Hand::default()];
        let (inner, first) = match form {
            HandForm::Brackets => (text[1..].strip_suffix(']'), start + 1),
            HandForm::Rank => (Some(text), start),
        };
        let Some(inner) = inner else {
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
                            Span::new(first + at, first + inner.len()),
                            format!(
                                "a hand holds at most {MAX_HAND} pieces of a kind, but the FEN has more `{}`",
                                &rest[..found.len]
                            ),
                        )
                        .with_help("delete pieces that can never be dropped"),
                    );
                    break;
                }
                at += found.len;
            } else {
                let len = rest.chars().next().map_or(1, char::len_utf8);
                self.diagnostics.push(Diagnostic::new(
                    codes::FEN_BAD_HAND,
                    Span::new(first + at, first + at + len),
                    format!("`{}` is not a piece of this variant", &rest[..len]),
                ));
                at += len;
            }
        }
        hands
    }
}

/// Writes the board part of a FEN, with the hands in brackets if not empty.
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

/// The text of a FEN field, or `-` if it is empty.
pub(crate) fn or_none(text: String) -> String {
    if text.is_empty() {
        "-".to_owned()
    } else {
        text
    }
}

/// Writes the FEN field of the pieces on intersections, if any.
pub(crate) fn write_intersections(
    board: &Board,
    shape: &BoardShape,
    letters: &Letters,
) -> Option<String> {
    let layer = shape.intersection_layer()?;
    board
        .pieces()
        .any(|(square, _)| shape.is_intersection(square))
        .then(|| {
            format!(
                "{INTERSECTIONS}={}",
                write_layer(board, layer, shape, letters)
            )
        })
}

/// The name of the field.
const INTERSECTIONS: &str = "intersections";

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
