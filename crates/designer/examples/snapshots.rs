//! Takes a snapshot of a variant's behavior, changes the variant, and shows the differences.
//! `cargo run --example snapshots`
//!
//! In the tests of another crate, with the feature `testing`, one line is enough:
//! `ferz_designer::testing::assert_variant_snapshot!("mine", &variant)`.

use std::io::{self, Write};

use ferz::formats::Format;
use ferz::{Catalog, Variant};
use ferz_designer::snapshot::{Settings, differences, section};

fn variant(knight: &str) -> Variant {
    let text = format!("name = 'mine'\ninherits = 'chess'\npieces.knight.move = '{knight}'\n");
    let catalog = Catalog::read(&text, Format::Toml)
        .into_result()
        .expect("a good definition");
    Variant::compile(catalog.first().expect("one variant")).expect("a good start position")
}

fn main() -> io::Result<()> {
    tour(&mut io::stdout())
}

/// Compares the snapshots before and after a change.
pub(crate) fn tour(out: &mut impl Write) -> io::Result<()> {
    // The same settings give the same bytes on every machine.
    let settings = Settings {
        seed: 7,
        positions: 2,
        depth: 2,
        nodes: 1000,
    };
    let before = section(&variant("N"), &settings);
    write!(out, "{before}")?;

    let now = section(&variant("NN"), &settings);
    if let Some(found) = differences(&before, &now) {
        writeln!(out, "With Nightriders for Knights:\n{found}")?;
    }
    Ok(())
}
