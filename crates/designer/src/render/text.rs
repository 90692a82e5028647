//! Text pictures of boards for the terminal.
//!
//! ```text
//!   ┌───┬───┬───┐
//! 2 │   │ ♚ │   │
//!   ├───┼───┼───┤        2  . k .
//! 1 │ ♖ │   │ G │        1  R . G
//!   └───┴───┴───┘           a b c
//!     a   b   c
//! ```
//!
//! Pieces are shown by the letters of their definition. In [`BoardStyle::Unicode`] king, queen, rook, bishop,
//! knight and pawn have the usual symbols. Holes are blank.

use ferz::game::{Game, Outcome, Position};
use ferz::geometry::{BoardShape, Square, SquareSet};
use ferz::state::{Cell, Color, Hand, Piece};

/// The style of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum BoardStyle {
    /// ASCII: letters and full stops.
    Ascii,
    /// A frame of lines, and symbols for the orthodox pieces.
    #[default]
    Unicode,
}

/// The view of a board.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct BoardView {
    /// The style.
    pub style: BoardStyle,
    /// Whether Black is at the bottom.
    pub flipped: bool,
    /// The squares in brackets, such as those of the last move.
    pub marked: SquareSet,
}

impl From<BoardStyle> for BoardView {
    fn from(style: BoardStyle) -> BoardView {
        BoardView {
            style,
            flipped: false,
            marked: SquareSet::new(),
        }
    }
}

/// The board with the names of files and ranks; every line ends with a line feed.
pub fn board_text(position: &Position, style: BoardStyle) -> String {
    Sketch::new(position, style).draw(style)
}

/// The board in a given view.
///
/// ```
/// use ferz::formats::Catalog;
/// use ferz::game::Variant;
/// use ferz_designer::render::{BoardStyle, BoardView, board_view_text};
///
/// let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
/// let view = BoardView {
///     style: BoardStyle::Ascii,
///     flipped: true,
///     marked: chess.square("e1").into_iter().collect(),
/// };
/// let text = board_view_text(&chess.start(), &view);
/// assert_eq!(text.lines().next(), Some("1  R N B[K]Q B N R"));
/// ```
pub fn board_view_text(position: &Position, view: &BoardView) -> String {
    Sketch::new(position, view.style)
        .seen(view)
        .draw(view.style)
}

/// The pieces in hand, with a line for each side that has any.
pub fn hands_text(position: &Position) -> String {
    let hands = Color::ALL.into_iter().filter_map(|color| {
        let hand = &position.setup().hands[color.index()];
        (!hand.is_empty()).then(|| hand_line(position, color, hand))
    });
    hands.collect()
}

/// The board, the hands, the side to move, and check or the result, as far as the position alone shows.
pub fn position_text(position: &Position, style: BoardStyle) -> String {
    with_outcome(position, position.outcome(), &style.into())
}

/// [`position_text`] for the current position of a game in a given view, with the result that its history gives.
pub fn game_text(game: &Game, view: &BoardView) -> String {
    with_outcome(game.position(), game.outcome(), view)
}

fn with_outcome(position: &Position, outcome: Outcome, view: &BoardView) -> String {
    let mut text = board_view_text(position, view);
    text.push('\n');
    text.push_str(&hands_text(position));
    text.push_str(&marks_text(position));
    text.push_str(&state_line(position, outcome));
    text
}

/// The marked squares, with a line for each mark that occurs.
fn marks_text(position: &Position) -> String {
    let marked = position.marked_squares();
    let shape = position.variant().shape();
    let mut lines = String::new();
    for same in marked.chunk_by(|(one, _), (other, _)| one == other) {
        let squares: Vec<String> = same.iter().map(|(_, square)| shape.name(*square)).collect();
        lines += &format!("Marked as {}: {}\n", same[0].0, squares.join(" "));
    }
    lines
}

fn hand_line(position: &Position, color: Color, hand: &Hand) -> String {
    let pieces: Vec<String> = hand
        .iter()
        .map(|(role, count)| {
            let letter = position.variant().letters().name(Piece { color, role });
            if count == 1 {
                letter
            } else {
                format!("{count}{letter}")
            }
        })
        .collect();
    format!("{} in hand: {}\n", color.name(), pieces.join(" "))
}

fn state_line(position: &Position, outcome: Outcome) -> String {
    let mover = position.turn().name();
    match outcome {
        Outcome::Ongoing if position.is_check() => format!("{mover} to move, in check\n"),
        Outcome::Ongoing => format!("{mover} to move\n"),
        Outcome::Ended {
            white,
            black,
            reason,
        } => format!("{mover} to move; the game is over: {reason}, {white} : {black}\n"),
    }
}

