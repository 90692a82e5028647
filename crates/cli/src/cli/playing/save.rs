//! Saves games as text.

use std::path::Path;

use crate::cli::output::{self, Existing};
use crate::cli::stop::Stop;
use ferz::game::Game;
use ferz::notation::{MoveStyle, Pgn, PgnStyle, write_record};

/// Writes a game to a file: as PGN if its name ends so, as a record otherwise. Readers find the variant by
/// `name`.
pub(super) fn save(
    game: &Game,
    name: &str,
    players: [&str; 2],
    path: &Path,
    existing: Existing,
) -> Result<(), Stop> {
    let ending = path.extension().and_then(|ending| ending.to_str());
    let is_pgn = ending.is_some_and(|ending| ending.eq_ignore_ascii_case("pgn"));
    let text = if is_pgn {
        pgn(game, name, players)
    } else {
        write_record(game, name)
    };
    output::write_file(path, text.as_bytes(), existing)
}

/// A game as PGN, with moves in short algebraic notation.
pub(super) fn pgn(game: &Game, name: &str, [white, black]: [&str; 2]) -> String {
    let mut pgn = Pgn::of_game(game, name, MoveStyle::San);
    pgn.set_tag("White", white);
    pgn.set_tag("Black", black);
    pgn.to_text(PgnStyle::Export)
}

/// Breaks words into lines; every line ends with a line feed.
pub(super) fn wrapped(words: &[String], width: usize) -> String {
    let mut text = String::new();
    let mut length = 0;
    for word in words {
        let word_length = word.chars().count();
        if length > 0 && length + 1 + word_length > width {
            text.push('\n');
            length = 0;
        }
        if length > 0 {
            text.push(' ');
            length += 1;
        }
        text.push_str(word);
        length += word_length;
    }
    text.push('\n');
    text
}
