//! Gradient descent: a sparse first layer, one hidden layer with squared and clipped units, and `AdamW`.
//!
//! A batch is divided into a fixed number of parts, which threads process in any order. The
//! gradients of the parts are always added in the same order, so that a seed gives the same network
//! for every number of threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, ScopedJoinHandle};

use ferz::eval::{Network, NetworkInputs, NetworkLayers};
use ferz::game::Variant;
use ferz::state::{Color, Setup};

use crate::positions::{Positions, Sample};
use crate::random::Random;

/// The number of positions in a step.
const BATCH: usize = 16_384;

/// The number of parts of a batch.
const PARTS: usize = 4;

/// The score of an output of 1.
const SCALE: f32 = 400.0;

/// The initial learning rate, which decays to zero by a cosine schedule.
const RATE: f32 = 0.002;

/// The weight decay, relative to the learning rate.
const DECAY: f32 = 0.01;

/// The number of positions that a thread measures at once.
const PART: usize = 4096;

/// Maximum absolute weight: what 7 bits and a sign can express in output weights.
const MOST: f32 = 127.0 / 64.0;

const MOMENTS: [f32; 2] = [0.9, 0.999];

/// The options of a training run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The number of hidden units of each side, a multiple of 16.
    pub hidden: usize,
    /// The number of outputs, chosen by the number of pieces on the board.
    pub outputs: usize,
    /// The weight of the game result in the target, from 0 to 1; the search score has the rest.
    pub lambda: f32,
    /// Whether the network replaces the derived evaluation.
    pub is_alone: bool,
    /// The number of passes over the positions.
    pub passes: usize,
    /// The seed of the first weights and of the order of positions.
    pub seed: u64,
}

/// A training run.
#[derive(Clone, Debug)]
pub struct Trainer {
    options: Options,
    inputs: NetworkInputs,
    /// The number of pieces from which the last output is chosen.
    full: usize,
    /// The scale of the logistic function: the score that corresponds to a win chance of e / (1 +
    /// e).
    wdl_scale: f32,
    layout: Layout,
    weights: Vec<f32>,
    /// The averages of gradients and of their squares.
    averages: [Vec<f32>; 2],
    /// The numbers of finished steps and of all steps.
    step: usize,
    steps: usize,
}

/// The offsets of the weights by kind.
#[derive(Clone, Copy, Debug)]
struct Layout {
    hidden: usize,
    biases: usize,
    output: usize,
    output_biases: usize,
    end: usize,
}

/// The sums of the hidden units of a side, and the rows of its features.
struct Side {
    sums: Vec<f32>,
    rows: Vec<u32>,
}

impl Trainer {
    /// A trainer with random weights.
    pub fn new(variant: &Variant, positions: &Positions, options: Options) -> Trainer {
        let inputs = NetworkInputs::new(variant);
        let hidden = options.hidden;
        let biases = inputs.n_rows() * hidden;
        let output = biases + hidden;
        let output_biases = output + 2 * hidden * options.outputs;
        let layout = Layout {
            hidden,
            biases,
            output,
            output_biases,
            end: output_biases + options.outputs,
        };
        let mut random = Random::new(options.seed, 0);
        let mut weights = vec![0.0; layout.end];
        for (at, weight) in weights.iter_mut().enumerate() {
            let width = match at {
                _ if at < biases => 0.1,
                _ if at < output => 0.2,
                _ if at < output_biases => 0.1,
                _ => 0.0,
            };
            *weight = width * random.fraction();
        }
        let full = positions.iter().map(|sample| sample.n_pieces).max();
        Trainer {
            options,
            inputs,
            full: full.unwrap_or(0).into(),
            wdl_scale: wdl_scale(positions),
            layout,
            averages: [vec![0.0; layout.end], vec![0.0; layout.end]],
            weights,
            step: 0,
            steps: (positions.len() / BATCH).max(1) * options.passes,
        }
    }

    /// The state of the training, which [`resume`](Trainer::resume) takes.
    pub fn state(&self) -> Vec<u8> {
        let mut bytes = (self.step as u64).to_le_bytes().to_vec();
        for list in [&self.weights, &self.averages[0], &self.averages[1]] {
            bytes.extend(list.iter().flat_map(|value| value.to_le_bytes()));
        }
        bytes
    }

