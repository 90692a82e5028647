//! Reads a piece: findings, names, words, a picture, other spellings, and its moves on a board.
//! `cargo run --example reading -- '[F?R]'`

use std::io::{self, Write};

use ferz::definition::{PieceDef, VariantDef};
use ferz::geometry::BoardShape;
use ferz::movement::Dialect;
use ferz::{Movement, Variant};
use ferz_designer::explain;
use ferz_designer::render::{BoardStyle, Marks, reach_text};

fn main() -> io::Result<()> {
    let text = std::env::args().nth(1);
    tour(text.as_deref().unwrap_or("[F?R]"), &mut io::stdout())
}

/// Prints everything about a piece.
pub(crate) fn tour(text: &str, out: &mut impl Write) -> io::Result<()> {
    // Reading never fails: it returns a value, possibly with findings.
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

    // The legal moves of the piece on a board.
    if let Ok(piece) = PieceDef::new("P", text) {
        let board = BoardShape::rectangle(8, 8).expect("a good size");
        let def = VariantDef::new("two-pieces", board, "7p/8/8/8/8/8/8/P7 w");
        let variant = Variant::compile(&def.with_piece("piece", piece)).expect("a good start");
        writeln!(out, "{} moves from a1", variant.start().legal_moves().len())?;
    }
    Ok(())
}
