//! Values of all pieces at once, by a logistic regression of results on material differences.

use std::collections::BTreeMap;

use crate::referee::GameRow;
use crate::referee::quiet::quiet_positions;
use crate::referee::statistics::{Interval, LEAST_UNITS, NINETY_FIVE, dot, inverse, product};
use ferz::game::{Game, Variant};
use ferz::state::{Color, Move, Role};

/// A position is sampled every this many plies.
const EVERY: usize = 8;

/// The ridge penalty, which bounds the values of pieces whose numbers rarely differ.
const RIDGE: f64 = 1e-3;

/// The maximum number of Newton steps.
const ROUNDS: usize = 50;

/// The effect of one more piece of a kind on the result.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceValue {
    /// The piece.
    pub role: Role,
    /// The increase of the logit of the score.
    pub logit: Interval,
    /// The value in pawns; `None` if the pawn has no positive effect.
    pub pawns: Option<Interval>,
    /// The number of positions in which the sides had different numbers of the piece.
    pub positions: u64,
}

/// The effect of material differences on results.
#[derive(Clone, Debug, PartialEq)]
pub struct Regression {
    /// Values by piece, without pieces of which both sides always had the same number.
    pub pieces: Vec<PieceValue>,
    /// The piece that counts as a pawn.
    pub pawn: Role,
    /// The advantage of White, as a logit.
    pub white: Interval,
    /// The number of games.
    pub games: usize,
    /// The number of quiet positions sampled from them.
    pub positions: usize,
}

impl Regression {
    /// Whether the number of games suffices to report intervals.
    pub const fn is_enough(&self) -> bool {
        self.games as u64 >= LEAST_UNITS
    }
}

/// The quiet positions of a game.
struct Sample {
    /// The material differences by role, then 1 for White, for each position.
    rows: Vec<Vec<f64>>,
    /// White's share of the point.
    result: f64,
}

impl Regression {
    /// The regression over games. Standard errors are clustered by game, because the positions of a game are
    /// correlated.
    ///
    /// # Errors
    /// A message, if a game is not one of the variant, or if the games determine no values.
    pub fn new(variant: &Variant, pawn: Role, rows: &[GameRow]) -> Result<Regression, String> {
        let mut samples = Vec::new();
        for row in rows {
            samples.push(sample(&row.replay(variant)?, row));
        }
        let mut differing: BTreeMap<usize, u64> = BTreeMap::new();
        for difference in samples.iter().flat_map(|sample| &sample.rows) {
            let roles = difference.iter().take(variant.roles().len()).enumerate();
            for (role, _) in roles.filter(|(_, count)| **count != 0.0) {
                *differing.entry(role).or_default() += 1;
            }
        }
        let columns: Vec<usize> = differing.keys().copied().collect();
        if columns.is_empty() {
            return Err("in no position does a side have more pieces of a kind".to_owned());
        }
        for row in samples.iter_mut().flat_map(|sample| &mut sample.rows) {
            let kept = columns.iter().map(|column| row[*column]);
            *row = kept.chain([1.0]).collect();
        }
        let (weights, covariance) = fit(&samples, columns.len() + 1)
            .ok_or("the numbers of pieces do not differ independently enough")?;
        let interval =
            |value: f64, variance: f64| Interval::around(value, variance.max(0.0).sqrt());
        let unit = columns.iter().position(|column| *column == pawn.index());
        let in_pawns = |at: usize| {
            let unit = unit?;
            let (a, p) = (weights[at], weights[unit]);
            if p < NINETY_FIVE * covariance[unit][unit].sqrt() {
                return None;
            }
            let ratio = a / p;
            let variance = (covariance[at][at] - 2.0 * ratio * covariance[at][unit]
                + ratio * ratio * covariance[unit][unit])
                / (p * p);
            Some(interval(ratio, variance))
        };
        let pieces = columns.iter().enumerate().map(|(at, column)| PieceValue {
            role: Role::new(*column),
            logit: interval(weights[at], covariance[at][at]),
            pawns: in_pawns(at),
            positions: differing[column],
        });
        let last = columns.len();
        Ok(Regression {
            pieces: pieces.collect(),
            pawn,
            white: interval(weights[last], covariance[last][last]),
            games: samples.len(),
            positions: samples.iter().map(|sample| sample.rows.len()).sum(),
        })
    }
}

/// The quiet positions of a game after its opening.
fn sample(game: &Game, row: &GameRow) -> Sample {
    let positions = quiet_positions(game, row.book, EVERY, Move::is_capture);
    let rows = positions.into_iter().map(|position| {
        let mut counts = vec![0.0; position.variant().roles().len()];
        for (_, piece) in position.board().pieces() {
            counts[piece.role.index()] += sign(piece.color);
        }
        for color in Color::ALL {
            for (role, count) in position.setup().hands[color.index()].iter() {
                counts[role.index()] += sign(color) * f64::from(count);
            }
        }
        counts
    });
    Sample {
        rows: rows.collect(),
        result: row.white_score,
    }
}

fn sign(color: Color) -> f64 {
    match color {
        Color::White => 1.0,
        Color::Black => -1.0,
    }
}

/// The maximum likelihood weights, with their covariance clustered by game.
fn fit(samples: &[Sample], size: usize) -> Option<(Vec<f64>, Vec<Vec<f64>>)> {
    let mut weights = vec![0.0; size];
    let mut inverted = Vec::new();
    for _ in 0..ROUNDS {
        let mut slope: Vec<f64> = weights.iter().map(|weight| -RIDGE * weight).collect();
        let mut bend = vec![vec![0.0; size]; size];
        for (number, row) in bend.iter_mut().enumerate() {
            row[number] = RIDGE;
        }
        for sample in samples {
            for row in &sample.rows {
                let chance = chance(&weights, row);
                let spread = chance * (1.0 - chance);
                for (at, value) in row.iter().enumerate().filter(|(_, value)| **value != 0.0) {
                    slope[at] += (sample.result - chance) * value;
                    for (bend, other) in bend[at].iter_mut().zip(row) {
                        *bend += spread * value * other;
                    }
                }
            }
        }
        inverted = inverse(&bend)?;
        let step = product(&inverted, &slope);
        for (weight, step) in weights.iter_mut().zip(&step) {
            // Steps are limited to the range in which the quadratic approximation holds.
            *weight += step.clamp(-1.0, 1.0);
        }
        if step.iter().all(|step| step.abs() < 1e-9) {
            break;
        }
    }
    let mut meat = vec![vec![0.0; size]; size];
    for sample in samples {
        let mut slope = vec![0.0; size];
        for row in &sample.rows {
            let rest = sample.result - chance(&weights, row);
            let pairs = slope.iter_mut().zip(row);
            pairs.for_each(|(slope, value)| *slope += rest * value);
        }
        for (row, one) in meat.iter_mut().zip(&slope) {
            let pairs = row.iter_mut().zip(&slope);
            pairs.for_each(|(cell, other)| *cell += one * other);
        }
    }
    let half: Vec<Vec<f64>> = inverted.iter().map(|row| product(&meat, row)).collect();
    let covariance = inverted.iter().map(|row| product(&half, row));
    Some((weights, covariance.collect()))
}

fn chance(weights: &[f64], row: &[f64]) -> f64 {
    1.0 / (1.0 + (-dot(weights, row)).exp())
}
