//! Standings: the results of players against each other, and the reasons of the ends of games.

use std::collections::{BTreeMap, BTreeSet};

use super::game::Cause;
use super::row::GameRow;
use super::statistics::{Histogram, Rating, Results, place_of_share, ratings};

/// A meeting of two players in one variant. Scores are those of the first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Meeting {
    /// The name of the variant.
    pub variant: String,
    /// The name of the first player.
    pub first: String,
    /// The name of the second player.
    pub second: String,
}

/// The results of two players against each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Tally {
    /// Games won, drawn and lost by the first player; any share of the point but 0 and 1 counts as a draw.
    pub games: [u64; 3],
    /// The scores of complete pairs.
    pub pairs: Histogram,
    /// The sum of the first player's shares.
    pub score: f64,
    /// The thinking times of the two, in seconds.
    pub seconds: [f64; 2],
    /// The nodes of the two, as reported.
    pub nodes: [u64; 2],
    /// The moves of the two after the openings.
    pub moves: [u64; 2],
    /// The number of games by reason of their end.
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
    /// The number of games.
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

/// The results of all meetings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standings {
    meetings: BTreeMap<Meeting, Tally>,
    /// Scores of games whose pair is not complete yet.
    halves: BTreeMap<(Meeting, String, u64, u64), (u8, f64)>,
    n_faults: u64,
    /// The openings of first games of pairs, by meeting.
    openings: BTreeSet<(Meeting, Option<String>, Vec<String>)>,
    n_repeated: u64,
}

impl Standings {
    /// Adds a game. A pair counts when both of its games have been added.
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

    /// The number of pairs with the same opening as an earlier pair of the same players. Such games can be
    /// identical, so the intervals are too narrow.
    pub fn n_repeated(&self) -> u64 {
        self.n_repeated
    }

    /// The results of each meeting.
    pub fn meetings(&self) -> impl Iterator<Item = (&Meeting, &Tally)> {
        self.meetings.iter()
    }

    /// The results over all variants, by the names of the players.
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

    /// The number of games that ended because an engine broke a rule, exited or did not answer.
    pub fn n_faults(&self) -> u64 {
        self.n_faults
    }
}
