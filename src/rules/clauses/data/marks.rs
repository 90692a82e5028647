//! Marks: signs on squares that clauses set and test, independent of the pieces there.
//!
//! The state is a list of numbers: the number of marks; four numbers for each mark, the supplies and waiting
//! turns of White and Black; then a mark, a square and the turns left for each marked square, in order.

use crate::definition::{RuleValue, VariantDef};
use crate::geometry::Square;
use crate::state::{Color, RuleState};

/// The count of numbers for each mark before the marked squares.
const BY_MARK: usize = 4;

/// The count of numbers for each marked square.
const BY_SQUARE: usize = 3;

/// The state of the marks while it changes.
pub(crate) struct Marks(Vec<i64>);

impl Marks {
    /// Marks without squares and waiting turns; the supplies are negative if unlimited.
    pub(crate) fn new(supplies: impl ExactSizeIterator<Item = [i64; 2]>) -> Marks {
        let n_marks = supplies.len() as i64;
        let sides = supplies.flat_map(|[white, black]| [white, black, 0, 0]);
        Marks([n_marks].into_iter().chain(sides).collect())
    }

    pub(crate) fn of(state: &RuleState) -> Marks {
        Marks(state.numbers().to_vec())
    }

    pub(crate) fn state(self) -> RuleState {
        RuleState::new(self.0)
    }

    /// The index of the first marked square.
    fn begin(&self) -> usize {
        1 + BY_MARK * self.0[0] as usize
    }

    /// The remaining uses of a mark by side; negative if unlimited.
    pub(crate) fn supplies(&mut self, mark: usize) -> &mut [i64] {
        let at = 1 + BY_MARK * mark;
        &mut self.0[at..at + 2]
    }

    /// The waiting turns of a mark by side.
    pub(crate) fn waits(&mut self, mark: usize) -> &mut [i64] {
        let at = 3 + BY_MARK * mark;
        &mut self.0[at..at + 2]
    }

    /// Marks a square for a number of turns after this one.
    pub(crate) fn mark(&mut self, mark: usize, square: Square, turns: i64) {
        let begin = self.begin();
        let key = [mark as i64, square.index() as i64];
        let mut entries = self.0[begin..].chunks_exact(BY_SQUARE);
        let place = entries.position(|entry| entry[..2] >= key[..]);
        let at = place.map_or(self.0.len(), |place| begin + BY_SQUARE * place);
        if self.0.get(at..at + 2) == Some(&key[..]) {
            self.0[at + 2] = self.0[at + 2].max(turns);
        } else {
            self.0.splice(at..at, [key[0], key[1], turns]);
        }
    }

    /// Ends a turn of a side: marks expire, and the side waits a turn less.
    pub(crate) fn end_turn(&mut self, side: Color) {
        for mark in 0..self.0[0] as usize {
            let wait = &mut self.waits(mark)[side.index()];
            *wait -= i64::from(*wait > 0);
        }
        let begin = self.begin();
        let kept: Vec<i64> = (self.0[begin..].chunks_exact(BY_SQUARE))
            .filter(|entry| entry[2] > 0)
            .flat_map(|entry| [entry[0], entry[1], entry[2] - 1])
            .collect();
        self.0.splice(begin.., kept);
    }

    /// The same marks with the sides and the board reversed.
    pub(crate) fn mirrored(state: &RuleState, mirror: impl Fn(Square) -> Square) -> Marks {
        let mut marks = Marks::of(state);
        for mark in 0..marks.0[0] as usize {
            marks.supplies(mark).reverse();
            marks.waits(mark).reverse();
        }
        let begin = marks.begin();
        marks.0.truncate(begin);
        for (mark, square, left) in marked(state) {
            marks.mark(mark, mirror(square), left);
        }
        marks
    }
}

/// The marked squares of a state: mark, square and number of turns after this one.
pub(crate) fn marked(state: &RuleState) -> impl Iterator<Item = (usize, Square, i64)> {
    let begin = 1 + BY_MARK * state.number(0) as usize;
    let entries = state.numbers().get(begin..).unwrap_or_default();
    let entries = entries.chunks_exact(BY_SQUARE);
    entries.map(|entry| (entry[0] as usize, Square::new(entry[1] as u16), entry[2]))
}

/// Whether the end of a turn changes a state: squares are marked, or a side waits.
pub(crate) fn may_expire(state: &RuleState) -> bool {
    let n_sides = BY_MARK * state.number(0) as usize;
    let sides = state.numbers().get(1..=n_sides).unwrap_or_default();
    let mut waits = sides
        .chunks_exact(BY_MARK)
        .flat_map(|numbers| &numbers[2..]);
    state.numbers().len() > 1 + n_sides || waits.any(|wait| *wait > 0)
}

/// Whether a side may use a mark.
pub(crate) fn may_mark(state: &RuleState, mark: usize, side: Color) -> bool {
    let begin = 1 + BY_MARK * mark + side.index();
    state.number(begin) != 0 && state.number(begin + 2) == 0
}

/// The marks of a variant in order, and whether their use is limited.
pub(crate) fn declared(def: &VariantDef) -> impl Iterator<Item = (&str, bool)> {
    let rule = def.rules.builtin.get("marks").into_iter();
    rule.flatten().filter_map(|(name, value)| match value {
        RuleValue::Table(keys) => {
            let is_limited = keys.contains_key("supply") || keys.contains_key("wait");
            Some((name.as_str(), is_limited))
        }
        _ => None,
    })
}

/// The name of a mark of a variant.
pub(crate) fn mark_name(def: &VariantDef, number: usize) -> &str {
    declared(def).nth(number).map_or("", |(name, _)| name)
}
