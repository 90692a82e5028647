//! What is learned from positions: a logistic function of the evaluation is to foretell what came of them.

use super::practice::{Practice, Sample};
use crate::eval::{Feature, Tuning};
use crate::game::Variant;
use crate::referee::GameRow;
use crate::referee::statistics::{dot, solved};

/// No scale is steeper: there a pawn decides a game.
const MOST_SCALE: f64 = 0.05;

/// How often the range of the scale is halved.
const HALVINGS: usize = 40;

/// How often the numbers are improved.
const ROUNDS: usize = 16;

/// How often a step that leads too far is halved.
const SHORTER_STEPS: usize = 24;

/// What was learned.
#[derive(Clone, Debug)]
pub struct Learned {
    /// The numbers.
    pub tuning: Tuning,
    /// How many games it was learned from.
    pub games: usize,
    /// How many positions.
    pub positions: usize,
    /// By how much a hundredth of a pawn raises the logit of the score.
    pub scale: f64,
    /// The mean squared error of what the untuned and the tuned evaluation foretell of games that were kept
    /// aside.
    pub errors: [f64; 2],
}

impl Learned {
    /// Learns from the results of games.
    ///
    /// # Errors
    /// In plain words, if a game is not one of the variant, or there is nothing to learn from.
    pub fn new(variant: &Variant, rows: &[GameRow]) -> Result<Learned, String> {
        Practice::new(variant, rows, Practice::POSITIONS)?.learn()
    }
}

pub(super) fn chance(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

/// The scale of the logistic function that foretells the results best.
pub(super) fn scale(worth: &[f64], sample: &Sample) -> f64 {
    // The likelihood has one top, so half of the range is left out at each step.
    let rises = |scale: f64| {
        let rows = worth.iter().zip(&sample.results).zip(&sample.weights);
        let slopes =
            rows.map(|((worth, result), weight)| weight * (result - chance(scale * worth)) * worth);
        slopes.sum::<f64>() > 0.0
    };
    let [mut low, mut high] = [-MOST_SCALE, MOST_SCALE];
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if rises(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

/// The values that make the results likeliest, where positions are worth so much with all of them at 0, and each
/// is expected to be so far from it.
pub(super) fn fit(
    features: &[Vec<Feature>],
    worth: &[f64],
    sample: &Sample,
    spreads: &[f64],
    scale: f64,
) -> Option<Vec<f64>> {
    let size = spreads.len();
    let mut values = vec![0.0; size];
    let precision: Vec<f64> = spreads.iter().map(|spread| spread.powi(-2)).collect();
    // The logarithm of how likely the results and the values are, but for what is the same for all values.
    let likelihood = |values: &[f64]| {
        let rows = features.iter().zip(worth).zip(&sample.results);
        let of_rows = rows
            .zip(&sample.weights)
            .map(|(((row, worth), result), weight)| {
                let more = row
                    .iter()
                    .map(|(at, value)| f64::from(*value) * values[*at as usize]);
                let logit = scale * (worth + more.sum::<f64>());
                // The logarithm of 1 + exp(logit), which must not overflow.
                let loss = logit.max(0.0) + (-logit.abs()).exp().ln_1p();
                weight * (result * logit - loss)
            });
        let of_values = values.iter().zip(&precision);
        let far = of_values.map(|(value, p)| value * value * p / 2.0);
        of_rows.sum::<f64>() - far.sum::<f64>()
    };
    let mut height = likelihood(&values);
    for _ in 0..ROUNDS {
        let mut slope: Vec<f64> = values
            .iter()
            .zip(&precision)
            .map(|(value, p)| -value * p)
            .collect();
        let mut bend = vec![vec![0.0; size]; size];
        for (at, precision) in precision.iter().enumerate() {
            bend[at][at] = *precision;
        }
        for (number, row) in features.iter().enumerate() {
            let present: Vec<(usize, f64)> = row
                .iter()
                .map(|(at, value)| (*at as usize, scale * f64::from(*value)))
                .collect();
            let more: f64 = present.iter().map(|(at, value)| value * values[*at]).sum();
            let chance = chance(scale * worth[number] + more);
            let weight = sample.weights[number];
            let rest = weight * (sample.results[number] - chance);
            let spread = weight * chance * (1.0 - chance);
            for (place, (at, value)) in present.iter().enumerate() {
                slope[*at] += rest * value;
                let row = &mut bend[*at];
                for (other, factor) in &present[place..] {
                    row[*other] += spread * value * factor;
                }
            }
        }
        let mut step = solved(bend, slope)?;
        // Where positions seem to be decided that are not, the curve is flat and a whole step leads far beyond the top.
        let mut next = added(&values, &step);
        let mut reached = likelihood(&next);
        for _ in 0..SHORTER_STEPS {
            if reached >= height {
                break;
            }
            step.iter_mut().for_each(|step| *step /= 2.0);
            next = added(&values, &step);
            reached = likelihood(&next);
        }
        (values, height) = (next, reached);
        if dot(&step, &step) < 1e-4 {
            break;
        }
    }
    Some(values)
}

fn added(values: &[f64], step: &[f64]) -> Vec<f64> {
    let pairs = values.iter().zip(step);
    pairs.map(|(value, step)| value + step).collect()
}

/// The mean squared error of what an evaluation foretells.
pub(super) fn error(worth: &[f64], sample: &Sample, scale: f64) -> f64 {
    let rows = worth.iter().zip(&sample.results).zip(&sample.weights);
    let squares =
        rows.map(|((worth, result), weight)| weight * (result - chance(scale * worth)).powi(2));
    squares.sum::<f64>() / sample.weights.iter().sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::{Sample, error, fit};

    /// Each position seems to be decided, and none is: the first whole step leads far beyond what is likeliest.
    #[test]
    fn steps_that_lead_too_far_are_shortened() {
        let signs: Vec<f64> = (0..1000)
            .map(|at| if at % 2 == 0 { 1.0 } else { -1.0 })
            .collect();
        let worth: Vec<f64> = signs.iter().map(|sign| 3000.0 * sign).collect();
        let features: Vec<_> = signs.iter().map(|sign| vec![(0, *sign as f32)]).collect();
        let sample = Sample {
            setups: Vec::new(),
            worth: Vec::new(),
            results: signs.iter().map(|sign| 0.5 - 0.1 * sign).collect(),
            weights: vec![1.0; signs.len()],
        };
        let scale = 0.005;
        let values = fit(&features, &worth, &sample, &[3000.0], scale).unwrap();
        assert!((values[0] + 3081.0).abs() < 10.0, "{values:?}");
        let learned: Vec<f64> = signs
            .iter()
            .map(|sign| sign * (3000.0 + values[0]))
            .collect();
        assert!(error(&learned, &sample, scale) < 0.001);
    }
}
