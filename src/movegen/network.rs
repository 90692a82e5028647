//! Evaluation networks: one hidden layer over the pieces on their squares, in integers.
//!
//! Each side sees the position by its [`Inputs`] and has a sum of weights for each hidden unit. The sums of the
//! side to move and of its opponent, clipped and squared, times the output weights give the value. A move
//! changes few inputs, so that the sums are kept for each position of a line ([`Accumulators`]).
//!
//! The arithmetic is exact in integers and the same on every machine.

use std::sync::Arc;

use crate::geometry::Square;
use crate::state::{Cell, Color, Piece, Role, Setup};

// Input features of a network, and their rows from the perspective of each side.

/// The counts of pieces in hand that are distinguished: an input for "at least 1", "at least 2" and so on.
const HAND_STEPS: [u16; 10] = [1, 2, 3, 4, 5, 6, 8, 10, 13, 16];

/// The number of inputs for the checks that a side has still to give: "at least 1" and so on.
const CHECK_STEPS: usize = 8;

/// The inputs of a network.
///
/// A *feature* is a fact about a position, such as a white knight on f3. A *row* is a feature from
/// the perspective of one side, such as an own knight on f3: the network has weights for rows.
/// Black's view of the board is turned so that its pieces start where White's do; if no symmetry of
/// the board does that, each side has rows of its own. If the pieces move alike to both sides, the
/// view of a side is mirrored while its royal piece is on the left half of the board.
#[derive(Clone, Debug)]
pub(crate) struct Inputs {
    n_roles: usize,
    area: usize,
    /// Whether hands, checks still to give and walls are inputs.
    has_hands: bool,
    has_checks: bool,
    has_walls: bool,
    pub(crate) n_rows: usize,
    /// The row of each feature by viewing side, and unmirrored or mirrored.
    rows: [[Vec<u32>; 2]; 2],
    /// The role of the only royal piece of each side, and the squares of the half that is mirrored, if
    /// anything is.
    pub(crate) royal: Option<Role>,
    is_left: Vec<bool>,
}

/// The properties of a variant that determine the inputs.
pub(crate) struct View<'a> {
    pub(crate) n_roles: usize,
    pub(crate) files: usize,
    pub(crate) ranks: usize,
    /// The square that is to Black what a square is to White, if the board is symmetric.
    pub(crate) turned: Option<&'a dyn Fn(usize) -> usize>,
    /// The only royal role, if a mirrored board is alike.
    pub(crate) mirrored_by: Option<Role>,
    pub(crate) has_hands: bool,
    pub(crate) has_checks: bool,
    pub(crate) has_walls: bool,
}

/// A list of features.
pub(crate) type Features = Vec<u32>;

