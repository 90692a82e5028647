//! Move ordering by hash move, captures, killers and history heuristics.

use crate::geometry::{BoardShape, Square};
use crate::movegen::{Candidate, SearchStack};
use crate::state::{Color, Move, Role};

use super::parameters::PAIRS;
use super::table::{has_room, want_large_pages};

/// Maximum absolute value of a history entry.
const LIMIT: i32 = 16_384;

/// Maximum number of entries of the pair histories: enough for one entry for each pair in chess.
const MOST_PAIRS: usize = 12 << 20;

/// No previous move: the root, or a null move.
pub(super) const NO_ROW: u32 = u32::MAX;

/// History tables, kept from search to search.
#[derive(Debug)]
pub(super) struct Histories {
    n_rows: usize,
    n_pair_rows: usize,
    /// Piece-to history of quiet moves, by row.
    quiet: Vec<i16>,
    /// Capture history, by row.
    captures: Vec<i16>,
    /// Continuation history, by row of the previous move and row. A last row for no previous move stays zero.
    pairs: Vec<i16>,
}

/// Inputs of the move ordering at a node.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hints {
    /// The hash move, or 0.
    pub(super) best: u32,
    pub(super) killers: [u32; 2],
    /// The rows of the previous two moves, the last first.
    pub(super) before: [u32; 2],
}

/// Order of the hash move.
pub(super) const FIRST: i32 = 1 << 30;
/// Base of captures that do not lose material.
pub(super) const GOOD_CAPTURE: i32 = 1 << 24;
/// Base of killer moves.
pub(super) const KILLER: i32 = 1 << 20;
/// Base of losing captures.
pub(super) const BAD_CAPTURE: i32 = -(1 << 22);

/// The number of rows of previous moves in the pair histories, without the one for no move.
fn n_pair_rows(n_rows: usize) -> usize {
    n_rows.min(MOST_PAIRS / n_rows).max(1)
}

impl Histories {
    /// Creates histories with a number of rows, if there is memory for them.
    pub(super) fn try_new(n_rows: usize) -> Option<Histories> {
        let n_pairs = (n_pair_rows(n_rows.max(1)) + 3) * n_rows;
        has_room(n_pairs * size_of::<i16>()).then(|| Histories::new(n_rows))
    }

    pub(super) fn new(n_rows: usize) -> Histories {
        let n_rows = n_rows.max(1);
        let n_pair_rows = n_pair_rows(n_rows);
        // One zeroed allocation: its pages are not touched before they are used.
        let mut pairs = vec![0; (n_pair_rows + 1) * n_rows];
        want_large_pages(&mut pairs);
        Histories {
            n_rows,
            n_pair_rows,
            quiet: vec![0; n_rows],
            captures: vec![0; n_rows],
            pairs,
        }
    }

    pub(super) fn clear(&mut self) {
        self.quiet.fill(0);
        self.captures.fill(0);
        self.pairs.fill(0);
    }

    /// Halves the quiet history for a new search.
    pub(super) fn fade(&mut self) {
        for value in &mut self.quiet {
            *value /= 2;
        }
    }

    /// The pair histories with this previous move.
    fn pairs_with(&self, before: u32) -> &[i16] {
        let begin = self.pairs_from(before);
        &self.pairs[begin..begin + self.n_rows]
    }

    /// The index of their first entry.
    fn pairs_from(&self, before: u32) -> usize {
        let pair_row = if before == NO_ROW {
            self.n_pair_rows
        } else {
            before as usize % self.n_pair_rows
        };
        pair_row * self.n_rows
    }

    /// The order of a move; `pairs` are the pair histories with the two previous moves.
    #[inline]
    fn order_of(&self, mv: &Candidate, hints: &Hints, pairs: [&[i16]; 2]) -> i32 {
        let row = mv.row as usize;
        if mv.code == hints.best {
            FIRST
        } else if mv.tactical {
            let learned = i32::from(self.captures[row]) / 8;
            GOOD_CAPTURE + mv.gain.min(25_000) * 16 - mv.mover.min(1500) + learned
        } else if mv.code == hints.killers[0] {
            KILLER + 1
        } else if mv.code == hints.killers[1] {
            KILLER
        } else {
            let sum = i32::from(pairs[0][row]) + i32::from(pairs[1][row]);
            i32::from(self.quiet[row]) + sum * PAIRS / 100
        }
    }

