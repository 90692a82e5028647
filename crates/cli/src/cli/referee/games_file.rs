//! The PGN file of a resumed run, which is rewritten from its results.

use std::collections::BTreeSet;
use std::path::Path;

use crate::cli::load;
use crate::cli::stop::Stop;

/// The first line of each game of a match.
const BEGIN: &str = "[Event \"ferz match\"]";

/// The tags that identify a game of a match.
const NAMED_BY: [&str; 6] = ["Round", "White", "Black", "Variant", "Opening", "Seed"];

/// A game is written before its row, so one game may be in the PGN file only.
const MOST_AHEAD: usize = 1;

/// Refuses to rewrite a file if games would be lost.
///
/// # Errors
/// If the file has games that `anew` lacks.
pub(super) fn refuse_foreign(path: &Path, anew: &str) -> Result<(), Stop> {
    let name = path.to_string_lossy();
    let old = load::read_text(&name)?;
    if has_foreign(&old, anew) {
        let message = format!(
            "{name}: it contains games that the file of `--out` does not have; name another file"
        );
        return Err(Stop::Usage(message));
    }
    Ok(())
}

fn has_foreign(old: &str, anew: &str) -> bool {
    let known: BTreeSet<Vec<&str>> = games(anew).into_iter().map(names).collect();
    let games = games(old);
    let is_of_match = |game: &&str| game.starts_with(BEGIN) || BEGIN.starts_with(game.trim_end());
    let unknown = |game: &&&str| is_complete(game) && !known.contains(&names(game));
    !games.iter().all(is_of_match) || games.iter().filter(unknown).count() > MOST_AHEAD
}

/// The games of a text, each from its first tag on.
fn games(text: &str) -> Vec<&str> {
    let mut begins: Vec<usize> = text.match_indices("[Event ").map(|(at, _)| at).collect();
    begins.retain(|at| *at == 0 || text.as_bytes()[at - 1] == b'\n');
    // Text before the first game counts as a game.
    if begins.first() != Some(&0) && !text.trim().is_empty() {
        begins.insert(0, 0);
    }
    let ends = begins.iter().skip(1).copied().chain([text.len()]);
    begins
        .iter()
        .zip(ends)
        .map(|(begin, end)| &text[*begin..end])
        .collect()
}

/// The tags that identify a game.
fn names(game: &str) -> Vec<&str> {
    let is_name = |line: &&str| {
        let tag = line
            .strip_prefix('[')
            .and_then(|line| line.split(' ').next());
        tag.is_some_and(|tag| NAMED_BY.contains(&tag))
    };
    game.lines().filter(is_name).collect()
}

/// Whether a game is complete.
fn is_complete(game: &str) -> bool {
    let last = game.split_whitespace().next_back();
    game.ends_with("\n\n") && last.is_some_and(|word| !word.ends_with(']'))
}

#[cfg(test)]
mod tests {
    use super::has_foreign;

    fn game(round: u32) -> String {
        format!("[Event \"ferz match\"]\n[Round \"{round}.1\"]\n\n1. e4 {{book}} *\n\n")
    }

    #[test]
    fn only_games_that_would_be_lost_are_foreign() {
        let anew = game(1) + &game(2);
        // The same games, with torn ones in the middle and at the end, and one whose row was not written.
        let torn = game(3);
        let torn = &torn[..torn.len() - 8];
        for old in [
            String::new(),
            "[Even".to_owned(),
            game(2) + &game(1) + &game(1),
            game(1) + torn + &game(2) + torn,
            game(1) + &game(2) + &game(3),
        ] {
            assert!(!has_foreign(&old, &anew), "{old}");
        }
        for old in [
            "my games".to_owned(),
            game(1).replace("ferz match", "Linares"),
            game(3) + &game(4),
        ] {
            assert!(has_foreign(&old, &anew), "{old}");
        }
    }
}
