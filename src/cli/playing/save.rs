//! A game as text, and where it is written.

use std::path::Path;

use crate::cli::output::{self, Existing};
use crate::cli::stop::Stop;
use crate::cli::thinking::move_number;
use crate::game::{Game, Outcome};
use crate::notation::{result_text, write_record};

/// Columns that a line of moves has at most.
const WIDTH: usize = 80;

/// Writes a game to a file: as PGN if its name says so, as a record otherwise. `name` is how readers find
/// the variant.
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
    let beginning = game.beginning();
    let outcome = game.outcome();
    let result = result_text(&outcome);
    let mut tags = vec![
        ("Event", "?".to_owned()),
        ("Site", "?".to_owned()),
        ("Date", "????.??.??".to_owned()),
        ("Round", "?".to_owned()),
        ("White", white.to_owned()),
        ("Black", black.to_owned()),
        ("Result", result.clone()),
        ("Variant", name.to_owned()),
    ];
    if beginning != beginning.variant().start() {
        tags.push(("SetUp", "1".to_owned()));
        tags.push(("FEN", beginning.to_fen()));
    }
    if let Outcome::Ended { reason, .. } = outcome {
        tags.push(("Termination", reason.to_string()));
    }
    let mut text = String::new();
    for (tag, value) in tags {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        text.push_str(&format!("[{tag} \"{value}\"]\n"));
    }
    text.push('\n');
    let mut words = Vec::new();
    let mut position = beginning;
    let mut latest = None;
    for mv in game.moves() {
        words.extend(move_number(&position, latest));
        words.push(position.san(mv));
        latest = Some(position.turn());
        position = position.play_unchecked(mv);
    }
    words.push(result);
    text.push_str(&wrapped(&words, WIDTH));
    text
}

/// Words in lines; every line ends with a line feed.
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
