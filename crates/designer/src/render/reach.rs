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

use super::legend::{Symbol, symbols, used};
use super::marks::{Marks, Ray};
use super::text::{BoardStyle, Sketch, cell};
use ferz::game::Position;
use ferz::geometry::{Offset, Square};

/// The character of a mark.
const fn sign(symbol: Symbol, style: BoardStyle) -> &'static str {
    let (unicode, ascii) = match symbol {
        Symbol::Both => ("●", "*"),
        Symbol::Move => ("•", "o"),
        Symbol::Capture => ("×", "x"),
        Symbol::HopBoth => ("◎", "8"),
        Symbol::HopMove => ("∘", "h"),
        Symbol::HopCapture => ("⊗", "H"),
        Symbol::FirstMove => ("i", "i"),
        Symbol::FirstCapture => ("I", "I"),
        Symbol::LocustMove => ("»", "j"),
        Symbol::LocustCapture => ("⊠", "J"),
        Symbol::EnPassant => ("e", "e"),
        Symbol::Castling => ("O", "O"),
        Symbol::Partner => ("□", "r"),
        Symbol::Friend => ("+", "+"),
        Symbol::Swap => ("⇄", "S"),
        Symbol::Mount => ("^", "^"),
        Symbol::Victim => ("!", "!"),
        Symbol::Clear => ("-", "-"),
        Symbol::Return => ("↺", "R"),
        Symbol::Relay => ("&", "&"),
        Symbol::GoesOn => ("→", ">"),
    };
    match style {
        BoardStyle::Unicode => unicode,
        BoardStyle::Ascii => ascii,
    }
}

/// A picture of moves with a legend; every line ends with a line feed.
pub fn reach_text(marks: &Marks, style: BoardStyle) -> String {
    let empty = if style == BoardStyle::Ascii { "." } else { " " };
    let piece = if style == BoardStyle::Ascii {
        "@"
    } else {
        "◆"
    };
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

/// A picture of the moves of a piece in a position, with the other pieces.
pub fn reach_text_in(marks: &Marks, position: &Position, style: BoardStyle) -> String {
    picture(marks, style, |square| cell(position, square, style))
}

fn picture(marks: &Marks, style: BoardStyle, ground: impl Fn(Square) -> Option<String>) -> String {
    let shape = marks.shape();
    let mut cells = Vec::with_capacity(shape.area());
    for index in 0..shape.area() as u16 {
        let square = Square::new(index);
        let ground = ground(square);
        let signs = symbols(marks.mark(square)).into_iter();
        let text: String = signs.map(|symbol| sign(symbol, style)).collect();
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
    let legend: Vec<String> = used(marks)
        .into_iter()
        .map(|symbol| format!("{} {}", sign(symbol, style), symbol.words()))
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

/// The border of a board chosen by reach: arrows at lines that continue.
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
                // Where two lines cross at the edge, the arrow points straight out.
                let crosses = !place.trim().is_empty() && *place != arrow;
                *place = if crosses {
                    let towards = Offset {
                        dx: i16::from(x >= files as i16) - i16::from(x < 0),
                        dy: i16::from(y >= ranks as i16) - i16::from(y < 0),
                    };
                    self::arrow(Ray { towards, ..*ray }, style).to_owned()
                } else {
                    arrow
                };
            }
        }
        border
    }
}

/// The first place outside the board on a ray, at most one step off the corners.
fn exit(marks: &Marks, ray: Ray) -> (i16, i16) {
    let shape = marks.shape();
    let longest = ray.towards.dx.abs().max(ray.towards.dy.abs()).max(1);
    // Halves round away from zero.
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
    use ferz::movement::Movement;

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
