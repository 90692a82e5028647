//! Plays random games of all variants to the end, and checks the laws that hold in every game.
//!
//! ```text
//! cargo run --release --example random_games -- GAMES [SEED] [variants.ini]
//! ```
//!
//! The games are divided among the built-in variants, and the variants of the file if one is named.

#[path = "../tests/harness/games.rs"]
mod games;
#[path = "../tests/harness/random.rs"]
mod random;

use std::collections::BTreeMap;
use std::process::ExitCode;

use ferz::formats::Format;
use ferz::{Catalog, Variant};

use games::{Played, random_game_by_law};
use random::Random;

/// The maximum number of plies.
const LONGEST: usize = 600;

const THREADS: usize = 2;

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let games: usize = args.next().and_then(|n| n.parse().ok()).unwrap_or(1000);
    let seed: u64 = args.next().and_then(|n| n.parse().ok()).unwrap_or(1);
    let file = args
        .next()
        .map(|path| std::fs::read_to_string(path).expect("a file"));
    let read = file.map(|text| Catalog::read(&text, Format::FairyStockfishIni).value);
    let mut variants: BTreeMap<String, Variant> = BTreeMap::new();
    for catalog in [Some(Catalog::builtin()), read.as_ref()]
        .into_iter()
        .flatten()
    {
        for name in catalog.names() {
            let def = catalog.get(name).expect("a variant");
            let variant = Variant::compile(def).expect("it compiles");
            variants.insert(name.to_owned(), variant);
        }
    }
    let variants: Vec<Variant> = variants.into_values().collect();
    println!("{games} games of {} variants", variants.len());
    let play = &|first: usize| -> Vec<Result<Played, String>> {
        (first..games)
            .step_by(THREADS)
            .map(|game| {
                let variant = &variants[game % variants.len()];
                let mut random = Random::new(seed.wrapping_mul(1 << 32) + game as u64);
                let result = random_game_by_law(variant, &mut random, LONGEST, 8);
                if let Err(law) = &result {
                    println!("broken: {law}");
                }
                result
            })
            .collect()
    };
    let results: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS)
            .map(|first| scope.spawn(move || play(first)))
            .collect();
        threads
            .into_iter()
            .flat_map(|thread| thread.join().expect("no thread panics"))
            .collect()
    });
    let mut ends: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut plies, mut broken) = (0, 0);
    for result in &results {
        match result {
            Ok(played) => {
                plies += played.plies;
                *ends.entry(played.end.unwrap_or("cut off")).or_default() += 1;
            }
            Err(_) => broken += 1,
        }
    }
    println!("{plies} half-moves, {broken} broken laws");
    for (end, count) in ends {
        println!("{count:6} {end}");
    }
    if broken == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
