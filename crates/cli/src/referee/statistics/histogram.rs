//! Histograms of scores.

/// The count of a score that never occurred; it keeps logarithms finite.
const NEVER: f64 = 1e-3;

/// A histogram of scores from 0 to 1. A unit is a game or a pair of games.
#[derive(Clone, Debug, PartialEq)]
pub struct Histogram {
    /// Scores in ascending order with their counts; the usual scores are always listed.
    cells: Vec<(f64, u64)>,
    games_in_unit: u32,
}

impl Histogram {
    /// An empty histogram of pairs.
    pub fn pairs() -> Histogram {
        Histogram::of_pairs([0; 5])
    }

    /// Pairs by the sum of their two games, from two losses to two wins (pentanomial counts).
    pub fn of_pairs(counts: [u64; 5]) -> Histogram {
        let scores = [0.0, 0.25, 0.5, 0.75, 1.0];
        Histogram {
            cells: scores.into_iter().zip(counts).collect(),
            games_in_unit: 2,
        }
    }

    /// Single games: losses, draws and wins. If games are paired, pairs are more accurate.
    pub fn of_games(counts: [u64; 3]) -> Histogram {
        Histogram {
            cells: [0.0, 0.5, 1.0].into_iter().zip(counts).collect(),
            games_in_unit: 1,
        }
    }

    /// Adds a unit with a score from 0 to 1.
    pub fn add(&mut self, score: f64) {
        self.add_many(score.clamp(0.0, 1.0), 1);
    }

    fn add_many(&mut self, score: f64, count: u64) {
        let same = |cell: &&mut (f64, u64)| (cell.0 - score).abs() < 1e-9;
        if let Some(cell) = self.cells.iter_mut().find(same) {
            cell.1 += count;
            return;
        }
        let place = self.cells.partition_point(|(other, _)| *other < score);
        self.cells.insert(place, (score, count));
    }

    /// Adds another histogram with the same unit.
    pub fn merge(&mut self, other: &Histogram) {
        for (score, count) in &other.cells {
            self.add_many(*score, *count);
        }
    }

    /// The number of units.
    pub fn units(&self) -> u64 {
        self.cells.iter().map(|(_, count)| count).sum()
    }

    /// The number of games per unit: 1 or 2.
    pub fn games_in_unit(&self) -> u32 {
        self.games_in_unit
    }

    /// The scores in ascending order, with their counts.
    pub fn cells(&self) -> &[(f64, u64)] {
        &self.cells
    }

    /// The distribution of the scores, and the number of units that it represents.
    pub(super) fn law(&self) -> (f64, Vec<(f64, f64)>) {
        let weight = |count: u64| if count == 0 { NEVER } else { count as f64 };
        let total: f64 = self.cells.iter().map(|(_, count)| weight(*count)).sum();
        let law = self.cells.iter();
        let law = law.map(|(score, count)| (*score, weight(*count) / total));
        (total, law.collect())
    }
}

/// The mean and the variance of a distribution.
pub(super) fn moments(law: &[(f64, f64)]) -> (f64, f64) {
    let mean: f64 = law.iter().map(|(score, share)| score * share).sum();
    let square = |score: f64| (score - mean) * (score - mean);
    let variance = law
        .iter()
        .map(|(score, share)| share * square(*score))
        .sum();
    (mean, variance)
}
