//! Accumulators of a network: the sums of the hidden units, updated incrementally along a line of
//! play.

use super::inputs::{Features, Inputs};
use super::layers::{LANES, Network, add, subtract};
use crate::geometry::Square;
use crate::state::{Cell, Color, Setup};

/// The change of a position: the features that vanish and those that appear.
#[derive(Debug, Default)]
pub(crate) struct Change {
    pub(crate) gone: Features,
    pub(crate) new: Features,
}

impl Change {
    /// Adds the change from one setup to another.
    pub(crate) fn between(&mut self, inputs: &Inputs, before: &Setup, after: &Setup) {
        let feature = |square: Square, cell: Cell| match cell {
            Cell::Piece(piece) => Some(inputs.piece(piece, square.index())),
            Cell::Wall => inputs.wall_feature(square.index()),
            Cell::Empty => None,
        };
        (before.board).differences(&after.board, |square, [old, new]| {
            self.gone.extend(feature(square, old));
            self.new.extend(feature(square, new));
        });
        let checks = [before.special.checks, after.special.checks];
        inputs.more_checks(checks[0], checks[1], &mut self.new);
        inputs.more_checks(checks[1], checks[0], &mut self.gone);
        if before.hands == after.hands {
            return;
        }
        for color in Color::ALL {
            let [before, after] = [before, after].map(|setup| &setup.hands[color.index()]);
            for (role, count) in before.iter() {
                let counts = [after.count(role), count];
                inputs.more_in_hand(color, role.index(), counts, &mut self.gone);
            }
            for (role, count) in after.iter() {
                let counts = [before.count(role), count];
                inputs.more_in_hand(color, role.index(), counts, &mut self.new);
            }
        }
    }
}

/// The accumulator of one position.
#[derive(Clone, Debug, Default)]
struct Accumulator {
    is_known: bool,
    mirrored: [bool; 2],
    /// White's sums, then Black's.
    sums: Vec<i32>,
}

/// The accumulators of a line of play. The sums of a position are computed when it is evaluated,
/// from the nearest earlier position with known sums.
#[derive(Debug, Default)]
pub(crate) struct Accumulators {
    plies: Vec<Accumulator>,
    change: Change,
}

impl Accumulators {
    /// Discards the sums of a position and of all later ones.
    #[inline]
    pub(crate) fn forget(&mut self, ply: usize) {
        if let Some(accumulator) = self.plies.get_mut(ply) {
            accumulator.is_known = false;
        }
    }

    /// The nearest position with known sums, from `ply` back.
    #[inline]
    pub(crate) fn known_before(&self, ply: usize) -> Option<usize> {
        let known = self.plies.len().min(ply + 1);
        self.plies[..known].iter().rposition(|at| at.is_known)
    }

    /// An empty change, to be filled and given back to [`update`](Accumulators::update).
    #[inline]
    pub(crate) fn take_change(&mut self) -> Change {
        let mut change = std::mem::take(&mut self.change);
        change.gone.clear();
        change.new.clear();
        change
    }

    /// Computes the sums of the position at `ply` from those of an earlier one, or from scratch;
    /// `all` returns all features of the position.
    #[inline]
    pub(crate) fn update(
        &mut self,
        network: &Network,
        ply: usize,
        from: Option<(usize, Change)>,
        mirrored: [bool; 2],
        all: impl Fn() -> Features,
    ) {
        let hidden = network.layers.hidden;
        if self.plies.len() <= ply {
            self.plies.resize_with(ply + 1, Accumulator::default);
        }
        let (before, rest) = self.plies.split_at_mut(ply);
        let [at, ..] = rest else { return };
        at.sums.resize(2 * hidden, 0);
        at.is_known = true;
        at.mirrored = mirrored;
        let mut features = None;
        for (side, is_mirrored) in mirrored.into_iter().enumerate() {
            let sums = &mut at.sums[side * hidden..(side + 1) * hidden];
            match &from {
                Some((known, change)) if before[*known].mirrored[side] == is_mirrored => {
                    let known = &before[*known].sums[side * hidden..(side + 1) * hidden];
                    let row = |feature: &u32| network.row(side, is_mirrored, *feature);
                    apply(known, sums, change, row);
                }
                _ => {
                    let features = features.get_or_insert_with(&all);
                    network.sum_up(side, is_mirrored, features, sums);
                }
            }
        }
        if let Some((_, change)) = from {
            self.change = change;
        }
    }

    /// The sums of both sides at a ply whose sums are known, White's first.
    #[inline]
    pub(crate) fn sums(&self, ply: usize) -> [&[i32]; 2] {
        let sums = &self.plies[ply].sums;
        let (white, black) = sums.split_at(sums.len() / 2);
        [white, black]
    }
}

/// Copies sums and applies a change.
#[inline(always)]
fn apply<'a>(known: &[i32], sums: &mut [i32], change: &Change, row: impl Fn(&u32) -> &'a [i16]) {
    let (new, gone) = (&*change.new, &*change.gone);
    let mut pairs = new.iter().zip(gone);
    match pairs.next() {
        None => sums.copy_from_slice(known),
        Some((new, gone)) => exchange(Some(known), sums, row(new), row(gone)),
    }
    pairs.for_each(|(new, gone)| exchange(None, sums, row(new), row(gone)));
    let n_pairs = new.len().min(gone.len());
    gone[n_pairs..]
        .iter()
        .for_each(|feature| subtract(sums, row(feature)));
    new[n_pairs..]
        .iter()
        .for_each(|feature| add(sums, row(feature)));
}

/// Adds a row and subtracts another in one pass, to these sums or to copies of known ones.
#[inline(always)]
fn exchange(known: Option<&[i32]>, sums: &mut [i32], new: &[i16], gone: &[i16]) {
    let (new, gone) = (new.as_chunks::<LANES>().0, gone.as_chunks::<LANES>().0);
    let sums = sums.as_chunks_mut::<LANES>().0.iter_mut();
    let known = known.map(|known| known.as_chunks::<LANES>().0);
    for (number, ((sums, new), gone)) in sums.zip(new).zip(gone).enumerate() {
        let known = known.map_or(*sums, |known| known[number]);
        for at in 0..LANES {
            sums[at] = known[at] + i32::from(new[at]) - i32::from(gone[at]);
        }
    }
}
