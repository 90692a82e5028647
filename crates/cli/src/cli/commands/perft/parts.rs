//! Parts of a perft count: the counts below the positions after two plies, as lines of JSON.
//!
//! The lines have the format of the units of the Python package (`ferz.units`), so either can add up counts
//! of the other.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::uncounted;
use crate::cli::stop::Stop;
use ferz::game::Position;
use ferz_designer::snapshot::definition_hash;

/// The number of plies to the positions that separate parts.
const SPLIT: u32 = 2;

/// A position below which leaves are counted.
pub(super) struct Unit {
    pub(super) position: Position,
    pub(super) depth: u32,
    /// The number of move sequences that lead to the position.
    times: u64,
    key: String,
}

/// All parts of a count.
pub(super) struct Plan {
    pub(super) units: Vec<Unit>,
    variant: String,
    whole: String,
}

/// The count below a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) struct PerftRow {
    /// The definition, the depth and the position.
    pub(in crate::cli) key: String,
    /// The hash of the definition.
    variant: String,
    pub(in crate::cli) version: String,
    /// The number of leaves, multiplied by the number of ways to the position.
    pub(in crate::cli) count: u64,
    /// The whole count, and its number of parts.
    pub(in crate::cli) whole: String,
    pub(in crate::cli) units: usize,
}

impl Plan {
    /// The positions after two plies, in the order in which they are first reached. Transpositions are
    /// counted once.
    pub(super) fn new(position: &Position, depth: u32) -> Result<Plan, Stop> {
        let variant = definition_hash(position.variant().def());
        let split = SPLIT.min(depth);
        let key = |depth: u32, position: &Position| {
            format!("perft {variant} {depth} {}", position.to_fen())
        };
        let mut layer = vec![(position.clone(), 1)];
        for _ in 0..split {
            let mut places: BTreeMap<String, usize> = BTreeMap::new();
            let mut following: Vec<(Position, u64)> = Vec::new();
            for (here, times) in &layer {
                if let Some(finding) = here.beyond_limits() {
                    return Err(uncounted(&finding));
                }
                for mv in here.legal_moves() {
                    let after = here.play_unchecked(&mv);
                    let place = *places.entry(after.to_fen()).or_insert(following.len());
                    if place == following.len() {
                        following.push((after, 0));
                    }
                    following[place].1 += times;
                }
            }
            layer = following;
        }
        let units = layer.into_iter().map(|(position, times)| Unit {
            key: key(depth - split, &position),
            position,
            depth: depth - split,
            times,
        });
        Ok(Plan {
            units: units.collect(),
            whole: key(depth, position),
            variant,
        })
    }

    /// The row of a unit with this number of leaves below its position.
    pub(super) fn row(&self, unit: &Unit, leaves: u64) -> PerftRow {
        PerftRow {
            key: unit.key.clone(),
            variant: self.variant.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            count: leaves.saturating_mul(unit.times),
            whole: self.whole.clone(),
            units: self.units.len(),
        }
    }
}

impl Unit {
    /// The row of the unit, if it has been counted.
    pub(super) fn done<'r>(&self, rows: &'r BTreeMap<String, PerftRow>) -> Option<&'r PerftRow> {
        rows.get(&self.key)
    }
}

impl PerftRow {
    /// The line, with its line feed.
    pub(in crate::cli) fn line(&self) -> String {
        let value = json!({
            "task": "perft",
            "key": self.key,
            "variant": self.variant,
            "version": self.version,
            "count": self.count,
            "whole": self.whole,
            "units": self.units,
        });
        format!("{value}\n")
    }

    fn read(line: &str) -> Option<PerftRow> {
        let value: Value = serde_json::from_str(line).ok()?;
        let text = |name: &str| Some(value.get(name)?.as_str()?.to_owned());
        let number = |name: &str| value.get(name)?.as_u64();
        (text("task")? == "perft").then_some(PerftRow {
            key: text("key")?,
            variant: text("variant")?,
            version: text("version")?,
            count: number("count")?,
            whole: text("whole")?,
            units: usize::try_from(number("units")?).ok()?,
        })
    }
}

/// Whether a text contains rows of counts.
pub(in crate::cli) fn has_counts(text: &str) -> bool {
    text.lines()
        .next()
        .is_some_and(|line| PerftRow::read(line).is_some())
}

/// Adds the rows of a file to others, by key, and returns the number of bytes up to the last line feed. An
/// unfinished row after that is left out.
///
/// # Errors
/// If a line is invalid or contradicts another row.
pub(in crate::cli) fn add_rows(
    file: &str,
    text: &str,
    rows: &mut BTreeMap<String, PerftRow>,
) -> Result<usize, Stop> {
    let whole = text.rfind('\n').map_or(0, |at| at + 1);
    for (index, line) in text[..whole].lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let number = index + 1;
        let row = PerftRow::read(line).ok_or_else(|| {
            Stop::wrong(&format!(
                "{file}: line {number} is not a part of a perft count"
            ))
        })?;
        let other = rows.entry(row.key.clone()).or_insert_with(|| row.clone());
        if *other != row {
            let key = &row.key;
            return Err(Stop::wrong(&format!(
                "{file}: line {number}: `{key}` differs in another line"
            )));
        }
    }
    Ok(whole)
}
