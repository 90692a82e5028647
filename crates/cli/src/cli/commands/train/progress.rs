//! The progress of a training between runs, and the report at its end.

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::cli::referee::{in_elo, in_json, in_percent};
use crate::referee::statistics::{Histogram, Verdict};
use ferz::game::Variant;
use ferz_trainer::Errors;

/// The number of generations of a first run; each later run with more time adds one.
const FIRST_GENERATIONS: usize = 2;

/// The numbers of passes over the positions (epochs) that are tried in turn.
pub(super) const PASSES: [usize; 4] = [3, 6, 12, 24];

/// The progress file of a training folder.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Progress {
    pub(super) definition: String,
    pub(super) nodes: u64,
    pub(super) seed: u64,
    pub(super) max_plies: u32,
    /// The generations and the hours of the runs that have finished.
    pub(super) finished: Finished,
    pub(super) generations: Vec<Generation>,
    /// The seconds that the contest of this run has taken.
    pub(super) contest: f64,
}

impl Progress {
    /// Plans the generations of a run with this many hours in all: a first run has several, a later one with more
    /// time adds one.
    pub(super) fn plan(&mut self, hours: f64) {
        let planned = match self.finished.generations {
            0 => FIRST_GENERATIONS,
            finished => finished + usize::from(hours > self.finished.hours),
        };
        if self.generations.len() < planned {
            self.generations.resize(planned, Generation::default());
        }
    }

    /// The seconds of a run with this many hours in all.
    pub(super) fn seconds(&self, hours: f64) -> f64 {
        (hours - self.finished.hours).max(0.0) * 3600.0
    }

    /// The seconds for a stage of a generation that takes this share of all generations of the run.
    pub(super) fn seconds_for(&self, generation: usize, share: f64, hours: f64) -> f64 {
        let finished = self.finished.generations;
        if generation < finished {
            return 0.0;
        }
        share * self.seconds(hours) / (self.generations.len() - finished) as f64
    }

    /// Ends the run.
    pub(super) fn finish(&mut self, hours: f64) {
        self.finished = Finished {
            generations: self.generations.len(),
            hours: hours.max(self.finished.hours),
        };
        self.contest = 0.0;
    }
}

/// The generations and the hours of finished runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Finished {
    pub(super) generations: usize,
    pub(super) hours: f64,
}

/// A generation of games, and the network that learned from it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Generation {
    /// The seconds that its games and the training have taken.
    pub(super) games: f64,
    pub(super) training: f64,
    pub(super) learned: Learned,
}

impl Learned {
    /// The passes of the next attempt: as long as the error falls and there is time for all of them.
    pub(super) fn next(&self) -> Option<usize> {
        if self.tried == 0 {
            return Some(self.affordable.min(PASSES[0]));
        }
        if self.tried > self.passes {
            return None;
        }
        let used: usize = PASSES
            .iter()
            .take_while(|passes| **passes <= self.tried)
            .sum();
        let next = PASSES.into_iter().find(|passes| *passes > self.tried);
        next.filter(|next| used + next <= self.affordable)
    }

    /// Adds an attempt with this many passes; returns whether it is the best one.
    pub(super) fn add(&mut self, passes: usize, errors: &Errors) -> bool {
        self.tried = passes;
        let is_best = self.passes == 0 || errors.of_targets() < self.error;
        if is_best {
            self.passes = passes;
            self.error = errors.of_targets();
            self.errors = [errors.of_base(), errors.of_network()];
        }
        is_best
    }
}

/// The training result of a network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Learned {
    pub(super) positions: usize,
    /// The number of passes over the positions (epochs) for which there is time.
    pub(super) affordable: usize,
    /// The passes of the last attempt, and of the best one.
    pub(super) tried: usize,
    pub(super) passes: usize,
    /// The error of the best attempt in held-out games, in targets.
    pub(super) error: f64,
    /// The mean squared errors in scores and results of held-out games, for the derived evaluation
    /// and for the network.
    pub(super) errors: [[f64; 2]; 2],
}

