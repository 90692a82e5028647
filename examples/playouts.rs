//! Plays random games to the end and counts the results:
//! `cargo run --release --example playouts -- chess 1000`.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Instant;

use ferz::game::{Game, MoveList, Outcome};
use ferz::{Catalog, Variant};

/// Games that are longer are left unfinished.
const MOST_PLIES: usize = 2000;

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let name = arguments.get(1).map_or("chess", String::as_str);
    let games = arguments
        .get(2)
        .and_then(|text| text.parse().ok())
        .unwrap_or(100);
    let start = Instant::now();
    let plies = play(name, games, &mut io::stdout())?;
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{:.1} games and {:.0} moves a second",
        games as f64 / seconds,
        plies as f64 / seconds
    );
    Ok(())
}

/// Plays this many games of a built-in variant, writes the number of games for each result, and
/// returns the number of moves.
pub(crate) fn play(name: &str, games: usize, out: &mut impl Write) -> io::Result<usize> {
    let def = Catalog::builtin().get(name).expect("a built-in variant");
    let variant = Variant::compile(def).expect("it compiles");
    let mut random: u64 = 1;
    let mut ends: BTreeMap<String, usize> = BTreeMap::new();
    let mut plies = 0;
    let mut moves = MoveList::new();
    for _ in 0..games {
        let mut game = Game::new(variant.start());
        let end = loop {
            if let Outcome::Ended { white, reason, .. } = game.outcome() {
                break format!("{white:.2} {reason}");
            }
            if game.moves().len() == MOST_PLIES {
                break "unfinished".to_owned();
            }
            game.position().moves_into(&mut moves);
            // A linear congruential generator; its high bits are random enough for games.
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let Some(code) = moves.get((random >> 33) as usize % moves.len().max(1)) else {
                break "no move".to_owned();
            };
            game.play_code(code);
        };
        plies += game.moves().len();
        *ends.entry(end).or_default() += 1;
    }
    for (end, count) in ends {
        writeln!(out, "{count:6}  White {end}")?;
    }
    Ok(plies)
}
