//! What scores mean in protocols.

use crate::search::Score;

/// The chances to win, draw and lose, in thousandths, as a score of the side to move lets expect: by a
/// curve as it fits engines of chess, not by games of the variant.
pub(super) fn chances(score: Score) -> [u32; 3] {
    let units = match score {
        Score::Units(units) => f64::from(units),
        Score::Mate(moves) if moves > 0 => return [1000, 0, 0],
        Score::Mate(_) => return [0, 0, 1000],
    };
    let share = |units: f64| 1000.0 / (1.0 + ((MIDDLE - units) / WIDTH).exp());
    let win = share(units).round() as u32;
    let loss = share(-units).round() as u32;
    [
        win,
        1000 - win.min(1000) - loss.min(1000 - win.min(1000)),
        loss,
    ]
}

/// The score with which half of all games are won.
const MIDDLE: f64 = 180.0;

/// How fast chances grow with the score.
const WIDTH: f64 = 80.0;
