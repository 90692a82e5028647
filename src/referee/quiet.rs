//! Positions of games in which nothing hangs in the air.

use crate::game::{Game, Position};
use crate::state::Move;

/// Of every so many positions behind the opening of a game those in which nobody is in check, and neither
/// the move before nor the one behind is loud.
pub(super) fn quiet_positions(
    game: &Game,
    opening: usize,
    step: usize,
    is_loud: impl Fn(&Move) -> bool,
) -> Vec<&Position> {
    let mut positions: Vec<&Position> = game.earlier_positions().collect();
    positions.reverse();
    let loud: Vec<bool> = game.moves().map(is_loud).collect();
    let places = (opening..positions.len()).step_by(step);
    let quiet =
        places.filter(|at| !(loud[*at] || *at > 0 && loud[*at - 1] || positions[*at].is_check()));
    quiet.map(|at| positions[at]).collect()
}
