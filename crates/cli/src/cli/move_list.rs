//! The moves of the argument `--moves`.

use ferz::game::Game;
use ferz::notation::move_texts;
use ferz::source::Diagnostic;

/// The game after a list of moves. A comma can also belong to a move, so the longest legal move is taken.
pub(super) fn played(mut game: Game, text: &str) -> Result<Game, Diagnostic> {
    let mut rest = 0;
    for word in text.split([' ', '\t', '\n']) {
        let start = rest;
        rest += word.len() + 1;
        let mut parts = Vec::new();
        let mut at = 0;
        for part in word.split(',') {
            if !part.is_empty() {
                parts.push(at..at + part.len());
            }
            at += part.len() + 1;
        }
        let mut next = 0;
        while next < parts.len() {
            let position = game.position();
            let commas = move_texts(position)
                .iter()
                .map(|(text, _)| text.matches(',').count())
                .max();
            let longest = parts.len().min(next + 1 + commas.unwrap_or(0));
            let found = (next + 1..=longest).rev().find_map(|end| {
                let joined = &word[parts[next].start..parts[end - 1].end];
                position.parse_move(joined).ok().map(|one| (one, end))
            });
            let Some((one, end)) = found else {
                let part = parts[next].clone();
                return match position.parse_move(&word[part.clone()]) {
                    Ok(_) => Ok(game),
                    Err(finding) => Err(finding.shifted(start + part.start)),
                };
            };
            game.play_unchecked(&one);
            if let Some(finding) = game.position().beyond_limits() {
                let last = start + parts[next].start..start + parts[end - 1].end;
                return Err(finding.collapsed(last.into()));
            }
            next = end;
        }
    }
    Ok(game)
}
