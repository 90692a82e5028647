//! A game defined in code, without a definition file: a small board, Griffons, and no stalemate.
//! `cargo run --example in_code`

use std::io::{self, Write};

use ferz::Variant;
use ferz::definition::{PieceDef, VariantDef, Verdict};
use ferz::game::perft;
use ferz::geometry::BoardShape;
use ferz::source::Diagnostic;

fn small() -> Result<VariantDef, Vec<Diagnostic>> {
    let board = BoardShape::rectangle(5, 5).expect("a board within the limits");
    Ok(VariantDef::new("small", board, "rgk2/ppp2/5/2PPP/2KGR w")
        .with_piece("king", PieceDef::new("K", "K")?.royal())
        .with_piece("griffon", PieceDef::new("G", "[F?R]")?)
        .with_piece("rook", PieceDef::new("R", "R")?)
        .with_piece("pawn", PieceDef::new("P", "fmWfcF")?)
        .with_promotion("pawn", &["griffon", "rook"])?
        .with_rules(|rules| rules.set_stalemate(Verdict::Loss)))
}

fn main() -> io::Result<()> {
    tour(&mut io::stdout())
}

/// Runs perft to depth 3.
pub(crate) fn tour(out: &mut impl Write) -> io::Result<()> {
    let def = small().expect("movements that can be read");
    let variant = Variant::compile(&def).expect("a start position of the variant");
    for depth in 1..=3 {
        writeln!(out, "{}", perft(&variant.start(), depth))?;
    }
    Ok(())
}