impl Inputs {
    pub(crate) fn new(view: &View<'_>) -> Inputs {
        let (files, area) = (view.files, view.files * view.ranks);
        let mut inputs = Inputs {
            n_roles: view.n_roles,
            area,
            has_hands: view.has_hands,
            has_checks: view.has_checks,
            has_walls: view.has_walls,
            n_rows: 0,
            rows: Default::default(),
            royal: view.mirrored_by,
            is_left: (0..area)
                .map(|square| view.mirrored_by.is_some() && 2 * (square % files) + 1 < files)
                .collect(),
        };
        let n_features = inputs.n_features();
        inputs.n_rows = n_features * if view.turned.is_some() { 1 } else { 2 };
        for (side, is_mirrored) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let seen = |square: usize| {
                let square = match view.turned {
                    Some(turned) if side == 1 => turned(square),
                    _ => square,
                };
                if is_mirrored == 1 {
                    square - square % files + files - 1 - square % files
                } else {
                    square
                }
            };
            let first = if side == 1 && view.turned.is_none() {
                n_features
            } else {
                0
            };
            let mut rows = vec![0; n_features];
            let mut set = |feature: u32, row: u32| rows[feature as usize] = first as u32 + row;
            for color in Color::ALL {
                let relative = Color::ALL[color.index() ^ side];
                for role in (0..view.n_roles).map(Role::new) {
                    let [piece, other] = [color, relative].map(|color| Piece { color, role });
                    for square in 0..area {
                        set(
                            inputs.piece(piece, square),
                            inputs.piece(other, seen(square)),
                        );
                    }
                    let hand = |color: Color, step: usize| inputs.hand(color, role.index(), step);
                    for step in 0..if view.has_hands { HAND_STEPS.len() } else { 0 } {
                        set(hand(color, step), hand(relative, step));
                    }
                }
                for step in 0..if view.has_checks { CHECK_STEPS } else { 0 } {
                    set(inputs.check(color, step), inputs.check(relative, step));
                }
            }
            for square in 0..if view.has_walls { area } else { 0 } {
                set(inputs.wall(square), inputs.wall(seen(square)));
            }
            inputs.rows[side][is_mirrored] = rows;
        }
        inputs
    }

    fn first_of_hands(&self) -> usize {
        2 * self.n_roles * self.area
    }

    fn first_of_checks(&self) -> usize {
        self.first_of_hands()
            + if self.has_hands {
                2 * self.n_roles * HAND_STEPS.len()
            } else {
                0
            }
    }

    fn first_of_walls(&self) -> usize {
        self.first_of_checks() + if self.has_checks { 2 * CHECK_STEPS } else { 0 }
    }

    /// The number of features.
    pub(crate) fn n_features(&self) -> usize {
        self.first_of_walls() + if self.has_walls { self.area } else { 0 }
    }

    #[inline(always)]
    pub(crate) fn piece(&self, piece: Piece, square: usize) -> u32 {
        ((piece.color.index() * self.n_roles + piece.role.index()) * self.area + square) as u32
    }

    fn hand(&self, color: Color, role: usize, step: usize) -> u32 {
        let place = color.index() * self.n_roles + role;
        (self.first_of_hands() + place * HAND_STEPS.len() + step) as u32
    }

    fn check(&self, color: Color, step: usize) -> u32 {
        (self.first_of_checks() + color.index() * CHECK_STEPS + step) as u32
    }

    fn wall(&self, square: usize) -> u32 {
        (self.first_of_walls() + square) as u32
    }

    /// The features of `after` pieces in hand that are not features of `before`.
    #[inline]
    pub(crate) fn more_in_hand(
        &self,
        color: Color,
        role: usize,
        [before, after]: [u16; 2],
        features: &mut Features,
    ) {
        if !self.has_hands {
            return;
        }
        for (step, least) in HAND_STEPS.into_iter().enumerate() {
            if before < least && least <= after {
                features.push(self.hand(color, role, step));
            }
        }
    }

    /// The features of `after` checks still to give that are not features of `before`.
    #[inline]
    pub(crate) fn more_checks(&self, before: [u16; 2], after: [u16; 2], features: &mut Features) {
        if !self.has_checks {
            return;
        }
        for color in Color::ALL {
            let [before, after] =
                [before, after].map(|checks| usize::from(checks[color.index()]).min(CHECK_STEPS));
            features.extend((before..after).map(|step| self.check(color, step)));
        }
    }

    /// The feature of a wall, if walls are inputs.
    #[inline]
    pub(crate) fn wall_feature(&self, square: usize) -> Option<u32> {
        self.has_walls.then(|| self.wall(square))
    }

    /// The row of a feature for a side.
    #[inline(always)]
    pub(crate) fn row(&self, side: usize, is_mirrored: bool, feature: u32) -> usize {
        self.rows[side][usize::from(is_mirrored)][feature as usize] as usize
    }

    /// Whether a side with its royal piece on a square sees the board mirrored.
    #[inline]
    pub(crate) fn is_mirrored(&self, royal: Option<usize>) -> bool {
        royal.is_some_and(|square| self.is_left.get(square) == Some(&true))
    }

    /// The square of the only royal piece of a side.
    pub(crate) fn royal_of(&self, setup: &Setup, color: Color) -> Option<usize> {
        let role = self.royal?;
        let mut royals = (setup.board.pieces_of(color)).filter(|(_, piece)| piece.role == role);
        let (square, _) = royals.next()?;
        royals.next().is_none().then_some(square.index())
    }

    /// All features of a setup, and whether each side sees it mirrored.
    pub(crate) fn features(&self, setup: &Setup) -> (Features, [bool; 2]) {
        let mut features = Features::new();
        for (square, piece) in setup.board.pieces() {
            features.push(self.piece(piece, square.index()));
        }
        if self.has_walls {
            let squares = (0..self.area).map(|square| Square::new(square as u16));
            let walls = squares.filter(|square| setup.board.get(*square) == Cell::Wall);
            features.extend(walls.map(|square| self.wall(square.index())));
        }
        for color in Color::ALL {
            for (role, count) in setup.hands[color.index()].iter() {
                self.more_in_hand(color, role.index(), [0, count], &mut features);
            }
        }
        self.more_checks([0; 2], setup.special.checks, &mut features);
        let mirrored = Color::ALL.map(|color| self.is_mirrored(self.royal_of(setup, color)));
        (features, mirrored)
    }
}

// The layers of a network: weights, sums of hidden units, and the output.

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
    fn row(&self, side: usize, is_mirrored: bool, feature: u32) -> &[i16] {
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

/// Combines sums with the weights of a row.
#[inline(always)]
fn combine(sums: &mut [i32], row: &[i16], with: impl Fn(i32, i32) -> i32) {
    let sums = sums.as_chunks_mut::<LANES>().0.iter_mut();
    for (sums, row) in sums.zip(row.as_chunks::<LANES>().0) {
        for (sum, weight) in sums.iter_mut().zip(row) {
            *sum = with(*sum, i32::from(*weight));
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

// Accumulators of a network: the sums of the hidden units, updated incrementally along a line of
// play.

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
    for feature in &gone[n_pairs..] {
        combine(sums, row(feature), |sum, weight| sum - weight);
    }
    for feature in &new[n_pairs..] {
        combine(sums, row(feature), |sum, weight| sum + weight);
    }
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