    /// Continues from the state of a trainer with the same options and positions. Returns whether
    /// the state is valid; if not, nothing changes.
    pub fn resume(&mut self, state: &[u8]) -> bool {
        let Some((step, values)) = state.split_first_chunk() else {
            return false;
        };
        let step = u64::from_le_bytes(*step) as usize;
        let (words, rest) = values.as_chunks::<4>();
        if !rest.is_empty() || words.len() != 3 * self.layout.end || step > self.steps {
            return false;
        }
        let mut values = words.iter().map(|word| f32::from_le_bytes(*word));
        let [means, squares] = &mut self.averages;
        for list in [&mut self.weights, means, squares] {
            list.iter_mut()
                .zip(&mut values)
                .for_each(|(place, value)| *place = value);
        }
        self.step = step;
        true
    }

    /// The number of finished passes.
    pub fn passes_done(&self) -> usize {
        self.step * self.options.passes / self.steps
    }

    /// The scale of the logistic function: the score that corresponds to a win chance of e / (1 +
    /// e).
    pub fn wdl_scale(&self) -> f32 {
        self.wdl_scale
    }

    /// Learns from all positions once, in random order; returns the mean squared error before each step.
    pub fn pass(&mut self, positions: &Positions, jobs: usize) -> f64 {
        let n_batches = (positions.len() / BATCH).max(1);
        let number = self.step / n_batches + 1;
        let order = shuffled(positions.len(), self.options.seed, number as u64);
        let rows = self.row_table();
        let mut gradients: Vec<Vec<f32>> = vec![vec![0.0; self.layout.end]; PARTS];
        let mut error = 0.0;
        let length = (positions.len() / n_batches).max(1);
        for batch in order.chunks(length).take(n_batches) {
            error += self.learn(positions, batch, &rows, &mut gradients, jobs);
        }
        error / (n_batches * length).max(1) as f64
    }

    /// Makes a few steps to measure their time; returns their share of a pass.
    pub fn try_steps(&mut self, positions: &Positions, jobs: usize, steps: usize) -> f64 {
        let rows = self.row_table();
        let mut gradients: Vec<Vec<f32>> = vec![vec![0.0; self.layout.end]; PARTS];
        let most = (positions.len() / BATCH).clamp(1, steps.max(1)) * BATCH;
        let order: Vec<u32> = (0..most.min(positions.len()) as u32).collect();
        for batch in order.chunks(BATCH) {
            self.learn(positions, batch, &rows, &mut gradients, jobs);
        }
        order.len() as f64 / positions.len().max(1) as f64
    }

    /// The rows of all features by side, and unmirrored or mirrored.
    fn row_table(&self) -> [[Vec<u32>; 2]; 2] {
        [0, 1].map(|side| {
            [false, true].map(|is_mirrored| {
                let features = 0..self.inputs.n_features() as u32;
                let row = |feature| self.inputs.row(side, is_mirrored, feature) as u32;
                features.map(row).collect()
            })
        })
    }

    /// One step; returns the sum of the squared errors.
    fn learn(
        &mut self,
        positions: &Positions,
        batch: &[u32],
        rows: &[[Vec<u32>; 2]; 2],
        gradients: &mut [Vec<f32>],
        jobs: usize,
    ) -> f64 {
        let parts: Vec<&[u32]> = batch.chunks(batch.len().div_ceil(PARTS).max(1)).collect();
        let this = &*self;
        let mut work: Vec<_> = gradients.iter_mut().zip(&parts).collect();
        let per_thread = work.len().div_ceil(jobs.clamp(1, PARTS));
        let errors: Vec<f64> = thread::scope(|scope| {
            let threads: Vec<_> = work
                .chunks_mut(per_thread.max(1))
                .map(|work| {
                    scope.spawn(move || {
                        let mut errors = Vec::new();
                        for (gradient, part) in work {
                            gradient.fill(0.0);
                            errors.push(this.descend(positions, part, rows, gradient));
                        }
                        errors
                    })
                })
                .collect();
            let joined = threads.into_iter().map(ScopedJoinHandle::join);
            joined.flat_map(Result::unwrap_or_default).collect()
        });
        let n_parts = parts.len();
        self.apply(&gradients[..n_parts], batch.len(), jobs);
        errors.iter().sum()
    }

