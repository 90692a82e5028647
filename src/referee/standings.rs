//! Rows of games summed up: who has how much against whom, and why games ended.

use std::collections::{BTreeMap, BTreeSet};

use super::game::Cause;
use super::row::GameRow;
use super::statistics::{Histogram, Rating, Results, place_of_share, ratings};

/// Two players in one variant. Scores are those of the first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Meeting {
    /// The name of the variant.
    pub variant: String,
    /// The name of the first player.
    pub first: String,
    /// The name of the second player.
    pub second: String,
}

/// What two players have reached against each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Tally {
    /// Games won, drawn and lost by the first player. What is neither a win nor a loss by shares is a
    /// draw here.
    pub games: [u64; 3],
    /// Complete pairs by their score.
    pub pairs: Histogram,
    /// The sum of the first player's shares.
    pub score: f64,
    /// Seconds that the two have thought.
    pub seconds: [f64; 2],
    /// Positions that they say to have looked at.
    pub nodes: [u64; 2],
    /// Moves that they have made behind the openings.
    pub moves: [u64; 2],
    /// How often games ended for which reason.
    pub reasons: BTreeMap<String, u64>,
}

impl Default for Tally {
    fn default() -> Self {
        Tally {
            games: [0; 3],
            pairs: Histogram::pairs(),
            score: 0.0,
            seconds: [0.0; 2],
            nodes: [0; 2],
            moves: [0; 2],
            reasons: BTreeMap::new(),
        }
    }
}

impl Tally {
    /// How many games there were.
    pub fn n_games(&self) -> u64 {
        self.games.iter().sum()
    }

    /// Adds another tally.
    pub fn merge(&mut self, other: &Tally) {
        for (own, more) in self.games.iter_mut().zip(other.games) {
            *own += more;
        }
        self.pairs.merge(&other.pairs);
        self.score += other.score;
        for side in 0..2 {
            self.seconds[side] += other.seconds[side];
            self.nodes[side] += other.nodes[side];
            self.moves[side] += other.moves[side];
        }
        for (reason, count) in &other.reasons {
            *self.reasons.entry(reason.clone()).or_default() += count;
        }
    }

    fn add(&mut self, row: &GameRow) {
        let score = row.first_score();
        self.games[place_of_share(score)] += 1;
        self.score += score;
        let first = usize::from(row.key.half == 1);
        for (side, player) in [(first, 0), (1 - first, 1)] {
            self.seconds[player] += row.seconds[side];
            self.nodes[player] += row.nodes[side];
            let played = row.moves.len().saturating_sub(row.book) as u64;
            self.moves[player] += played / 2;
        }
        *self.reasons.entry(row.reason.clone()).or_default() += 1;
    }
}

/// All that has been played.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standings {
    meetings: BTreeMap<Meeting, Tally>,
    /// Scores of the first games of pairs whose second has not come yet, and the other way round.
    halves: BTreeMap<(Meeting, String, u64, u64), (u8, f64)>,
    n_faults: u64,
    /// By meeting: how first games of pairs have begun.
    openings: BTreeSet<(Meeting, Option<String>, Vec<String>)>,
    n_repeated: u64,
}

impl Standings {
    /// Adds a game. The pair counts when both of its games are there.
    pub fn add(&mut self, row: &GameRow) {
        let (first, second) = row.key.players();
        let meeting = Meeting {
            variant: row.key.variant.clone(),
            first: first.to_owned(),
            second: second.to_owned(),
        };
        self.n_faults += u64::from(Cause::is_fault(&row.reason));
        if row.key.half == 0 {
            let book = row.moves.iter().take(row.book).cloned().collect();
            let opening = (meeting.clone(), row.fen.clone(), book);
            self.n_repeated += u64::from(!self.openings.insert(opening));
        }
        let tally = self.meetings.entry(meeting.clone()).or_default();
        tally.add(row);
        let (seed, openings) = (row.key.seed, row.key.openings.clone());
        let pair = (meeting, openings, seed, row.key.pair);
        match self.halves.remove(&pair) {
            Some((half, score)) if half != row.key.half => {
                tally.pairs.add(f64::midpoint(score, row.first_score()));
            }
            _ => {
                self.halves.insert(pair, (row.key.half, row.first_score()));
            }
        }
    }

    /// How many pairs have begun as another pair of the same players. They may play the same games again, and say
    /// less than the interval believes.
    pub fn n_repeated(&self) -> u64 {
        self.n_repeated
    }

    /// What two players have reached in one variant.
    pub fn meetings(&self) -> impl Iterator<Item = (&Meeting, &Tally)> {
        self.meetings.iter()
    }

    /// What two players have reached in all variants, by the names of both.
    pub fn over_variants(&self) -> BTreeMap<(String, String), Tally> {
        let mut sums: BTreeMap<(String, String), Tally> = BTreeMap::new();
        for (meeting, tally) in &self.meetings {
            let players = (meeting.first.clone(), meeting.second.clone());
            sums.entry(players).or_default().merge(tally);
        }
        sums
    }

    /// The ratings of all players, the best first, if there are more than two.
    pub fn ratings(&self) -> Vec<Rating> {
        let results = self.over_variants().into_iter();
        let results: Vec<Results> = results
            .map(|((first, second), tally)| Results {
                first,
                second,
                games: tally.games,
                score: tally.score,
            })
            .collect();
        let mut found = ratings(&results);
        if found.len() < 3 {
            found.clear();
        }
        found
    }

    /// How many games ended because an engine broke a rule, ended or did not answer.
    pub fn n_faults(&self) -> u64 {
        self.n_faults
    }
}
