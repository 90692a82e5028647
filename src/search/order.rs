//! In which order moves are tried, learned from what was good before.

use super::memory::want_large_pages;
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
    /// By the row of the move before, and row.
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

impl Histories {
    pub(super) fn new(n_rows: usize) -> Histories {
        let n_rows = n_rows.max(1);
        let n_pair_rows = n_rows.min(MOST_PAIRS / n_rows).max(1);
        let mut pairs = vec![0; n_pair_rows * n_rows];
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

    fn pair(&self, before: u32, row: u32) -> usize {
        before as usize % self.n_pair_rows * self.n_rows + row as usize
    }

    /// Says of each move when it is to be tried.
    pub(super) fn order(&self, moves: &mut [Candidate], hints: &Hints) {
        for mv in moves {
            mv.order = self.order_of(mv, hints);
        }
    }

    fn order_of(&self, mv: &Candidate, hints: &Hints) -> i32 {
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
            self.quiet_value(mv.row, hints.before)
        }
    }

    /// How good a move without gain was.
    pub(super) fn quiet_value(&self, row: u32, before: [u32; 2]) -> i32 {
        let known = before.iter().filter(|before| **before != NO_ROW);
        let pairs = known.map(|before| i32::from(self.pairs[self.pair(*before, row)]));
        i32::from(self.quiet[row as usize]) + pairs.sum::<i32>() * PAIRS / 100
    }

    /// Learns that a move without gain was good, or not.
    pub(super) fn learn_quiet(&mut self, row: u32, before: [u32; 2], bonus: i32) {
        learn(&mut self.quiet[row as usize], bonus);
        for before in before {
            if before != NO_ROW {
                let place = self.pair(before, row);
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

/// Takes the best of the moves from a place on to that place.
pub(super) fn pick(moves: &mut [Candidate], place: usize) -> Candidate {
    let left = &mut moves[place..];
    let (mut best, mut highest) = (0, left[0].order);
    for (index, mv) in left.iter().enumerate() {
        if mv.order > highest {
            (best, highest) = (index, mv.order);
        }
    }
    left.swap(0, best);
    left[0]
}