    /// Adds the gradient of some positions; returns the sum of their squared errors.
    fn descend(
        &self,
        positions: &Positions,
        part: &[u32],
        rows: &[[Vec<u32>; 2]; 2],
        gradient: &mut [f32],
    ) -> f64 {
        let Layout {
            hidden,
            biases,
            output,
            output_biases,
            ..
        } = self.layout;
        let mut sides = [self.side(), self.side()];
        let mut total = 0.0;
        for index in part {
            let (sample, features) = positions.get(*index as usize);
            let at = self.output_of(sample);
            let value = self.forward(sample, features, rows, at, &mut sides);
            let chance = sigmoid(self.logit(sample, value));
            let target = self.target(sample);
            let error = chance - target;
            total += f64::from(error * error);
            let wdl_scale = error * chance * (1.0 - chance);
            gradient[output_biases + at] += wdl_scale;
            for (number, side) in sides.iter_mut().enumerate() {
                let first = output + (2 * at + number) * hidden;
                let weights = &self.weights[first..first + hidden];
                let outputs = &mut gradient[first..first + hidden];
                for ((sum, weight), out) in side.sums.iter_mut().zip(weights).zip(outputs) {
                    let clipped = sum.clamp(0.0, 1.0);
                    *out += wdl_scale * clipped * clipped;
                    let is_inside = *sum > 0.0 && *sum < 1.0;
                    *sum = if is_inside {
                        wdl_scale * weight * 2.0 * clipped
                    } else {
                        0.0
                    };
                }
                add(&mut gradient[biases..biases + hidden], &side.sums);
                for row in &side.rows {
                    let first = *row as usize * hidden;
                    add(&mut gradient[first..first + hidden], &side.sums);
                }
            }
        }
        total
    }

    fn side(&self) -> Side {
        Side {
            sums: vec![0.0; self.layout.hidden],
            rows: Vec::new(),
        }
    }

    fn output_of(&self, sample: &Sample) -> usize {
        let outputs = self.options.outputs;
        (usize::from(sample.n_pieces) * outputs / (self.full + 1)).min(outputs - 1)
    }

    /// The forward pass: the output for the side to move; stores the sums and rows of both sides.
    fn forward(
        &self,
        sample: &Sample,
        features: &[u16],
        rows: &[[Vec<u32>; 2]; 2],
        at: usize,
        sides: &mut [Side; 2],
    ) -> f32 {
        let Layout {
            hidden,
            biases,
            output,
            output_biases,
            ..
        } = self.layout;
        let mut value = self.weights[output_biases + at];
        for (number, side) in sides.iter_mut().enumerate() {
            let viewer = usize::from(sample.turn) ^ number;
            let rows = &rows[viewer][usize::from(sample.mirrored[viewer])];
            side.rows.clear();
            side.rows
                .extend(features.iter().map(|feature| rows[usize::from(*feature)]));
            side.sums
                .copy_from_slice(&self.weights[biases..biases + hidden]);
            for row in &side.rows {
                let first = *row as usize * hidden;
                add(&mut side.sums, &self.weights[first..first + hidden]);
            }
            let first = output + (2 * at + number) * hidden;
            value += dot(&side.sums, &self.weights[first..first + hidden]);
        }
        value
    }

    fn logit(&self, sample: &Sample, value: f32) -> f32 {
        let base = if self.options.is_alone {
            0.0
        } else {
            f32::from(sample.base)
        };
        (base + SCALE * value) / self.wdl_scale
    }

    fn target(&self, sample: &Sample) -> f32 {
        let by_score = sigmoid(f32::from(sample.score) / self.wdl_scale);
        let lambda = self.options.lambda;
        lambda * f32::from(sample.result) / 200.0 + (1.0 - lambda) * by_score
    }