/// A board as text: cells of equal width, and the texts around them.
pub(super) struct Sketch<'a> {
    shape: &'a BoardShape,
    /// The cells by square; `None` for holes.
    cells: Vec<Option<String>>,
    /// The width of a cell, in characters.
    width: usize,
    /// The texts on the left of the ranks, from the first rank.
    left: Vec<String>,
    /// The texts on the right of the ranks.
    right: Vec<String>,
    /// The texts above the files, starting with the left corner.
    above: Vec<String>,
    /// The texts below the files, starting with the left corner.
    below: Vec<String>,
    /// The squares in brackets.
    marked: SquareSet,
    /// Whether Black is at the bottom.
    flipped: bool,
}

impl<'a> Sketch<'a> {
    fn new(position: &'a Position, style: BoardStyle) -> Self {
        let shape = position.variant().shape();
        let cells = (0..shape.area() as u16)
            .map(|index| cell(position, Square::new(index), style))
            .collect();
        Sketch::named(shape, cells)
    }

    /// Cells surrounded by the names of ranks and files.
    pub(super) fn named(shape: &'a BoardShape, cells: Vec<Option<String>>) -> Self {
        let names: Vec<String> = (0..shape.ranks())
            .map(|rank| shape.rank_label(rank))
            .collect();
        let margin = names.iter().map(|name| length(name)).max().unwrap_or(1);
        let left = names.iter().map(|name| format!("{name:>margin$}"));
        let files = (0..shape.files()).map(|file| shape.file_label(file));
        let files = std::iter::once(String::new()).chain(files).collect();
        let left = left.collect();
        Sketch::framed_by(shape, cells, left, Vec::new(), Vec::new(), files)
    }

    /// Cells surrounded by any texts: on the left and right by rank, above and below by file after the left
    /// corner.
    pub(super) fn framed_by(
        shape: &'a BoardShape,
        cells: Vec<Option<String>>,
        left: Vec<String>,
        right: Vec<String>,
        above: Vec<String>,
        below: Vec<String>,
    ) -> Self {
        let texts = cells.iter().flatten().chain(&above).chain(&below);
        let width = texts.map(|text| length(text)).max().unwrap_or(1).max(1);
        Sketch {
            shape,
            cells,
            width,
            left,
            right,
            above,
            below,
            marked: SquareSet::new(),
            flipped: false,
        }
    }

    /// Applies a view: its side and its marked squares.
    fn seen(mut self, view: &BoardView) -> Self {
        self.marked = view.marked.clone();
        if view.flipped {
            self.flipped = true;
            self.left.reverse();
            // The corner stays in its place.
            for row in [&mut self.above, &mut self.below] {
                if let Some((_, files)) = row.split_first_mut() {
                    files.reverse();
                }
            }
        }
        self
    }

    /// The picture in a style; every line ends with a line feed.
    pub(super) fn draw(&self, style: BoardStyle) -> String {
        match style {
            BoardStyle::Ascii => self.plain(),
            BoardStyle::Unicode => self.framed(),
        }
    }

    /// The square in a column and a row of the picture, counted from the lower left corner.
    fn square(&self, column: u8, row: u8) -> Option<Square> {
        let (files, ranks) = (self.shape.files(), self.shape.ranks());
        if self.flipped {
            let file = files.checked_sub(column + 1)?;
            self.shape.at(file, ranks.checked_sub(row + 1)?)
        } else {
            self.shape.at(column, row)
        }
    }

    fn at(&self, column: u8, row: u8) -> Option<&str> {
        self.cells[self.square(column, row)?.index()].as_deref()
    }

    fn is_marked(&self, column: u8, row: u8) -> bool {
        let square = self.square(column, row);
        square.is_some_and(|square| self.marked.contains(square))
    }

    /// Whether a square exists in a column and a row, counted from 0.
    fn exists(&self, file: i16, rank: i16) -> bool {
        let (Ok(file), Ok(rank)) = (u8::try_from(file), u8::try_from(rank)) else {
            return false;
        };
        self.at(file, rank).is_some()
    }

    fn margin(&self) -> usize {
        self.left.first().map_or(0, |text| length(text))
    }

    fn plain(&self) -> String {
        let mut text = String::new();
        self.push_row(&mut text, &self.above, " ", "");
        for rank in (0..self.shape.ranks()).rev() {
            let mut line = format!("{} ", self.left[rank as usize]);
            let mut was_marked = false;
            for file in 0..self.shape.files() {
                let cell = self.at(file, rank).unwrap_or_default();
                let is_marked = self.is_marked(file, rank);
                line.push(match (was_marked, is_marked) {
                    (false, false) => ' ',
                    (false, true) => '[',
                    (true, false) => ']',
                    (true, true) => '|',
                });
                line.push_str(&padded(cell, self.width));
                was_marked = is_marked;
            }
            if was_marked {
                line.push(']');
            }
            if let Some(right) = self.right.get(rank as usize) {
                line.extend([" ", right]);
            }
            push_line(&mut text, &line);
        }
        self.push_row(&mut text, &self.below, " ", "");
        text
    }

