//! Checks EPD mate puzzles: the moves `bm`, or any move if there are none, must mate in `dm` moves.
//! `cargo run --release --example puzzle_checker < puzzles.epd`

use std::io::{self, BufRead, Write};

use ferz::game::{Position, Reason, Variant};
use ferz::notation::read_epd;

fn main() -> io::Result<()> {
    check(&mut io::stdin().lock(), &mut io::stdout())
}

/// Whether the last move mates, or the attacker mates within this many moves, counting that move.
fn is_mated(position: &Position, moves: u64) -> bool {
    if moves <= 1 || position.outcome().is_over() {
        return position.outcome().reason() == Some(Reason::Checkmate);
    }
    position.moves().iter().all(|answer| {
        let next = position.play_code(answer);
        let ours = next.moves();
        ours.iter()
            .any(|mv| is_mated(&next.play_code(mv), moves - 1))
    })
}

/// Writes whether each puzzle is correct.
pub(crate) fn check(source: &mut impl BufRead, out: &mut impl Write) -> io::Result<()> {
    for line in source.lines() {
        let epd = read_epd(&line?).value;
        let variant = Variant::builtin(epd.variant_name()).expect("a built-in variant");
        let position = epd.position(&variant).into_result().expect("a good FEN");
        let mut keys = position.legal_moves();
        keys.retain(|mv| is_mated(&position.play_unchecked(mv), epd.number("dm").unwrap_or(1)));
        let best = epd.moves("bm", &position).expect("legal moves");
        let is_right = !keys.is_empty() && best.iter().all(|mv| keys.contains(mv));
        writeln!(out, "{}: {is_right}", epd.text("id").unwrap_or("?"))?;
    }
    Ok(())
}