    /// A step of `AdamW` with the sum of the gradients of all parts.
    fn apply(&mut self, gradients: &[Vec<f32>], n_positions: usize, jobs: usize) {
        let done = self.step as f32 / self.steps.max(1) as f32;
        self.step += 1;
        let rate = RATE * 0.5 * (1.0 + (std::f32::consts::PI * done.min(1.0)).cos());
        let step = self.step.min(1_000_000) as i32;
        let corrections = MOMENTS.map(|moment| 1.0 - moment.powi(step));
        let scale = 2.0 / n_positions as f32 * SCALE / self.wdl_scale;
        let length = self.layout.end.div_ceil(jobs.max(1));
        let [means, squares] = &mut self.averages;
        thread::scope(|scope| {
            let chunks = self.weights.chunks_mut(length);
            let averages = means.chunks_mut(length).zip(squares.chunks_mut(length));
            for (number, (weights, (means, squares))) in chunks.zip(averages).enumerate() {
                scope.spawn(move || {
                    let first = number * length;
                    for at in 0..weights.len() {
                        let parts = gradients.iter().map(|part| part[first + at]);
                        let wdl_scale = parts.sum::<f32>() * scale;
                        let mean = &mut means[at];
                        *mean = MOMENTS[0] * *mean + (1.0 - MOMENTS[0]) * wdl_scale;
                        let square = &mut squares[at];
                        *square = MOMENTS[1] * *square + (1.0 - MOMENTS[1]) * wdl_scale * wdl_scale;
                        let size = (*square / corrections[1]).sqrt() + 1e-8;
                        let weight = &mut weights[at];
                        *weight -= rate * (*mean / corrections[0] / size + DECAY * *weight);
                        *weight = weight.clamp(-MOST, MOST);
                    }
                });
            }
        });
    }

    /// The value of a position by the network in floating-point numbers, for the side to move and in the unit of
    /// scores.
    pub fn evaluate(&self, setup: &Setup) -> f32 {
        let (features, mirrored) = self.inputs.features(setup);
        let features: Vec<u16> = features.into_iter().map(|feature| feature as u16).collect();
        let sample = Sample {
            turn: u8::from(setup.turn == Color::Black),
            mirrored,
            n_pieces: setup.board.pieces().count() as u16,
            ..Sample::default()
        };
        let at = self.output_of(&sample);
        let mut sides = [self.side(), self.side()];
        SCALE * self.forward(&sample, &features, &self.row_table(), at, &mut sides)
    }

    /// Measures the prediction errors of the network.
    pub fn measure(&self, positions: &Positions, jobs: usize) -> Errors {
        let rows = self.row_table();
        let next = AtomicUsize::new(0);
        let work = || {
            let mut sides = [self.side(), self.side()];
            let mut found = Vec::new();
            loop {
                let part = next.fetch_add(1, Ordering::Relaxed);
                let first = part * PART;
                if first >= positions.len() {
                    return found;
                }
                let mut errors = Errors::default();
                for index in first..(first + PART).min(positions.len()) {
                    let (sample, features) = positions.get(index);
                    let at = self.output_of(sample);
                    let value = self.forward(sample, features, &rows, at, &mut sides);
                    errors.add(self, sample, value);
                }
                found.push((part, errors));
            }
        };
        let mut found: Vec<(usize, Errors)> = thread::scope(|scope| {
            let threads: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(work)).collect();
            let joined = threads.into_iter().map(ScopedJoinHandle::join);
            joined.flat_map(Result::unwrap_or_default).collect()
        });
        found.sort_by_key(|(part, _)| *part);
        let mut total = Errors::default();
        for (_, errors) in found {
            total.count += errors.count;
            for (total, error) in total.sums.iter_mut().zip(errors.sums) {
                *total += error;
            }
        }
        total
    }

    /// The quantized network.
    pub fn network(&self) -> Network {
        let Layout {
            hidden,
            biases,
            output,
            output_biases,
            end,
        } = self.layout;
        let rounded = |range: std::ops::Range<usize>, one: f32| {
            let weights = self.weights[range].iter();
            weights
                .map(|weight| (weight * one).round() as i16)
                .collect()
        };
        let layers = NetworkLayers {
            hidden,
            outputs: self.options.outputs,
            full: self.full,
            is_alone: self.options.is_alone,
            rows: rounded(0..biases, 255.0),
            biases: rounded(biases..output, 255.0),
            output: rounded(output..output_biases, 64.0),
            output_biases: self.weights[output_biases..end]
                .iter()
                .map(|bias| (bias * 255.0 * 255.0 * 64.0).round() as i32)
                .collect(),
        };
        Network::new(&self.inputs, layers)
    }
}