/// The final report of a run.
pub(super) struct Outcome {
    pub(super) games: u64,
    pub(super) learned: Learned,
    pub(super) contest: Histogram,
    pub(super) nodes: [u64; 2],
    pub(super) verdict: Verdict,
}

impl Outcome {
    pub(super) fn words(&self) -> String {
        let Learned {
            positions,
            errors: [base, network],
            ..
        } = self.learned;
        format!(
            "{} games, {} positions\n\
             mean squared error in other games: scores {:.5} derived, {:.5} network; \
             results {:.5} derived, {:.5} network\n{}",
            self.games,
            positions,
            base[0],
            network[0],
            base[1],
            network[1],
            self.contest_words()
        )
    }

    fn contest_words(&self) -> String {
        let estimate = self.contest.estimate();
        let score = estimate.map_or(String::new(), |estimate| {
            let elo = in_elo(&estimate).map_or(String::new(), |elo| format!(", {elo}"));
            format!(", {}{elo}", in_percent(&estimate))
        });
        let [own, other] = self.nodes;
        format!(
            "network against the evaluation without it: {} games with {own} and {other} nodes a move{score}",
            2 * self.contest.units()
        )
    }

    pub(super) fn comment(&self, progress: &Progress) -> String {
        format!(
            "# Trained by `ferz train`: {} games, {} nodes a move, {} positions, seed {}.\n# {}.\n",
            self.games,
            progress.nodes,
            self.learned.positions,
            progress.seed,
            self.contest_words()
        )
    }

    pub(super) fn json(&self, variant: &Variant, file: Option<String>) -> serde_json::Value {
        let estimate = self.contest.estimate();
        json!({
            "variant": variant.def().name,
            "games": self.games,
            "positions": self.learned.positions,
            "error": { "derived": self.learned.errors[0], "network": self.learned.errors[1] },
            "contest": {
                "games": 2 * self.contest.units(),
                "nodes": self.nodes,
                "score": estimate.map(|estimate| in_json(estimate.score, estimate.is_enough())),
            },
            "file": file,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_double_while_the_error_falls_and_time_is_left() {
        let of = |affordable, tried, passes| Learned {
            affordable,
            tried,
            passes,
            ..Learned::default()
        };
        assert_eq!(of(2, 0, 0).next(), Some(2));
        assert_eq!(of(2, 2, 2).next(), None);
        assert_eq!(of(21, 0, 0).next(), Some(3));
        assert_eq!(of(21, 3, 3).next(), Some(6));
        assert_eq!(of(20, 6, 6).next(), None);
        assert_eq!(of(21, 6, 6).next(), Some(12));
        assert_eq!(of(21, 6, 3).next(), None);
        assert_eq!(of(45, 12, 12).next(), Some(24));
        assert_eq!(of(45, 24, 24).next(), None);
    }

    #[test]
    fn a_run_with_more_hours_adds_a_generation() {
        let mut progress = Progress {
            definition: String::new(),
            nodes: 1,
            seed: 1,
            max_plies: 1,
            finished: Finished::default(),
            generations: Vec::new(),
            contest: 0.0,
        };
        progress.plan(2.0);
        assert_eq!(progress.generations.len(), 2);
        assert!((progress.seconds_for(0, 0.5, 2.0) - 1800.0).abs() < 1e-6);
        progress.finish(2.0);
        progress.plan(2.0);
        assert_eq!(progress.generations.len(), 2);
        progress.plan(3.0);
        assert_eq!(progress.generations.len(), 3);
        assert!(progress.seconds_for(1, 0.5, 3.0).abs() < 1e-6);
        assert!((progress.seconds_for(2, 0.5, 3.0) - 1800.0).abs() < 1e-6);
        // An interrupted run continues with the generations that it has.
        progress.plan(4.0);
        assert_eq!(progress.generations.len(), 3);
    }
}