    /// Updates the histories of a quiet move by a bonus or malus.
    pub(super) fn learn_quiet(&mut self, row: u32, before: [u32; 2], bonus: i32) {
        learn(&mut self.quiet[row as usize], bonus);
        for before in before {
            if before != NO_ROW {
                let place = self.pairs_from(before) + row as usize;
                learn(&mut self.pairs[place], bonus);
            }
        }
    }

    /// Updates the capture history of a move by a bonus or malus.
    pub(super) fn learn_capture(&mut self, row: u32, bonus: i32) {
        learn(&mut self.captures[row as usize], bonus);
    }
}

/// History gravity: the closer a value is to its limit, the smaller the change.
fn learn(value: &mut i16, bonus: i32) {
    let now = i32::from(*value);
    *value = (now + bonus - now * bonus.abs() / LIMIT) as i16;
}

/// The moves of a node with their order, sorted lazily by selection.
#[derive(Debug, Default)]
pub(super) struct MoveList {
    moves: Vec<Candidate>,
    /// The order of each move, the highest first, with padding at the end.
    ///
    /// PERF: stored apart from the moves, because all of them are scanned for each picked move.
    orders: Vec<i32>,
    /// The number of moves already sorted to the front.
    n_picked: usize,
}

impl MoveList {
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The moves, for the move generator to fill; they are unordered before [`arrange`](Self::arrange).
    pub(super) fn moves_mut(&mut self) -> &mut Vec<Candidate> {
        &mut self.moves
    }

    /// Begins the list with the hash move alone.
    pub(super) fn begin_with(&mut self, best: Candidate) {
        self.moves.clear();
        self.moves.push(best);
        self.orders.clear();
        self.orders.push(FIRST);
        self.end_orders(0);
    }

    /// Computes the order of each move.
    pub(super) fn arrange(&mut self, histories: &Histories, hints: &Hints) {
        // PERF: the rows of the pair histories need a division, so they are found once for all moves.
        let pairs = hints.before.map(|before| histories.pairs_with(before));
        self.orders.clear();
        self.orders.reserve(self.moves.len() + PADDING);
        for mv in &self.moves {
            self.orders.push(histories.order_of(mv, hints, pairs));
        }
        self.end_orders(0);
    }

    /// Appends the padding to the orders; `n_picked` moves are already sorted.
    fn end_orders(&mut self, n_picked: usize) {
        self.orders.extend([i32::MIN; PADDING]);
        self.n_picked = n_picked;
    }

    /// Selects the best of the moves from `place` on, the first of equals, and swaps it to `place`.
    pub(super) fn pick(&mut self, place: usize) -> (Candidate, i32) {
        if place >= self.n_picked {
            let best = place + highest(&self.orders[place..]);
            self.moves.swap(place, best);
            self.orders.swap(place, best);
            self.n_picked = place + 1;
        }
        (self.moves[place], self.orders[place])
    }

    /// The same, if any moves are left.
    pub(super) fn pick_early(&mut self, place: usize) -> Option<Candidate> {
        (place < self.moves.len()).then(|| self.pick(place).0)
    }

    /// Gives the move at `place` a new order, to be tried later.
    pub(super) fn put_off(&mut self, place: usize, order: i32) {
        self.orders[place] = order;
        self.n_picked = place;
    }

    /// Removes the quiet moves from `place` on and returns their number, without the excluded move. They are
    /// ordered before losing captures.
    pub(super) fn leave_out_quiets(&mut self, place: usize, excluded: u32) -> i32 {
        let mut kept = place;
        let mut n_left_out = 0;
        for at in place..self.moves.len() {
            let mv = self.moves[at];
            if mv.tactical {
                (self.moves[kept], self.orders[kept]) = (mv, self.orders[at]);
                kept += 1;
            } else {
                n_left_out += i32::from(mv.code != excluded);
            }
        }
        self.moves.truncate(kept);
        self.orders.truncate(kept);
        self.end_orders(place);
        n_left_out
    }
}

// Color-symmetric order of moves.
//
// Late moves are pruned by their number, so the order of moves with equal scores matters. With this order a
// position with the colors exchanged has the same search tree.

/// A move and its effects, on the board as seen by its side.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct SeenMove {
    ends: [Square; 2],
    piece: Role,
    promotion: Option<Role>,
    gate: Option<(Role, Square)>,
    wall: Option<Square>,
    captures: Vec<Square>,
    converts: Vec<Square>,
    shifts: Vec<[Square; 2]>,
    from_hand: bool,
}

