//! Perft of a built-in variant, or of the first variant of a file.
//! `cargo run --release --example perft -- chess 5 [FEN]`

use std::io::{self, Write};

use ferz::formats::Format;
use ferz::game::perft;
use ferz::{Catalog, Variant};

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    count(&arguments, &mut io::stdout())
}

/// Runs perft as the arguments say; the first argument is the name of the program.
pub(crate) fn count(arguments: &[String], out: &mut impl Write) -> io::Result<()> {
    let name = arguments.get(1).map_or("chess", String::as_str);
    let depth: u32 = arguments
        .get(2)
        .and_then(|text| text.parse().ok())
        .unwrap_or(4);
    let file = std::fs::read_to_string(name).ok().map(|text| {
        let format = Format::recognize(&text).expect("a known format");
        Catalog::read(&text, format).value
    });
    let catalog = file.as_ref().unwrap_or_else(|| Catalog::builtin());
    let def = catalog
        .get(name)
        .or_else(|| catalog.first())
        .expect("a variant");
    let variant = Variant::compile(def).expect("it compiles");
    let position = match arguments.get(3) {
        Some(fen) => variant.parse_fen(fen).expect("a FEN of the variant"),
        None => variant.start(),
    };
    let start = std::time::Instant::now();
    let nodes = perft(&position, depth);
    let seconds = start.elapsed().as_secs_f64();
    let speed = nodes as f64 / seconds / 1e6;
    writeln!(
        out,
        "{name} perft {depth}: {nodes} in {seconds:.3} s, {speed:.1} M/s"
    )?;
    Ok(())
}
