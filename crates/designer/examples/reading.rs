//! Reads a piece: findings, names, words, a picture, other spellings, and its paths on a board.
//! `cargo run --example reading -- '[F?R]'`

use std::io::{self, Write};

use ferz::compile::paths;
use ferz::geometry::{BoardShape, Perspective};
use ferz::movement::{Dialect, Movement, Pattern};
use ferz_designer::explain;
use ferz_designer::render::{BoardStyle, Marks, reach_text};

fn main() -> io::Result<()> {
    let text = std::env::args().nth(1);
    tour(text.as_deref().unwrap_or("[F?R]"), &mut io::stdout())
}

/// Says everything about a piece.
pub(crate) fn tour(text: &str, out: &mut impl Write) -> io::Result<()> {
    // Reading never fails: there is a value, and there may be findings.
    let read = Movement::read(text, Dialect::XBetza);
    for finding in &read.diagnostics {
        let place = &text[finding.span.range()];
        writeln!(out, "{} at `{place}`: {}", finding.code, finding.message)?;
    }
    let movement = read.value;

    writeln!(out, "{}", explain::names(&movement).join(", "))?;
    writeln!(out, "{}", explain::text(&movement))?;
    match Marks::of(&movement) {
        Ok(marks) => write!(out, "{}", reach_text(&marks, BoardStyle::Ascii))?,
        Err(error) => writeln!(out, "no picture: {error}")?,
    }
    for dialect in Dialect::ALL {
        match movement.to_betza(dialect) {
            Ok(spelling) => writeln!(out, "{dialect}: {spelling}")?,
            Err(reason) => writeln!(out, "{dialect}: {reason}")?,
        }
    }

    // On a board a movement is a list of paths with conditions.
    let shape = BoardShape::rectangle(8, 8).expect("a good size");
    let corner = shape.parse("a1").expect("a square");
    for pattern in movement.patterns() {
        if let Pattern::Walk(walk) = pattern {
            let found = paths(walk, &shape, Perspective::White, corner, 1000);
            let count = found.map_or(0, |paths| paths.len());
            writeln!(out, "{count} paths from a1")?;
        }
    }
    Ok(())
}