    fn framed(&self) -> String {
        let mut text = String::new();
        self.push_row(&mut text, &self.above, "  ", " ");
        for rank in (0..self.shape.ranks() as i16).rev() {
            push_line(&mut text, &self.border(rank + 1));
            let mut line = format!("{} ", self.left[rank as usize]);
            for file in 0..=self.shape.files() as i16 {
                let wall = self.exists(file - 1, rank) || self.exists(file, rank);
                line.push(if wall { '│' } else { ' ' });
                if file < self.shape.files() as i16 {
                    let cell = self.at(file as u8, rank as u8).unwrap_or_default();
                    let is_marked = self.is_marked(file as u8, rank as u8);
                    let [before, behind] = if is_marked { ["[", "]"] } else { [" ", " "] };
                    line.extend([before, &padded(cell, self.width), behind]);
                }
            }
            if let Some(right) = self.right.get(rank as usize) {
                line.extend([" ", right]);
            }
            push_line(&mut text, &line);
        }
        push_line(&mut text, &self.border(0));
        self.push_row(&mut text, &self.below, "  ", " ");
        text
    }

    /// The line below a rank, counted from 0.
    fn border(&self, rank: i16) -> String {
        let mut line = " ".repeat(self.margin() + 1);
        for file in 0..=self.shape.files() as i16 {
            let (nw, ne) = (self.exists(file - 1, rank), self.exists(file, rank));
            let (sw, se) = (self.exists(file - 1, rank - 1), self.exists(file, rank - 1));
            line.push(corner([nw || ne, ne || se, sw || se, nw || sw]));
            if file < self.shape.files() as i16 {
                let dash = if ne || se { "─" } else { " " };
                line.push_str(&dash.repeat(self.width + 2));
            }
        }
        line
    }

    /// Adds the line above or below the board, unless it is empty.
    fn push_row(&self, text: &mut String, row: &[String], before: &str, after: &str) {
        let Some((corner, files)) = row.split_first() else {
            return;
        };
        if row.iter().all(String::is_empty) {
            return;
        }
        let mut line = format!("{} ", padded(corner, self.margin()));
        for name in files {
            line.extend([before, &padded(name, self.width), after]);
        }
        push_line(text, &line);
    }
}

/// The text on a square; `None` for a hole.
pub(super) fn cell(position: &Position, square: Square, style: BoardStyle) -> Option<String> {
    let variant = position.variant();
    let shape = variant.shape();
    if !shape.exists(square) {
        return None;
    }
    match position.board().get(square) {
        Cell::Piece(piece) => Some(match style {
            BoardStyle::Unicode => symbol(position, piece).map_or_else(
                || variant.letters().name(piece),
                |symbol| symbol.to_string(),
            ),
            BoardStyle::Ascii => variant.letters().name(piece),
        }),
        Cell::Wall => Some(
            if style == BoardStyle::Ascii {
                "#"
            } else {
                "▒"
            }
            .to_owned(),
        ),
        Cell::Empty if shape.vanishing().contains(square) => None,
        Cell::Empty => Some(if style == BoardStyle::Ascii { "." } else { " " }.to_owned()),
    }
}

/// The usual symbol of an orthodox piece, recognized by its name.
fn symbol(position: &Position, piece: Piece) -> Option<char> {
    let pieces = &position.variant().def().pieces;
    let (name, _) = pieces.get_index(piece.role.index())?;
    let (white, black) = match name.to_ascii_lowercase().as_str() {
        "king" => ('♔', '♚'),
        "queen" => ('♕', '♛'),
        "rook" => ('♖', '♜'),
        "bishop" => ('♗', '♝'),
        "knight" => ('♘', '♞'),
        "pawn" => ('♙', '♟'),
        _ => return None,
    };
    Some(match piece.color {
        Color::White => white,
        Color::Black => black,
    })
}

/// The box-drawing character of a corner, from the lines upward, to the right, downward and to the left.
const fn corner(lines: [bool; 4]) -> char {
    match lines {
        [true, true, true, true] => '┼',
        [true, true, true, false] => '├',
        [true, true, false, true] => '┴',
        [true, false, true, true] => '┤',
        [false, true, true, true] => '┬',
        [true, true, false, false] => '└',
        [true, false, false, true] => '┘',
        [false, true, true, false] => '┌',
        [false, false, true, true] => '┐',
        // An edge borders on a square, so no line ends without a corner.
        [true, false, _, false] | [false, false, true, false] => '│',
        [false, true, false, _] | [false, false, false, true] => '─',
        [false, false, false, false] => ' ',
    }
}

fn length(text: &str) -> usize {
    text.chars().count()
}

fn padded(text: &str, width: usize) -> String {
    format!("{text:<width$}")
}

fn push_line(text: &mut String, line: &str) {
    text.push_str(line.trim_end());
    text.push('\n');
}
