//! Quiet positions of games.

use ferz::game::{Game, Position};
use ferz::state::Move;

/// Every `step`-th position after the opening, if it is quiet: no side is in check, and neither the previous
/// nor the next move is loud.
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
