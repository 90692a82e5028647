//! Marks: signs on squares that clauses set and test, independent of the pieces there.
//!
//! The state is a list of numbers: the number of marks; four numbers for each mark, the supplies and waiting
//! turns of White and Black; then a mark, a square and the turns left for each marked square, in order.

use crate::definition::{RuleValue, VariantDef};
use crate::geometry::Square;
use crate::state::{Color, RuleState};

/// The count of numbers for each mark before the marked squares.
const BY_MARK: usize = 4;

/// The decoded state of the marks.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Marks {
    /// The remaining uses, by mark and side; negative if unlimited.
    pub(crate) supplies: Vec<[i64; 2]>,
    /// The waiting turns, by mark and side.
    pub(crate) waits: Vec<[i64; 2]>,
    /// The marked squares: mark, square and number of turns after this one.
    pub(crate) squares: Vec<(usize, Square, i64)>,
}

impl Marks {
    /// Decodes a state.
    pub(crate) fn of(state: &RuleState) -> Marks {
        let mut marks = Marks {
            supplies: Vec::new(),
            waits: Vec::new(),
            squares: marked(state).collect(),
        };
        let n_marks = state.number(0) as usize;
        let sides = state.numbers().get(1..).unwrap_or_default();
        for numbers in sides.chunks_exact(BY_MARK).take(n_marks) {
            marks.supplies.push([numbers[0], numbers[1]]);
            marks.waits.push([numbers[2], numbers[3]]);
        }
        marks
    }

    /// Encodes the state.
    pub(crate) fn state(&self) -> RuleState {
        let sides = self.supplies.iter().zip(&self.waits);
        let sides = sides.flat_map(|(supplies, waits)| supplies.iter().chain(waits).copied());
        let mut squares = self.squares.clone();
        squares.sort_unstable();
        let squares = squares.into_iter();
        let squares =
            squares.flat_map(|(mark, square, left)| [mark as i64, square.index() as i64, left]);
        let n_marks = self.supplies.len() as i64;
        RuleState::new([n_marks].into_iter().chain(sides).chain(squares))
    }

    /// Marks a square for a number of turns after this one.
    pub(crate) fn mark(&mut self, mark: usize, square: Square, turns: i64) {
        let is_it = |(other, on, _): &(usize, Square, i64)| *other == mark && *on == square;
        match self.squares.iter_mut().find(|entry| is_it(entry)) {
            Some((.., left)) => *left = turns.max(*left),
            None => self.squares.push((mark, square, turns)),
        }
    }
}

/// The marked squares of a state: mark, square and number of turns after this one.
pub(crate) fn marked(state: &RuleState) -> impl Iterator<Item = (usize, Square, i64)> {
    let begin = 1 + BY_MARK * state.number(0) as usize;
    let entries = state.numbers().get(begin..).unwrap_or_default();
    let entries = entries.chunks_exact(3);
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
