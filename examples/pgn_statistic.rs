//! Counts the endings of the games in a PGN file, and their lengths.
//! `cargo run --release --example pgn_statistic < games.pgn`

use std::collections::BTreeMap;
use std::io::{self, Read, Write};

use ferz::Variant;
use ferz::notation::{PgnLimits, Replay, game_texts, read_pgn};

fn main() -> io::Result<()> {
    count(&mut io::stdin(), &mut io::stdout())
}

/// Reads a stream of games, and writes a line for each kind of ending.
pub(crate) fn count(source: &mut impl Read, out: &mut impl Write) -> io::Result<()> {
    let chunks = std::iter::from_fn(|| {
        let mut chunk = vec![0; 1 << 16];
        let length = source.read(&mut chunk).expect("a stream that can be read");
        chunk.truncate(length);
        (!chunk.is_empty()).then_some(chunk)
    });
    let (mut variants, mut ends) = (BTreeMap::new(), BTreeMap::new());
    for text in game_texts(chunks, PgnLimits::default()) {
        let mut pgn = read_pgn(&text.text, PgnLimits::default()).value;
        let name = pgn.variant_name().to_owned();
        let find = || pgn.find_variant(Variant::builtin);
        let variant: &Option<Variant> = variants.entry(name).or_insert_with(find);
        let game = variant
            .as_ref()
            .and_then(|variant| pgn.replay(variant, Replay::default()).value);
        let unknown = ("unknown variant".to_owned(), 0);
        let (end, length) = game.map_or(unknown, |game| (pgn.ending(&game), game.moves().len()));
        let (games, plies) = ends.entry(end).or_insert((0, 0));
        (*games, *plies) = (*games + 1, *plies + length);
    }
    ends.iter()
        .try_for_each(|(end, (games, plies))| writeln!(out, "{games} {end}: {plies} plies"))
}
