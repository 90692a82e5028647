//! Square names of XBoard: files by letter, ranks from 1, or from 0 on boards of ten ranks.

use ferz::geometry::{BoardShape, Square, name_lengths};

/// The number of the first rank in XBoard.
fn first_rank(shape: &BoardShape) -> u32 {
    u32::from(shape.ranks() != 10)
}

/// The name of a square.
pub(super) fn name(shape: &BoardShape, square: Square) -> String {
    if shape.has_intersections() {
        return shape.name(square);
    }
    let file = BoardShape::file_name(shape.file_of(square));
    let rank = u32::from(shape.rank_of(square)) + first_rank(shape);
    format!("{file}{rank}")
}

/// The square at the beginning of a text, with the length of its name in bytes.
pub(super) fn parse_prefix(shape: &BoardShape, text: &str) -> Option<(Square, usize)> {
    if shape.has_intersections() {
        return shape.parse_prefix(text);
    }
    let (letters, digits) = name_lengths(text)?;
    let rank = text[letters..letters + digits].parse::<u32>().ok()?;
    let rank = u8::try_from(rank.checked_sub(first_rank(shape))?).ok()?;
    let file = (0..shape.files()).find(|file| BoardShape::file_name(*file) == text[..letters])?;
    let square = shape
        .at(file, rank)
        .filter(|square| shape.exists(*square))?;
    Some((square, letters + digits))
}

/// The square with a name.
pub(super) fn parse(shape: &BoardShape, text: &str) -> Option<Square> {
    let (square, length) = parse_prefix(shape, text)?;
    (length == text.len()).then_some(square)
}

/// Converts the squares in a text to names of XBoard. Intersections have no names there.
pub(super) fn to_xboard(shape: &BoardShape, text: &str) -> String {
    if shape.has_intersections() {
        return text.to_owned();
    }
    translated(text, |rest| {
        let (square, length) = shape.parse_prefix(rest)?;
        Some((name(shape, square), length))
    })
}

/// Converts the squares in a text of XBoard to names of this program.
pub(super) fn from_xboard(shape: &BoardShape, text: &str) -> String {
    if shape.has_intersections() {
        return text.to_owned();
    }
    translated(text, |rest| {
        let (square, length) = parse_prefix(shape, rest)?;
        Some((shape.name(square), length))
    })
}

fn translated(text: &str, square: impl Fn(&str) -> Option<(String, usize)>) -> String {
    let mut written = String::new();
    let mut rest = text;
    while let Some(char) = rest.chars().next() {
        if let Some((name, length)) = square(rest) {
            written.push_str(&name);
            rest = &rest[length..];
        } else {
            written.push(char);
            rest = &rest[char.len_utf8()..];
        }
    }
    written
}