impl SeenMove {
    fn new(mv: &Move, shape: &BoardShape, turn: Color) -> SeenMove {
        let seen = |square: Square| match turn {
            Color::White => square,
            Color::Black => shape.mirrored(square),
        };
        let all_seen = |squares: &[Square]| {
            let mut squares: Vec<Square> = squares.iter().copied().map(seen).collect();
            squares.sort_unstable();
            squares
        };
        let shifts = mv.shifts.iter();
        let mut shifts: Vec<[Square; 2]> =
            shifts.map(|(from, to)| [*from, *to].map(seen)).collect();
        shifts.sort_unstable();
        SeenMove {
            ends: [mv.from, mv.to].map(seen),
            piece: mv.piece.role,
            promotion: mv.promotion,
            gate: mv.gate.map(|(role, square)| (role, seen(square))),
            wall: mv.wall.map(seen),
            captures: all_seen(&mv.captures),
            converts: all_seen(&mv.converts),
            shifts,
            from_hand: mv.from_hand,
        }
    }
}

/// Sorts the moves of the side to move as this side sees them.
pub(super) fn sort(stack: &mut dyn SearchStack, shape: &BoardShape, list: &mut [Candidate]) {
    let turn = stack.node().turn;
    list.sort_by_cached_key(|mv| {
        let mv = stack.expand(mv.code);
        mv.map(|mv| SeenMove::new(&mv, shape, turn))
    });
}

// Index of the maximum of a list of integers, with AVX2 where available.

/// Number of minimal elements at the end of each list, so that eight can be loaded from any start.
pub(super) const PADDING: usize = LANES - 1;

const LANES: usize = 8;

/// The index of the first maximum, not counting the last [`PADDING`] elements.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
#[inline]
pub(super) fn highest(numbers: &[i32]) -> usize {
    #[expect(unsafe_code, reason = "a third of the time of a search in Amazons")]
    // SAFETY: this function exists only in builds for processors that have these instructions.
    unsafe {
        by_eights(numbers)
    }
}

/// The same with eight comparisons at once and no unpredictable branches.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
#[inline]
#[target_feature(enable = "avx2")]
fn by_eights(numbers: &[i32]) -> usize {
    use std::arch::x86_64::{
        __m256i, _mm256_castsi256_ps, _mm256_cmpeq_epi32, _mm256_max_epi32, _mm256_movemask_ps,
        _mm256_permute2x128_si256, _mm256_setr_epi32, _mm256_shuffle_epi32,
    };

    #[inline]
    #[target_feature(enable = "avx2")]
    fn lanes(eight: &[i32; LANES]) -> __m256i {
        let [a, b, c, d, e, f, g, h] = *eight;
        _mm256_setr_epi32(a, b, c, d, e, f, g, h)
    }

    let (eights, _) = numbers.as_chunks::<LANES>();
    let Some((first, others)) = eights.split_first() else {
        return 0;
    };
    let mut highest = lanes(first);
    for eight in others {
        highest = _mm256_max_epi32(highest, lanes(eight));
    }
    // Broadcast the maximum to all lanes.
    let halves_exchanged = _mm256_permute2x128_si256::<1>(highest, highest);
    highest = _mm256_max_epi32(highest, halves_exchanged);
    highest = _mm256_max_epi32(highest, _mm256_shuffle_epi32::<0b01_00_11_10>(highest));
    highest = _mm256_max_epi32(highest, _mm256_shuffle_epi32::<0b10_11_00_01>(highest));
    let mut place = 0;
    for eight in eights {
        let hits = _mm256_cmpeq_epi32(lanes(eight), highest);
        let hits = _mm256_movemask_ps(_mm256_castsi256_ps(hits));
        if hits != 0 {
            return place + hits.trailing_zeros() as usize;
        }
        place += LANES;
    }
    0
}

#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub(super) fn highest(numbers: &[i32]) -> usize {
    let sought = &numbers[..numbers.len().saturating_sub(PADDING)];
    let (mut place, mut highest) = (0, i32::MIN);
    for (at, number) in sought.iter().enumerate() {
        if *number > highest {
            (place, highest) = (at, *number);
        }
    }
    place
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_the_highest_is_found_at_every_place_of_lists_of_every_length() {
        for len in 1..40 {
            for place in 0..len {
                let mut numbers: Vec<i32> = (0..len as i32).map(|at| -5 - at % 3).collect();
                numbers.extend([i32::MIN; PADDING]);
                numbers[place] = 7;
                assert_eq!(highest(&numbers), place, "{numbers:?}");
                numbers[len - 1] = 7;
                assert_eq!(highest(&numbers), place, "{numbers:?}");
            }
        }
        assert_eq!(highest(&[i32::MIN; 9 + PADDING]), 0);
    }
}
