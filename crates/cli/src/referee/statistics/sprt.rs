//! The generalized sequential probability ratio test (GSPRT).
//!
//! The formulas are those of Van den Bergh's notes on fishtest: the test compares the likelihoods of the
//! results under the maximum likelihood distributions with either strength.

use super::estimate::{NORMALIZED, score_of_elo};
use super::histogram::{Histogram, moments};

/// The unit of the bounds of a test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Model {
    /// Elo, which depends on the draw rate.
    #[default]
    Logistic,
    /// Normalized Elo, which does not depend on the draw rate.
    Normalized,
}

/// A sequential test between two strength differences.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference of the null hypothesis, accepted at the lower bound.
    pub elo0: f64,
    /// The difference of the alternative hypothesis, accepted at the upper bound.
    pub elo1: f64,
    /// The probability that `elo1` is accepted if `elo0` is true.
    pub alpha: f64,
    /// The probability that `elo0` is accepted if `elo1` is true.
    pub beta: f64,
    /// The unit of both differences.
    pub model: Model,
}

/// The verdict of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The test continues.
    Open,
    /// The lower difference is accepted.
    Rejected,
    /// The upper difference is accepted.
    Accepted,
}

impl Sprt {
    /// A test with both error probabilities of 5 %.
    pub fn new(elo0: f64, elo1: f64, model: Model) -> Sprt {
        Sprt {
            elo0,
            elo1,
            alpha: 0.05,
            beta: 0.05,
            model,
        }
    }

    /// The lower and the upper bound of the log-likelihood ratio.
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// The log-likelihood ratio of the results; 0 without results.
    ///
    /// ```
    /// use ferz_cli::referee::statistics::{Histogram, Model, Sprt};
    ///
    /// let results = Histogram::of_pairs([21, 108, 244, 131, 24]);
    /// let test = Sprt::new(0.0, 10.0, Model::Logistic);
    /// assert_eq!(format!("{:.3}", test.log_likelihood_ratio(&results)), "1.001");
    /// ```
    pub fn log_likelihood_ratio(&self, results: &Histogram) -> f64 {
        if results.units() == 0 {
            return 0.0;
        }
        let (total, law) = results.law();
        let under = |elo: f64| match self.model {
            Model::Logistic => with_mean(&law, score_of_elo(elo)),
            Model::Normalized => {
                let games = f64::from(results.games_in_unit());
                with_deviation(&law, elo / NORMALIZED * games.sqrt())
            }
        };
        let (law0, law1) = (under(self.elo0), under(self.elo1));
        let ratios = law.iter().zip(law0.iter().zip(&law1));
        let sum: f64 = ratios
            .map(|((_, share), ((_, share0), (_, share1)))| share * (share1 / share0).ln())
            .sum();
        total * sum
    }

    /// The verdict on the results so far.
    pub fn verdict(&self, results: &Histogram) -> Verdict {
        let ratio = self.log_likelihood_ratio(results);
        let (lower, upper) = self.bounds();
        if ratio <= lower {
            Verdict::Rejected
        } else if ratio >= upper {
            Verdict::Accepted
        } else {
            Verdict::Open
        }
    }
}

/// The maximum likelihood distribution with this mean.
fn with_mean(law: &[(f64, f64)], mean: f64) -> Vec<(f64, f64)> {
    let shifted: Vec<(f64, f64)> = law.iter().map(|(a, p)| (a - mean, *p)).collect();
    tilted(law, &shifted)
}

/// The maximum likelihood distribution whose mean is this many of its standard deviations above one half.
fn with_deviation(law: &[(f64, f64)], deviations: f64) -> Vec<(f64, f64)> {
    let n_cells = law.len() as f64;
    let mut current: Vec<(f64, f64)> = law.iter().map(|(a, _)| (*a, 1.0 / n_cells)).collect();
    for _ in 0..10 {
        let (mean, variance) = moments(&current);
        let deviation = variance.sqrt();
        let shifted: Vec<(f64, f64)> = law
            .iter()
            .map(|(a, p)| {
                let distance = (mean - a) / deviation;
                let b = a - 0.5 - deviations * deviation * (1.0 + distance * distance) / 2.0;
                (b, *p)
            })
            .collect();
        let next = tilted(law, &shifted);
        let changes = current.iter().zip(&next);
        let change = changes.fold(0.0, |most: f64, (old, new)| most.max((old.1 - new.1).abs()));
        current = next;
        if change < 1e-9 {
            break;
        }
    }
    current
}

/// The distribution that makes the mean of the shifted values 0 with the least change.
fn tilted(law: &[(f64, f64)], shifted: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let tilt = root(shifted);
    let cells = law.iter().zip(shifted);
    cells
        .map(|((a, p), (b, _))| (*a, p / (1.0 + tilt * b)))
        .collect()
}

/// The zero of the sum of `p b / (1 + x b)`. The function decreases between its two poles, so bisection finds
/// it.
fn root(shifted: &[(f64, f64)]) -> f64 {
    let values = || shifted.iter().map(|(b, _)| *b);
    let least = values().fold(f64::INFINITY, f64::min);
    let most = values().fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        return 0.0;
    }
    let (mut low, mut high) = (-1.0 / most + 1e-9, -1.0 / least - 1e-9);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        let sum: f64 = shifted
            .iter()
            .map(|(b, p)| p * b / (1.0 + middle * b))
            .sum();
        if sum > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}
