//! Merges the rows of several files: checks that they belong to one run, and finds missing games.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::row::GameRow;

/// The run of a game, as far as the key of the game does not identify it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Run {
    /// The settings of the run; runs with other settings are different runs.
    pub settings: BTreeMap<String, String>,
    /// The number of pairs of the whole run, including its other parts.
    pub pairs: u64,
    /// The number of games per pair: 1 or 2.
    pub games_in_pair: u8,
    /// Whether a test can have ended the run early.
    pub may_stop: bool,
}

impl Run {
    /// The run of a command.
    pub fn new<'a>(
        command: &str,
        settings: impl IntoIterator<Item = (&'a str, String)>,
        pairs: u64,
        games_in_pair: u8,
    ) -> Run {
        let settings = settings
            .into_iter()
            .chain([("commands", command.to_owned())]);
        Run {
            settings: settings
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
            pairs,
            games_in_pair,
            may_stop: false,
        }
    }
}

/// Rows of several files.
#[derive(Clone, Debug, Default)]
pub struct Gathering {
    /// For each attribute that identifies a run, the values that occur with the first file of each.
    said: BTreeMap<String, BTreeMap<String, String>>,
    /// Games by run, if known, and by the seed and the kind of their openings.
    games: BTreeMap<Series, Games>,
}

/// Games with a common numbering.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Series {
    openings: String,
    seed: u64,
    /// Without the number of pairs, since a run can be extended by more games.
    run: Option<Run>,
}

/// The games of a series that exist, by pair and index in the pair.
#[derive(Clone, Debug, Default)]
struct Games {
    pairs: u64,
    there: BTreeSet<(u64, u8)>,
}

/// The missing games of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// The seed of the openings.
    pub seed: u64,
    /// The number of games of the run.
    pub games: u64,
    /// The number of missing games.
    pub missing: u64,
    /// The pairs, from 0, with missing games.
    pub pairs: Vec<u64>,
    /// The missing parts of a divided schedule, with the number of parts, if exactly whole parts are missing.
    pub parts: Option<(Vec<u64>, u64)>,
    /// Whether a test can have ended the run early.
    pub may_be_stopped: bool,
}

impl Gathering {
    /// Adds a game of a file.
    pub fn add(&mut self, file: &str, row: &GameRow) {
        for (name, value) in frame(row) {
            let values = self.said.entry(name).or_default();
            values.entry(value).or_insert_with(|| file.to_owned());
        }
        let key = &row.key;
        let series = Series {
            openings: key.openings.clone(),
            seed: key.seed,
            run: row.run.clone().map(|run| Run { pairs: 0, ..run }),
        };
        let games = self.games.entry(series).or_default();
        games.there.insert((key.pair, key.half));
        let pairs = row.run.as_ref().map_or(0, |run| run.pairs);
        games.pairs = games.pairs.max(pairs);
    }

    /// The differences between the runs of the games, one line for each. Seeds may differ: they only add
    /// openings of the same kind.
    pub fn differences(&self) -> Vec<String> {
        let differing = self.said.iter().filter(|(_, values)| values.len() > 1);
        let lines = differing.map(|(name, values)| {
            let mut line = format!("{name} differ: ");
            for (index, (value, file)) in values.iter().enumerate() {
                let comma = if index == 0 { "" } else { ", " };
                let _ = write!(line, "{comma}`{}` in {file}", shortened(value));
            }
            line
        });
        lines.collect()
    }

    /// The seeds of the openings.
    pub fn seeds(&self) -> BTreeSet<u64> {
        self.games.keys().map(|series| series.seed).collect()
    }

    /// The missing games of each run, as far as rows state the size of their run.
    pub fn gaps(&self) -> Vec<Gap> {
        let gaps = self.games.iter().filter_map(|(series, games)| {
            let run = series.run.as_ref()?;
            // Older rows of the same file do not state their run.
            let older = self.games.get(&Series {
                run: None,
                ..series.clone()
            });
            let is_there = |game: (u64, u8)| {
                let among = |games: &Games| games.there.contains(&game);
                among(games) || older.is_some_and(among)
            };
            let mut missing = 0;
            let mut pairs = Vec::new();
            for pair in 0..games.pairs {
                let lost = (0..run.games_in_pair)
                    .filter(|half| !is_there((pair, *half)))
                    .count() as u64;
                if lost > 0 {
                    missing += lost;
                    pairs.push(pair);
                }
            }
            let are_whole = missing == pairs.len() as u64 * u64::from(run.games_in_pair);
            let parts = are_whole.then(|| parts(&pairs, games.pairs)).flatten();
            (missing > 0).then_some(Gap {
                seed: series.seed,
                games: games.pairs * u64::from(run.games_in_pair),
                missing,
                pairs,
                parts,
                may_be_stopped: run.may_stop,
            })
        });
        gaps.collect()
    }
}

