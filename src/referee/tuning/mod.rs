//! Learns from games what positions are worth: the numbers of a [`Tuning`], so that the evaluation foretells
//! results as well as it can.
//!
//! The share of the point that White gets is foretold by a logistic function of the evaluation. Its scale
//! is found first; then Newton's method finds the numbers that make the results likeliest, each of which is
//! expected to be near 0. Every tenth game is kept aside and shows whether what was learned holds elsewhere.

use crate::eval::{Evaluation, Lessons, Parameter, Tuning};
use crate::game::{Game, Variant};
use crate::referee::GameRow;
use crate::referee::quiet::quiet_positions;
use crate::referee::statistics::{dot, inverse, product};
use crate::state::{Move, Setup};

/// So many positions are taken at most.
const MOST_POSITIONS: usize = 120_000;

/// Every so many half-moves a position is taken, if it is quiet.
const EVERY: usize = 2;

/// Where a side is so far ahead in hundredths of a pawn, there is nothing to learn.
const DECIDED: i32 = 1500;

/// A game counts as so many independent results, however many positions it has.
const WEIGHT_OF_GAME: f64 = 6.0;

/// Every so many games one is kept aside.
const ASIDE: usize = 10;

/// How often the numbers are improved.
const ROUNDS: usize = 8;

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

/// Positions with what came of them.
struct Sample {
    setups: Vec<Setup>,
    /// White's share.
    results: Vec<f64>,
    /// How much each counts.
    weights: Vec<f64>,
}

impl Learned {
    /// Learns from games.
    ///
    /// # Errors
    /// In plain words, if a game is not one of the variant, or there is nothing to learn from.
    pub fn new(variant: &Variant, rows: &[GameRow]) -> Result<Learned, String> {
        let (mut own, mut aside) = (Sample::new(), Sample::new());
        let most = MOST_POSITIONS / rows.len().max(1);
        for (number, row) in rows.iter().enumerate() {
            let sample = if number % ASIDE == ASIDE - 1 {
                &mut aside
            } else {
                &mut own
            };
            sample.add(&row.replay(variant)?, row, most.max(4));
        }
        let lessons = Lessons::new(variant, &Evaluation::Derived);
        let (own, before) = own.undecided(&lessons);
        let (aside, before_aside) = aside.undecided(&lessons);
        if own.setups.is_empty() || aside.setups.is_empty() {
            return Err("there are too few games to learn from".to_owned());
        }
        let scale = scale(&before, &own);
        if scale <= 0.0 {
            return Err("who is ahead does not win, so nothing can be learned".to_owned());
        }
        let parameters = lessons.parameters();
        let features = lessons.features(&own.setups, &parameters);
        let values = fit(&features, &before, &own, &parameters, scale)
            .ok_or("the numbers cannot be told apart")?;
        let tuning = lessons.tuning(&parameters, &values);
        let tuned = Lessons::new(variant, &Evaluation::Tuned(tuning.clone().into()));
        let after_aside = tuned.evaluations(&aside.setups);
        Ok(Learned {
            tuning,
            games: rows.len(),
            positions: own.setups.len(),
            scale,
            errors: [before_aside, after_aside].map(|worth| error(&worth, &aside, scale)),
        })
    }
}

impl Sample {
    fn new() -> Sample {
        Sample {
            setups: Vec::new(),
            results: Vec::new(),
            weights: Vec::new(),
        }
    }

    /// Adds the quiet positions of a game behind its opening: nobody is in check, and neither the move
    /// before nor the one behind captures or promotes.
    fn add(&mut self, game: &Game, row: &GameRow, most: usize) {
        let is_loud = |mv: &Move| mv.is_capture() || mv.promotion.is_some();
        let step = EVERY.max(game.moves().len() / most.max(1));
        let quiet = quiet_positions(game, row.book, step, is_loud);
        for position in &quiet {
            self.setups.push(position.setup().clone());
            self.results.push(row.white_score);
            self.weights.push(WEIGHT_OF_GAME / quiet.len() as f64);
        }
    }

    /// The positions in which nobody is far ahead, with what they are worth.
    fn undecided(self, lessons: &Lessons) -> (Sample, Vec<f64>) {
        let worth = lessons.evaluations(&self.setups);
        let mut kept = Sample::new();
        let mut kept_worth = Vec::new();
        let rows = self
            .setups
            .into_iter()
            .zip(self.results)
            .zip(self.weights)
            .zip(worth);
        for (((setup, result), weight), worth) in rows {
            if worth.abs() <= f64::from(DECIDED) {
                kept.setups.push(setup);
                kept.results.push(result);
                kept.weights.push(weight);
                kept_worth.push(worth);
            }
        }
        (kept, kept_worth)
    }
}

fn chance(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

/// The scale of the logistic function that foretells the results best.
fn scale(worth: &[f64], sample: &Sample) -> f64 {
    let mut scale = 0.003;
    for _ in 0..30 {
        let (mut slope, mut bend) = (0.0, 1e-9);
        for ((worth, result), weight) in worth.iter().zip(&sample.results).zip(&sample.weights) {
            let chance = chance(scale * worth);
            slope += weight * (result - chance) * worth;
            bend += weight * chance * (1.0 - chance) * worth * worth;
        }
        let step: f64 = slope / bend;
        scale = (scale + step.clamp(-0.002, 0.002)).clamp(-0.02, 0.02);
    }
    scale
}

/// The values that make the results likeliest.
fn fit(
    features: &[Vec<f32>],
    before: &[f64],
    sample: &Sample,
    parameters: &[Parameter],
    scale: f64,
) -> Option<Vec<f64>> {
    let size = parameters.len();
    let mut values = vec![0.0; size];
    for _ in 0..ROUNDS {
        let precision = parameters
            .iter()
            .map(|parameter| parameter.spread().powi(-2));
        let precision: Vec<f64> = precision.collect();
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
            // Most features of a position are 0.
            let present = row.iter().enumerate().filter(|(_, value)| **value != 0.0);
            let present: Vec<(usize, f64)> = present
                .map(|(at, value)| (at, scale * f64::from(*value)))
                .collect();
            let more: f64 = present.iter().map(|(at, value)| value * values[*at]).sum();
            let chance = chance(scale * before[number] + more);
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
        for at in 1..size {
            let (above, below) = bend.split_at_mut(at);
            for (own, row) in below[0].iter_mut().zip(above) {
                *own = row[at];
            }
        }
        let step = product(&inverse(&bend)?, &slope);
        values
            .iter_mut()
            .zip(&step)
            .for_each(|(value, step)| *value += step);
        if dot(&step, &step) < 1e-4 {
            break;
        }
    }
    Some(values)
}

/// The mean squared error of what an evaluation foretells.
fn error(worth: &[f64], sample: &Sample, scale: f64) -> f64 {
    let rows = worth.iter().zip(&sample.results).zip(&sample.weights);
    let squares =
        rows.map(|((worth, result), weight)| weight * (result - chance(scale * worth)).powi(2));
    squares.sum::<f64>() / sample.weights.iter().sum::<f64>()
}
