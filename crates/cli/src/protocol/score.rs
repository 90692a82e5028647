//! Win, draw and loss probabilities of a score, as in `UCI_ShowWDL`.

use ferz::search::Score;

/// The probabilities of win, draw and loss, in thousandths, expected from a score for the side to move. The
/// curve is typical of chess engines; it is not fitted to games of the variant.
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

/// The score at which half of all games are won.
const MIDDLE: f64 = 180.0;

/// The width of the logistic curve.
const WIDTH: f64 = 80.0;
