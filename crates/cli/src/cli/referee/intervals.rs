//! Values with their intervals as text.

use serde_json::{Value, json};

use crate::referee::statistics::{Estimate, Interval};

/// `49.2 ± 3.1 %`, or `49.2 %` if the results are too few for an interval.
pub(in crate::cli) fn in_percent(estimate: &Estimate) -> String {
    let score = estimate.score;
    let value = 100.0 * score.value;
    if estimate.is_enough() {
        format!("{value:.1} ± {:.1} %", 100.0 * (score.high - score.value))
    } else {
        format!("{value:.1} %")
    }
}

/// `Elo -6 [-28, +16]`; `None` if the results are too few for an interval.
pub(in crate::cli) fn in_elo(estimate: &Estimate) -> Option<String> {
    let Interval { low, value, high } = estimate.elo;
    let told = estimate.is_enough();
    told.then(|| format!("Elo {value:+.0} [{low:+.0}, {high:+.0}]"))
}

/// The lower end, the value and the upper end; both ends are `null` if the results are too few for an
/// interval.
pub(in crate::cli) fn in_json(interval: Interval, is_enough: bool) -> Value {
    let Interval { low, value, high } = interval;
    let end = |end: f64| is_enough.then_some(end);
    json!([end(low), value, end(high)])
}
