//! Short random games by law, and their records.

use ferz::game::{Game, Outcome, Position};
use ferz::notation::{read_record, write_record};

use super::Broken;
use super::positions::{Tables, by_law, counts};
use crate::harness::Random;

/// Positions with more moves are seen once and not played on from.
const CROWDED: usize = 150;

/// Plays so many half-moves from here; the laws hold at each.
pub(super) fn walk(
    start: Position,
    plies: usize,
    tables: Tables,
    random: &mut Random,
) -> Result<(), Broken> {
    let mut game = Game::new(start.clone());
    for ply in 0..=plies {
        let position = game.position().clone();
        let moves = by_law(&position, tables, random)?;
        let ended = game.outcome() != Outcome::Ongoing;
        if moves.is_empty() && !ended {
            return Err(Broken::new(
                "a game without moves is over",
                format!("{} at {}", position.variant().def().name, position.to_fen()),
            ));
        }
        if ply == plies || ended || moves.len() > CROWDED {
            counts(&position, tables, moves.len())?;
            break;
        }
        game.play_unchecked(&moves[random.below(moves.len())]);
    }
    if random.below(8) == 0 {
        recorded(&start, &game)?;
    }
    Ok(())
}

/// The record of a game reads as the game, and nothing is said of it but what its start is told.
fn recorded(start: &Position, game: &Game) -> Result<(), Broken> {
    let variant = game.position().variant();
    let text = write_record(game, "some \"name\"");
    let read = read_record(&text, |_| Some(variant.clone()));
    let broken = |detail: String| Err(Broken::new("a record reads as its game", detail));
    let mut known = variant.read_fen(&start.to_fen()).diagnostics.into_iter();
    for finding in read.diagnostics {
        if !known.any(|one| one.code == finding.code && one.message == finding.message) {
            return broken(format!("{}: {text}", finding.message));
        }
    }
    let Some(again) = read.value else {
        return broken(text);
    };
    let (mine, theirs) = (game.position().to_fen(), again.position().to_fen());
    if mine != theirs || game.outcome() != again.outcome() {
        return broken(format!("{mine}, {theirs}: {text}"));
    }
    Ok(())
}
