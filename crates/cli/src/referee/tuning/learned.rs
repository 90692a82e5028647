//! Texel tuning: fits a logistic function of the evaluation to game results.

use super::practice::{Practice, Sample};
use crate::referee::GameRow;
use crate::referee::statistics::{dot, solved};
use ferz::eval::{Feature, Tuning};
use ferz::game::Variant;

/// The maximum scale, at which a pawn decides the game.
const MOST_SCALE: f64 = 0.05;

/// The number of bisection steps for the scale.
const HALVINGS: usize = 40;

/// The maximum number of Newton steps.
const ROUNDS: usize = 16;

/// The maximum number of halvings of a step.
const SHORTER_STEPS: usize = 24;

/// The result of tuning.
#[derive(Clone, Debug)]
pub struct Learned {
    /// The tuned parameters.
    pub tuning: Tuning,
    /// The number of games.
    pub games: usize,
    /// The number of positions.
    pub positions: usize,
    /// The increase of the logit of the score for a centipawn.
    pub scale: f64,
    /// The mean squared errors of the untuned and the tuned evaluation on validation games.
    pub errors: [f64; 2],
}

impl Learned {
    /// Tunes by the results of games.
    ///
    /// # Errors
    /// A message, if a game is not one of the variant, or if nothing can be learned.
    pub fn new(variant: &Variant, rows: &[GameRow]) -> Result<Learned, String> {
        Practice::new(variant, rows, Practice::POSITIONS)?.learn()
    }
}

pub(super) fn chance(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

/// The scale of the logistic function with the maximum likelihood of the results.
pub(super) fn scale(worth: &[f64], sample: &Sample) -> f64 {
    // The likelihood has a single maximum, so bisection of its slope finds it.
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

/// The maximum a posteriori values of the parameters, given the evaluation of each position with all of them
/// at 0 and a normal prior with the standard deviations `spreads`.
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
    // The logarithm of the posterior, up to a constant.
    let likelihood = |values: &[f64]| {
        let rows = features.iter().zip(worth).zip(&sample.results);
        let of_rows = rows
            .zip(&sample.weights)
            .map(|(((row, worth), result), weight)| {
                let more = row
                    .iter()
                    .map(|(at, value)| f64::from(*value) * values[*at as usize]);
                let logit = scale * (worth + more.sum::<f64>());
                // ln(1 + exp(logit)) without overflow.
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
        // If positions seem decided but are not, the curve is flat, and a full step overshoots far beyond the
        // maximum.
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

/// The mean squared error of the predictions of an evaluation.
pub(super) fn error(worth: &[f64], sample: &Sample, scale: f64) -> f64 {
    let rows = worth.iter().zip(&sample.results).zip(&sample.weights);
    let squares =
        rows.map(|((worth, result), weight)| weight * (result - chance(scale * worth)).powi(2));
    squares.sum::<f64>() / sample.weights.iter().sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::{Sample, error, fit};

    /// Each position seems to be decided, and none is: the first full step overshoots far beyond the maximum.
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
