//! Pictures of moves for the terminal.
//!
//! ```text
//!   ┌───┬───┬───┬───┬───┐
//!   │   │ • │   │ • │   │
//!   ├───┼───┼───┼───┼───┤        . o . o .
//!   │ • │   │   │   │ • │        o . . . o
//!   ├───┼───┼───┼───┼───┤        . . @ . .
//!   │   │   │ ◆ │   │   │        o . . . o
//!   ├───┼───┼───┼───┼───┤        . o . o .
//!   │ • │   │   │   │ • │
//!   ├───┼───┼───┼───┼───┤
//!   │   │ • │   │ • │   │
//!   └───┴───┴───┴───┴───┘
//! ```
//!
//! A legend below the board explains the marks that occur.

use super::marks::{Demand, Mark, Marks, Ray, Sign};
use super::text::{BoardStyle, Sketch, cell};
use crate::game::Position;
use crate::geometry::Square;

/// One mark of the terminal: its signs and its meaning.
struct Symbol {
    unicode: &'static str,
    ascii: &'static str,
    words: &'static str,
}

impl Symbol {
    const fn new(unicode: &'static str, ascii: &'static str, words: &'static str) -> Symbol {
        Symbol {
            unicode,
            ascii,
            words,
        }
    }

    fn text(&self, style: BoardStyle) -> &'static str {
        match style {
            BoardStyle::Unicode => self.unicode,
            BoardStyle::Ascii => self.ascii,
        }
    }
}

/// The marks in the order of the legend.
const SYMBOLS: [Symbol; 20] = [
    Symbol::new("●", "*", "move or capture"),
    Symbol::new("•", "o", "move only"),
    Symbol::new("×", "x", "capture only"),
    Symbol::new("◎", "8", "move or capture over a piece"),
    Symbol::new("∘", "h", "move over a piece"),
    Symbol::new("⊗", "H", "capture over a piece"),
    Symbol::new("i", "i", "move, first move only"),
    Symbol::new("I", "I", "capture, first move only"),
    Symbol::new("»", "j", "move that captures on the way"),
    Symbol::new("⊠", "J", "capture that captures on the way too"),
    Symbol::new("e", "e", "capture en passant"),
    Symbol::new("O", "O", "castling"),
    Symbol::new("□", "r", "castling partner"),
    Symbol::new("+", "+", "capture of an own piece"),
    Symbol::new("^", "^", "must be occupied"),
    Symbol::new("!", "!", "captured on the way"),
    Symbol::new("-", "-", "must be empty"),
    Symbol::new("↺", "R", "may end where it began"),
    Symbol::new("◆", "@", "the piece"),
    Symbol::new("→", ">", "goes on"),
];

/// Where the arrow stands among the symbols, and the piece.
const GOES_ON: usize = 19;
const PIECE: usize = 18;

/// The numbers of the symbols of a mark.
fn symbols(mark: Mark) -> impl Iterator<Item = usize> {
    let kind = |demand: Demand| match demand {
        Demand { initial: true, .. } => 2,
        Demand { locust: true, .. } => 3,
        Demand { hop: true, .. } => 1,
        Demand { .. } => 0,
    };
    let (both, quiet, capture) = match (mark.quiet.map(kind), mark.capture.map(kind)) {
        (Some(0), Some(0)) => (Some(0), None, None),
        (Some(1), Some(1)) => (Some(3), None, None),
        (quiet, capture) => (
            None,
            quiet.map(|kind| [1, 4, 6, 8][kind]),
            capture.map(|kind| [2, 5, 7, 9][kind]),
        ),
    };
    let signs = mark.signs().map(|sign| match sign {
        Sign::EnPassant => 10,
        Sign::Castling => 11,
        Sign::Partner => 12,
        Sign::Friend => 13,
        Sign::Mount => 14,
        Sign::Victim => 15,
        Sign::Clear => 16,
        Sign::Return => 17,
    });
    [both, quiet, capture].into_iter().flatten().chain(signs)
}

/// A picture of moves with a legend; every line ends with a line feed.
pub fn reach_text(marks: &Marks, style: BoardStyle) -> String {
    let empty = if style == BoardStyle::Ascii { "." } else { " " };
    let piece = SYMBOLS[PIECE].text(style);
    picture(marks, style, |square| {
        let shape = marks.shape();
        if square == marks.origin() {
            Some(piece.to_owned())
        } else if shape.exists(square) && !shape.vanishing().contains(square) {
            Some(empty.to_owned())
        } else {
            None
        }
    })
}

/// A picture of the moves of one piece of a position, with the other pieces.
pub fn reach_text_in(marks: &Marks, position: &Position, style: BoardStyle) -> String {
    picture(marks, style, |square| cell(position, square, style))
}

