//! Plays random games of a variant, and prints them as PGN.
//! `cargo run --example random_player -- crazyhouse 3`

use std::io::{self, Write};

use ferz::Variant;
use ferz::game::Game;
use ferz::notation::{MoveStyle, Pgn, PgnStyle};

fn main() -> io::Result<()> {
    let mut args = std::env::args().skip(1);
    let name = args.next().unwrap_or_else(|| "chess".to_owned());
    let games = args.next().and_then(|n| n.parse().ok()).unwrap_or(1);
    play(&name, games, &mut io::stdout())
}

/// Plays games of at most 200 plies.
pub(crate) fn play(name: &str, games: u64, out: &mut impl Write) -> io::Result<()> {
    let variant = Variant::builtin(name).expect("the name of a built-in variant");
    let mut random = 1_u64;
    for round in 1..=games {
        let mut game = Game::new(variant.start());
        while !game.outcome().is_over() && game.moves().len() < 200 {
            let moves = game.position().moves();
            random = random.wrapping_mul(6_364_136_223_846_793_005) + 1;
            let number = (random >> 33) as usize % moves.len();
            game.play_code(moves.get(number).expect("a number below the length"));
        }
        let mut pgn = Pgn::of_game(&game, name, MoveStyle::San);
        pgn.set_tag("Round", &round.to_string());
        writeln!(out, "{}", pgn.to_text(PgnStyle::Export))?;
    }
    Ok(())
}
