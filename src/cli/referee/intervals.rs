//! Values with their intervals as text.

use crate::referee::statistics::Interval;

/// `49.2 ± 3.1 %`.
pub(in crate::cli) fn in_percent(score: Interval) -> String {
    format!(
        "{:.1} ± {:.1} %",
        100.0 * score.value,
        100.0 * (score.high - score.value)
    )
}

/// `Elo -6 [-28, +16]`.
pub(in crate::cli) fn in_elo(elo: Interval) -> String {
    let Interval { low, value, high } = elo;
    format!("Elo {value:+.0} [{low:+.0}, {high:+.0}]")
}