fn picture(marks: &Marks, style: BoardStyle, ground: impl Fn(Square) -> Option<String>) -> String {
    let shape = marks.shape();
    let mut used = [false; SYMBOLS.len()];
    let mut cells = Vec::with_capacity(shape.area());
    for index in 0..shape.area() as u16 {
        let square = Square::new(index);
        let ground = ground(square);
        let mut text = String::new();
        for number in symbols(marks.mark(square)) {
            used[number] = true;
            text.push_str(SYMBOLS[number].text(style));
        }
        let is_free = ground
            .as_deref()
            .is_none_or(|ground| matches!(ground, " " | "."));
        cells.push(match ground {
            ground if text.is_empty() => ground,
            Some(ground) if !is_free => Some(ground + &text),
            _ => Some(text),
        });
    }
    let sketch = if marks.is_open() {
        used[GOES_ON] = !marks.rays().is_empty();
        let border = Border::new(marks, style);
        Sketch::framed_by(
            shape,
            cells,
            border.left,
            border.right,
            border.above,
            border.below,
        )
    } else {
        Sketch::named(shape, cells)
    };
    let mut text = sketch.draw(style);
    let legend: Vec<String> = SYMBOLS
        .iter()
        .zip(used)
        .filter(|(_, used)| *used)
        .map(|(symbol, _)| format!("{} {}", symbol.text(style), symbol.words))
        .collect();
    if !legend.is_empty() {
        text.push('\n');
    }
    let mut line = String::new();
    for entry in legend {
        let width = line.chars().count() + 3 + entry.chars().count();
        if !line.is_empty() && width > 76 {
            text.extend([line.as_str(), "\n"]);
            line.clear();
        }
        if !line.is_empty() {
            line.push_str("   ");
        }
        line.push_str(&entry);
    }
    if !line.is_empty() {
        text.extend([line.as_str(), "\n"]);
    }
    text
}

/// What stands around a board chosen by reach: arrows where lines go on.
struct Border {
    left: Vec<String>,
    right: Vec<String>,
    above: Vec<String>,
    below: Vec<String>,
}

impl Border {
    fn new(marks: &Marks, style: BoardStyle) -> Border {
        let shape = marks.shape();
        let (files, ranks) = (shape.files() as usize, shape.ranks() as usize);
        let mut border = Border {
            left: vec![" ".to_owned(); ranks],
            right: vec![String::new(); ranks],
            above: vec![String::new(); files + 2],
            below: vec![String::new(); files + 2],
        };
        for ray in marks.rays() {
            let (x, y) = exit(marks, *ray);
            let arrow = arrow(*ray, style).to_owned();
            let place = if y >= ranks as i16 {
                border.above.get_mut((x + 1) as usize)
            } else if y < 0 {
                border.below.get_mut((x + 1) as usize)
            } else if x < 0 {
                border.left.get_mut(y as usize)
            } else {
                border.right.get_mut(y as usize)
            };
            if let Some(place) = place {
                *place = arrow;
            }
        }
        border
    }
}

/// The first place outside the board on the way of a ray, at most one off its corners.
fn exit(marks: &Marks, ray: Ray) -> (i16, i16) {
    let shape = marks.shape();
    let longest = ray.towards.dx.abs().max(ray.towards.dy.abs()).max(1);
    // Halves are rounded away from zero.
    let part = |d: i16| (2 * d.abs() + longest) / (2 * longest) * d.signum();
    let (dx, dy) = (part(ray.towards.dx), part(ray.towards.dy));
    let (mut x, mut y) = (
        shape.file_of(ray.from) as i16,
        shape.rank_of(ray.from) as i16,
    );
    let (files, ranks) = (shape.files() as i16, shape.ranks() as i16);
    while (0..files).contains(&x) && (0..ranks).contains(&y) {
        (x, y) = (x + dx, y + dy);
    }
    (x.clamp(-1, files), y.clamp(-1, ranks))
}

fn arrow(ray: Ray, style: BoardStyle) -> &'static str {
    let (dx, dy) = (ray.towards.dx.signum(), ray.towards.dy.signum());
    match style {
        BoardStyle::Unicode => match (dx, dy) {
            (0, 1) => "↑",
            (1, 1) => "↗",
            (1, 0) => "→",
            (1, -1) => "↘",
            (0, -1) => "↓",
            (-1, -1) => "↙",
            (-1, 0) => "←",
            _ => "↖",
        },
        BoardStyle::Ascii => match (dx, dy) {
            (0, 1) => "^",
            (0, _) => "v",
            (1, 0) => ">",
            (_, 0) => "<",
            _ if dx == dy => "/",
            _ => "\\",
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movement::Movement;

    #[test]
    fn a_ferz_in_letters() {
        let ferz = Marks::of(&Movement::new("mFcW").unwrap()).unwrap();
        let text = "   . . . . .\n   . o x o .\n   . x @ x .\n   . o x o .\n   . . . . .\n\n\
                    o move only   x capture only\n";
        assert_eq!(reach_text(&ferz, BoardStyle::Ascii), text);
    }

    #[test]
    fn lines_end_in_arrows() {
        let bishop = Marks::of(&Movement::new("fB").unwrap()).unwrap();
        let text = reach_text(&bishop, BoardStyle::Unicode);
        let first = text.lines().next().unwrap();
        assert!(first.starts_with('↖') && first.ends_with('↗'), "{text}");
    }
}