/// Mean squared errors of win chances.
#[derive(Clone, Copy, Debug, Default)]
pub struct Errors {
    count: usize,
    sums: [f64; 5],
}

impl Errors {
    fn add(&mut self, trainer: &Trainer, sample: &Sample, value: f32) {
        let chance = sigmoid(trainer.logit(sample, value));
        let by_base = sigmoid(f32::from(sample.base) / trainer.wdl_scale);
        let score = sigmoid(f32::from(sample.score) / trainer.wdl_scale);
        let result = f32::from(sample.result) / 200.0;
        self.count += 1;
        let errors = [
            chance - score,
            chance - result,
            by_base - score,
            by_base - result,
            chance - trainer.target(sample),
        ];
        for (sum, error) in self.sums.iter_mut().zip(errors) {
            *sum += f64::from(error * error);
        }
    }

    fn mean(&self, at: usize) -> f64 {
        self.sums[at] / self.count.max(1) as f64
    }

    /// The errors of the network in scores and in results.
    pub fn of_network(&self) -> [f64; 2] {
        [self.mean(0), self.mean(1)]
    }

    /// The error of the network in targets.
    pub fn of_targets(&self) -> f64 {
        self.mean(4)
    }

    /// The errors of the derived evaluation in scores and in results.
    pub fn of_base(&self) -> [f64; 2] {
        [self.mean(2), self.mean(3)]
    }
}

/// The logistic scale with which scores predict results best.
fn wdl_scale(positions: &Positions) -> f32 {
    let step = positions.len() / 100_000 + 1;
    let samples: Vec<&Sample> = positions.iter().step_by(step).collect();
    let error = |wdl_scale: f32| {
        let errors = samples.iter().map(|sample| {
            let chance = sigmoid(f32::from(sample.score) / wdl_scale);
            f64::from(chance - f32::from(sample.result) / 200.0).powi(2)
        });
        errors.sum::<f64>()
    };
    let slopes = (0..40).map(|step| 100.0 * 1.07_f32.powi(step));
    let errors = slopes.map(|wdl_scale| (error(wdl_scale), wdl_scale));
    let best = errors.min_by(|one, other| one.0.total_cmp(&other.0));
    best.map_or(400.0, |(_, wdl_scale)| wdl_scale)
}

/// A random order of the numbers below `length`.
fn shuffled(length: usize, seed: u64, number: u64) -> Vec<u32> {
    let mut random = Random::new(seed, number);
    let mut order: Vec<u32> = (0..length as u32).collect();
    for at in (1..length).rev() {
        order.swap(at, random.below(at + 1));
    }
    order
}

fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

#[inline(always)]
fn add(sums: &mut [f32], row: &[f32]) {
    let sums = sums.as_chunks_mut::<16>().0.iter_mut();
    for (sums, row) in sums.zip(row.as_chunks::<16>().0) {
        for (sum, weight) in sums.iter_mut().zip(row) {
            *sum += weight;
        }
    }
}

/// The sum of the clipped and squared sums times their weights.
#[inline(always)]
fn dot(sums: &[f32], weights: &[f32]) -> f32 {
    let mut total = [0.0; 16];
    let sums = sums.as_chunks::<16>().0.iter();
    for (sums, weights) in sums.zip(weights.as_chunks::<16>().0) {
        for ((total, sum), weight) in total.iter_mut().zip(sums).zip(weights) {
            let clipped = sum.clamp(0.0, 1.0);
            *total += clipped * clipped * weight;
        }
    }
    total.iter().sum()
}
