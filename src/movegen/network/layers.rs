//! The layers of a network: weights, sums of hidden units, and the output.

use std::sync::Arc;

use super::inputs::Inputs;
use crate::state::{Color, Setup};

/// The quantized value of 1 in sums of inputs, and in output weights.
pub(crate) const INPUT_ONE: i32 = 255;
pub(crate) const OUTPUT_ONE: i32 = 64;

/// Maximum absolute output weight, and maximum number of hidden units: the products of all units that share a
/// lane fit into 32 bits. So do the sums of all inputs of the largest board.
pub(crate) const MOST_OUTPUT: i16 = 127;
pub(crate) const MOST_HIDDEN: usize = 256;

/// The value of one at the output, in the unit of scores.
pub(crate) const SCALE: i32 = 400;

/// The number of hidden units is a multiple of this, so that loops have vectors of a fixed length.
pub(crate) const LANES: usize = 16;

/// The weights of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layers {
    /// The number of hidden units of a side.
    pub hidden: usize,
    /// The number of outputs; one is chosen by the number of pieces on the board.
    pub outputs: usize,
    /// The number of pieces from which the last output is chosen.
    pub full: usize,
    /// Whether the network replaces the derived evaluation, instead of being added to it.
    pub is_alone: bool,
    /// The weights of the inputs, by row and hidden unit.
    pub rows: Vec<i16>,
    /// The biases of the hidden units.
    pub biases: Vec<i16>,
    /// The output weights, by output and hidden unit, those of the side to move first.
    pub output: Vec<i16>,
    /// The biases of the outputs.
    pub output_biases: Vec<i32>,
}

/// A network with the inputs of its variant.
#[derive(Clone, Debug)]
pub(crate) struct Network {
    pub(crate) inputs: Inputs,
    pub(crate) layers: Arc<Layers>,
}

impl Network {
    /// The sums of the hidden units of a side, from scratch.
    pub(crate) fn sum_up(
        &self,
        side: usize,
        is_mirrored: bool,
        features: &[u32],
        sums: &mut [i32],
    ) {
        let biases = self.layers.biases.as_chunks::<LANES>().0;
        let sums = sums.as_chunks_mut::<LANES>().0;
        // PERF: the sums of a few units stay in registers.
        for (number, (sums, biases)) in sums.iter_mut().zip(biases).enumerate() {
            let mut total = biases.map(i32::from);
            for feature in features {
                let row = self.row(side, is_mirrored, *feature).as_chunks::<LANES>().0;
                for (total, weight) in total.iter_mut().zip(&row[number]) {
                    *total += i32::from(*weight);
                }
            }
            *sums = total;
        }
    }

    /// The weights of a row.
    #[inline(always)]
    pub(super) fn row(&self, side: usize, is_mirrored: bool, feature: u32) -> &[i16] {
        let hidden = self.layers.hidden;
        let first = self.inputs.row(side, is_mirrored, feature) * hidden;
        &self.layers.rows[first..first + hidden]
    }

    /// The value for the side to move, from the sums of both sides and the number of pieces, in the unit of
    /// scores times [`UNIT`](Network::UNIT).
    #[inline]
    pub(crate) fn output(&self, [own, other]: [&[i32]; 2], n_pieces: usize) -> i64 {
        let layers = &self.layers;
        let at = (n_pieces * layers.outputs / (layers.full + 1)).min(layers.outputs - 1);
        let weights = &layers.output[2 * layers.hidden * at..][..2 * layers.hidden];
        let (for_own, for_other) = weights.split_at(layers.hidden);
        let sum = dot(own, for_own) + dot(other, for_other);
        (sum + i64::from(layers.output_biases[at])) * i64::from(SCALE)
    }

    /// The value for the side to move in the unit of an evaluation, from the sums of both sides, White's first.
    #[inline]
    pub(crate) fn worth(
        &self,
        [white, black]: [&[i32]; 2],
        turn: Color,
        n_pieces: usize,
        unit: i32,
    ) -> i32 {
        let sums = match turn {
            Color::White => [white, black],
            Color::Black => [black, white],
        };
        (self.output(sums, n_pieces) * i64::from(unit) / (100 * Network::UNIT)) as i32
    }

    /// The unit of [`output`](Network::output).
    pub(crate) const UNIT: i64 = (INPUT_ONE * INPUT_ONE * OUTPUT_ONE) as i64;

    /// The value of a setup for the side to move, from scratch, as [`output`](Network::output).
    pub(crate) fn value(&self, setup: &Setup) -> i64 {
        let (features, mirrored) = self.inputs.features(setup);
        let [own, other] = [setup.turn, setup.turn.opponent()].map(|color| {
            let side = color.index();
            let mut sums = vec![0; self.layers.hidden];
            self.sum_up(side, mirrored[side], &features, &mut sums);
            sums
        });
        self.output([&own, &other], setup.board.pieces().count())
    }
}

#[inline(always)]
pub(super) fn add(sums: &mut [i32], row: &[i16]) {
    let sums = sums.as_chunks_mut::<LANES>().0.iter_mut();
    for (sums, row) in sums.zip(row.as_chunks::<LANES>().0) {
        for (sum, weight) in sums.iter_mut().zip(row) {
            *sum += i32::from(*weight);
        }
    }
}

#[inline(always)]
pub(super) fn subtract(sums: &mut [i32], row: &[i16]) {
    let sums = sums.as_chunks_mut::<LANES>().0.iter_mut();
    for (sums, row) in sums.zip(row.as_chunks::<LANES>().0) {
        for (sum, weight) in sums.iter_mut().zip(row) {
            *sum -= i32::from(*weight);
        }
    }
}

/// The sum of the clipped and squared sums times their weights.
#[inline(always)]
fn dot(sums: &[i32], weights: &[i16]) -> i64 {
    let mut total = [0_i32; LANES];
    let sums = sums.as_chunks::<LANES>().0.iter();
    for (sums, weights) in sums.zip(weights.as_chunks::<LANES>().0) {
        for ((total, sum), weight) in total.iter_mut().zip(sums).zip(weights) {
            let clipped = (*sum).clamp(0, INPUT_ONE);
            *total += clipped * clipped * i32::from(*weight);
        }
    }
    total.iter().map(|total| i64::from(*total)).sum()
}
