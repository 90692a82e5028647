//! Parts of a count of leaves: what stands below the positions two half-moves on, each a line of JSON.
//!
//! The lines are those of units of the Python package (`ferz.units`), and either may add up what the other has
//! counted.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::uncounted;
use crate::cli::report;
use crate::cli::stop::Stop;
use crate::game::Position;
use crate::snapshot::definition_hash_text;

/// So many half-moves on are the positions below which is counted.
const SPLIT: u32 = 2;

/// A position below which is counted.
pub(super) struct Unit {
    pub(super) position: Position,
    pub(super) depth: u32,
    /// In how many ways it is reached.
    times: u64,
    key: String,
}

/// Everything that is to be counted.
pub(super) struct Plan {
    pub(super) units: Vec<Unit>,
    variant: String,
    whole: String,
}

/// What was counted below a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) struct PerftRow {
    /// The definition, the depth and the position.
    pub(in crate::cli) key: String,
    /// The hash of the definition.
    variant: String,
    pub(in crate::cli) version: String,
    /// The leaves, by all ways to the position.
    pub(in crate::cli) count: u64,
    /// What it is a part of, and how many parts that has.
    pub(in crate::cli) whole: String,
    pub(in crate::cli) units: usize,
}

impl Plan {
    /// The positions two half-moves on, in the order in which they are first reached. What is reached in
    /// several ways is counted once.
    pub(super) fn new(position: &Position, depth: u32) -> Result<Plan, Stop> {
        let variant = definition_hash_text(position.variant().def());
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

    /// The row of a unit below each way to which stand so many leaves.
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
    /// The row of this unit among others.
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

/// Whether a text has rows of counts.
pub(in crate::cli) fn has_counts(text: &str) -> bool {
    text.lines()
        .next()
        .is_some_and(|line| PerftRow::read(line).is_some())
}

/// Adds the rows of a file to others, by their keys. What stands behind the last line feed is a row that was
/// not finished, and is left out; the number of bytes before it is returned.
///
/// # Errors
/// A line that is no count, or one that another row contradicts.
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
            Stop::Usage(format!(
                "{file}: line {number} is no part of a count of leaves"
            ))
        })?;
        let other = rows.entry(row.key.clone()).or_insert_with(|| row.clone());
        if *other != row {
            let key = &row.key;
            report::plain_error(&format!(
                "{file}: line {number}: `{key}` is told differently by another line"
            ));
            return Err(Stop::Findings);
        }
    }
    Ok(whole)
}
