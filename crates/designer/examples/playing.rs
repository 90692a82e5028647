//! Plays a game of a custom variant: definition, moves, texts, outcome.
//! `cargo run --example playing`

use std::io::{self, Write};

use ferz::formats::Format;
use ferz::game::Outcome;
use ferz::notation::move_texts;
use ferz::{Catalog, Variant};
use ferz_designer::render::{BoardStyle, board_text};

const GAME: &str = "
    name = 'griffon-chess'
    inherits = 'chess'
    start = 'rnbgkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBGKBNR w KQkq - 0 1'
    pieces.queen = false
    pieces.griffon = { letter = 'G', move = '[F?R]' }
    pieces.pawn.promotion.to = ['griffon', 'rook', 'bishop', 'knight']
";

fn main() -> io::Result<()> {
    tour(&mut io::stdout())
}

/// Plays a game to its end, or a hundred moves of it.
pub(crate) fn tour(out: &mut impl Write) -> io::Result<()> {
    // The strict reader returns a value or all findings.
    let catalog = Catalog::read(GAME, Format::Toml)
        .into_result()
        .expect("a good definition");
    let def = catalog
        .get("griffon-chess")
        .expect("the variant of the text");
    let variant = Variant::compile(def).expect("a good start position");

    let mut position = variant.start();
    for text in ["f2f3", "e7e5", "g2g4"] {
        let one = position.parse_move(text).expect("a legal move");
        position = position.play(&one).expect("a legal move");
    }
    write!(out, "{}", board_text(&position, BoardStyle::Ascii))?;
    writeln!(out, "{}", position.to_fen())?;

    // Every legal move has one text, and the list is sorted.
    let moves: Vec<String> = move_texts(&position)
        .into_iter()
        .map(|(text, _)| text)
        .collect();
    writeln!(out, "{} moves: {}", moves.len(), moves.join(" "))?;

    // An illegal move is refused with a finding, and the position is unchanged.
    let refused = position
        .parse_move("e8e3")
        .expect_err("not a move of the King");
    writeln!(out, "{}: {}", refused.code, refused.message)?;

    // Play the first legal move of each side until the game ends, up to a hundred moves.
    for _ in 0..100 {
        if let Outcome::Ended {
            white,
            black,
            reason,
        } = position.outcome()
        {
            writeln!(out, "{white}-{black}: {reason}")?;
            return Ok(());
        }
        let (_, one) = &move_texts(&position)[0];
        position = position.play_unchecked(one);
    }
    writeln!(out, "still going on: {}", position.to_fen())?;
    Ok(())
}
