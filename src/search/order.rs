//! In which order moves are tried, learned from what was good before.

use super::highest::{PADDING, highest};
use super::memory::{has_room, want_large_pages};
use super::parameters::PAIRS;
use crate::movegen::Candidate;

/// The most that a history says.
const LIMIT: i32 = 16_384;

/// Places for histories of pairs of moves: enough for chess to have one for each pair.
const MOST_PAIRS: usize = 12 << 20;

/// No move before: the search began, or a side did not move.
pub(super) const NO_ROW: u32 = u32::MAX;

/// What was learned in earlier searches, and in this one.
#[derive(Debug)]
pub(super) struct Histories {
    n_rows: usize,
    n_pair_rows: usize,
    /// By row: how good moves without gain were.
    quiet: Vec<i16>,
    /// By row: how good captures were.
    captures: Vec<i16>,
    /// By the row of the move before, and row. Behind them is a row for no move before, of which nothing is learned.
    pairs: Vec<i16>,
}

/// What the moves of a position are ordered by.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hints {
    /// The move of the table, or 0.
    pub(super) best: u32,
    pub(super) killers: [u32; 2],
    /// The rows of the moves that led here, the last first.
    pub(super) before: [u32; 2],
}

/// From here on moves are tried first.
pub(super) const FIRST: i32 = 1 << 30;
/// Captures that do not lose.
pub(super) const GOOD_CAPTURE: i32 = 1 << 24;
/// Moves that were good in other places of the tree.
pub(super) const KILLER: i32 = 1 << 20;
/// Captures that lose are below this.
pub(super) const BAD_CAPTURE: i32 = -(1 << 22);

/// The rows of moves before that histories of pairs have, all but the one for none.
fn n_pair_rows(n_rows: usize) -> usize {
    n_rows.min(MOST_PAIRS / n_rows).max(1)
}

impl Histories {
    /// Histories of so many rows, if there is room for them.
    pub(super) fn try_new(n_rows: usize) -> Option<Histories> {
        let n_pairs = (n_pair_rows(n_rows.max(1)) + 3) * n_rows;
        has_room(n_pairs * size_of::<i16>()).then(|| Histories::new(n_rows))
    }

    pub(super) fn new(n_rows: usize) -> Histories {
        let n_rows = n_rows.max(1);
        let n_pair_rows = n_pair_rows(n_rows);
        // Not one by one: so much memory is not touched before it is used.
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

    /// What was learned in earlier searches counts half.
    pub(super) fn fade(&mut self) {
        for value in &mut self.quiet {
            *value /= 2;
        }
    }

    /// The histories of the pairs with this move before.
    fn pairs_with(&self, before: u32) -> &[i16] {
        let begin = self.pairs_from(before);
        &self.pairs[begin..begin + self.n_rows]
    }

    /// Where they begin.
    fn pairs_from(&self, before: u32) -> usize {
        let pair_row = if before == NO_ROW {
            self.n_pair_rows
        } else {
            before as usize % self.n_pair_rows
        };
        pair_row * self.n_rows
    }

    /// When a move is to be tried; `pairs` are the histories of pairs with the moves before.
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

    /// Learns that a move without gain was good, or not.
    pub(super) fn learn_quiet(&mut self, row: u32, before: [u32; 2], bonus: i32) {
        learn(&mut self.quiet[row as usize], bonus);
        for before in before {
            if before != NO_ROW {
                let place = self.pairs_from(before) + row as usize;
                learn(&mut self.pairs[place], bonus);
            }
        }
    }

    /// Learns that a capture was good, or not.
    pub(super) fn learn_capture(&mut self, row: u32, bonus: i32) {
        learn(&mut self.captures[row as usize], bonus);
    }
}

/// The closer a value is to the limit, the less it changes.
fn learn(value: &mut i16, bonus: i32) {
    let now = i32::from(*value);
    *value = (now + bonus - now * bonus.abs() / LIMIT) as i16;
}

/// The moves of a position, with when each of them is to be tried.
#[derive(Debug, Default)]
pub(super) struct MoveList {
    moves: Vec<Candidate>,
    /// By move: the highest is tried first. Behind them stands the padding.
    ///
    /// PERF: they are apart from the moves, because they are looked through for each move that is tried.
    orders: Vec<i32>,
    /// The moves before this place stand where they will be tried.
    n_picked: usize,
}

impl MoveList {
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The moves, in order to list those of a position; they are in no order before they are [arranged](Self::arrange).
    pub(super) fn moves_mut(&mut self) -> &mut Vec<Candidate> {
        &mut self.moves
    }

    /// A list that holds the move of the table alone.
    pub(super) fn begin_with(&mut self, best: Candidate) {
        self.moves.clear();
        self.moves.push(best);
        self.orders.clear();
        self.orders.push(FIRST);
        self.end_orders(0);
    }

    /// Says of each move when it is to be tried.
    pub(super) fn arrange(&mut self, histories: &Histories, hints: &Hints) {
        // PERF: where the histories of pairs are is divided out once, and not for each move.
        let pairs = hints.before.map(|before| histories.pairs_with(before));
        self.orders.clear();
        self.orders.reserve(self.moves.len() + PADDING);
        for mv in &self.moves {
            self.orders.push(histories.order_of(mv, hints, pairs));
        }
        self.end_orders(0);
    }

    /// Puts the padding behind the orders; so many moves have been picked.
    fn end_orders(&mut self, n_picked: usize) {
        self.orders.extend([i32::MIN; PADDING]);
        self.n_picked = n_picked;
    }

    /// Takes the best of the moves from a place on to that place; of those that nothing tells apart, the first.
    pub(super) fn pick(&mut self, place: usize) -> (Candidate, i32) {
        if place >= self.n_picked {
            let best = place + highest(&self.orders[place..]);
            self.moves.swap(place, best);
            self.orders.swap(place, best);
            self.n_picked = place + 1;
        }
        (self.moves[place], self.orders[place])
    }

    /// The same, if there is a move left for that place.
    pub(super) fn pick_early(&mut self, place: usize) -> Option<Candidate> {
        (place < self.moves.len()).then(|| self.pick(place).0)
    }

    /// Lets the move at this place be tried later.
    pub(super) fn put_off(&mut self, place: usize, order: i32) {
        self.orders[place] = order;
        self.n_picked = place;
    }

    /// Leaves out the moves without gain from a place on, and says how many they were, without the one that is
    /// excluded. They come before captures that lose, so that is their number in the order.
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