impl Gap {
    /// A sentence about the missing games.
    pub fn words(&self) -> String {
        const MOST: usize = 8;
        let mut text = format!(
            "{} of {} games with seed {} are missing: ",
            self.missing, self.games, self.seed
        );
        if let Some((parts, of)) = &self.parts {
            let parts: Vec<String> = parts.iter().map(|part| format!("{part}/{of}")).collect();
            let noun = if parts.len() == 1 { "part" } else { "parts" };
            let _ = write!(text, "{noun} {}", parts.join(", "));
            return text;
        }
        // Consecutive pairs are written as a range, counted from 1.
        let mut ranges: Vec<(u64, u64)> = Vec::new();
        for pair in self.pairs.iter().map(|pair| pair + 1) {
            match ranges.last_mut() {
                Some((_, last)) if *last + 1 == pair => *last = pair,
                _ => ranges.push((pair, pair)),
            }
        }
        let listed = ranges.iter().take(MOST).map(|(first, last)| {
            if first == last {
                first.to_string()
            } else {
                format!("{first}-{last}")
            }
        });
        let listed: Vec<String> = listed.collect();
        let noun = if self.pairs.len() == 1 {
            "pair"
        } else {
            "pairs"
        };
        let rest = if ranges.len() > MOST { ", …" } else { "" };
        let _ = write!(text, "of {noun} {}{rest}", listed.join(", "));
        text
    }
}

/// The attributes that identify the run of a row.
fn frame(row: &GameRow) -> Vec<(String, String)> {
    let key = &row.key;
    let mut frame = vec![
        ("openings".to_owned(), key.openings.clone()),
        (
            format!("definitions of `{}`", key.variant),
            key.definition.clone(),
        ),
        (
            format!("descriptions of `{}`", key.white),
            key.white_engine.clone(),
        ),
        (
            format!("descriptions of `{}`", key.black),
            key.black_engine.clone(),
        ),
    ];
    let settings = row.run.iter().flat_map(|run| &run.settings);
    frame.extend(settings.map(|(name, value)| (name.clone(), value.clone())));
    let has_own_limits = row
        .run
        .as_ref()
        .is_some_and(|run| run.settings.contains_key("limits"));
    // Self-play runs can have several limits, which older rows do not state.
    let is_old = row.run.is_none() && key.white_engine == "self" && key.black_engine == "self";
    if !has_own_limits && !is_old {
        frame.push(("limits".to_owned(), key.terms.clone()));
    }
    frame
}

/// The parts of a schedule that consist of exactly these pairs, if such parts exist.
fn parts(missing: &[u64], pairs: u64) -> Option<(Vec<u64>, u64)> {
    const MOST: u64 = 64;
    let missing: BTreeSet<u64> = missing.iter().copied().collect();
    // With few pairs a single missing one could be a part too, which would be a confusing report.
    (2..=MOST.min(pairs / 2)).find_map(|of| {
        let rests: BTreeSet<u64> = missing.iter().map(|pair| pair % of).collect();
        let all: u64 = rests.iter().map(|rest| (pairs - rest).div_ceil(of)).sum();
        let is_such = all == missing.len() as u64 && (rests.len() as u64) < of;
        is_such.then(|| (rests.iter().map(|rest| rest + 1).collect(), of))
    })
}

/// The beginning of a long text, such as the description of an engine.
fn shortened(text: &str) -> String {
    const MOST: usize = 80;
    let mut short: String = text.chars().take(MOST).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_known_by_their_pairs() {
        assert_eq!(parts(&[1, 4, 7], 9), Some((vec![2], 3)));
        assert_eq!(parts(&[0, 1, 3, 4, 6, 7], 9), Some((vec![1, 2], 3)));
        assert_eq!(parts(&[1, 3, 5, 7], 9), Some((vec![2], 2)));
        assert_eq!(parts(&[1, 3, 5], 9), None);
        assert_eq!(parts(&[1], 3), None);
    }

    #[test]
    fn what_is_missing_is_told_in_ranges() {
        let gap = |pairs: Vec<u64>, parts| Gap {
            seed: 7,
            games: 40,
            missing: 9,
            pairs,
            parts,
            may_be_stopped: false,
        };
        let words = gap(vec![0, 1, 2, 8], None).words();
        assert_eq!(
            words,
            "9 of 40 games with seed 7 are missing: of pairs 1-3, 9"
        );
        let words = gap(vec![1], Some((vec![2, 3], 4))).words();
        assert_eq!(
            words,
            "9 of 40 games with seed 7 are missing: parts 2/4, 3/4"
        );
        assert!(
            gap((0..30).step_by(2).collect(), None)
                .words()
                .ends_with(", 15, …")
        );
    }
}
