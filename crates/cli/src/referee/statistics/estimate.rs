//! The difference in strength of two players, estimated from a match.

use super::histogram::{Histogram, moments};
use super::normal::cumulative;

/// The half width of a 95 % confidence interval, in standard errors.
pub(in crate::referee) const NINETY_FIVE: f64 = 1.959_963_984_540_054;

/// The points of normalized Elo in one standard deviation: 800 / ln 10.
pub(super) const NORMALIZED: f64 = 347.435_585_522_601_5;

/// Scores are clamped to this distance from 0 and 1, where Elo would be infinite.
const LEAST_SCORE: f64 = 1e-3;

/// The number of units from which intervals are reported. The variance is estimated from the same units; up
/// to this number, intervals of Student's distribution, which accounts for that, are wider by 4 % or more
/// (2.045 instead of 1.960 standard errors).
pub const LEAST_UNITS: u64 = 30;

/// A value with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The value.
    pub value: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// The interval of a value with a standard error.
    pub fn around(value: f64, error: f64) -> Interval {
        Interval {
            low: value - NINETY_FIVE * error,
            value,
            high: value + NINETY_FIVE * error,
        }
    }
}

/// The estimate from a match of a fixed number of units. If a sequential test stopped the match, the
/// intervals are not corrected for that.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The number of units.
    pub units: u64,
    /// The mean score of the first player, from 0 to 1, with its interval.
    pub score: Interval,
    /// The variance of the score of a unit.
    pub variance: f64,
    /// The standard error of the mean score.
    pub standard_error: f64,
    /// The difference in Elo, with its interval.
    pub elo: Interval,
    /// The normalized Elo difference: in standard deviations of a game, scaled to agree with Elo for small
    /// differences.
    pub normalized_elo: f64,
    /// The likelihood of superiority: the probability that the first player is stronger.
    pub superiority: f64,
}

impl Estimate {
    /// Whether the number of units suffices to report intervals: [`LEAST_UNITS`].
    pub fn is_enough(&self) -> bool {
        self.units >= LEAST_UNITS
    }
}

impl Histogram {
    /// The estimate from these results; `None` without results.
    ///
    /// ```
    /// use ferz_cli::referee::statistics::Histogram;
    ///
    /// let results = Histogram::of_pairs([21, 108, 244, 131, 24]);
    /// let estimate = results.estimate().unwrap();
    /// assert_eq!(format!("{:+.1}", estimate.elo.value), "+9.5");
    /// assert_eq!(format!("{:.3}", estimate.superiority), "0.922");
    /// ```
    pub fn estimate(&self) -> Option<Estimate> {
        if self.units() == 0 {
            return None;
        }
        let (total, law) = self.law();
        let (mean, variance) = moments(&law);
        let error = (variance / total).sqrt();
        let Interval { low, high, .. } = Interval::around(mean, error);
        let per_game = (variance * f64::from(self.games_in_unit())).sqrt();
        Some(Estimate {
            units: self.units(),
            score: Interval {
                low: low.max(0.0),
                value: mean,
                high: high.min(1.0),
            },
            variance,
            standard_error: error,
            elo: Interval {
                low: elo_of_score(low),
                value: elo_of_score(mean),
                high: elo_of_score(high),
            },
            normalized_elo: (mean - 0.5) / per_game * NORMALIZED,
            superiority: cumulative((mean - 0.5) / error),
        })
    }
}

/// The Elo difference of an expected score. Scores near 0 and 1 are clamped.
pub fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(LEAST_SCORE, 1.0 - LEAST_SCORE);
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The expected score of an Elo difference.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}
