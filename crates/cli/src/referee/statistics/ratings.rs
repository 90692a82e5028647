//! Ratings of several players from all of their games.
//!
//! The model is that of Bradley and Terry with Davidson's draws: for strengths `a` and `b` the probabilities
//! of a win of the first, a draw and a win of the second are proportional to `√(a/b)`, `ν` and `√(b/a)`.
//! Strengths and `ν` are maximum likelihood estimates. The log-likelihood is concave, so Newton's method
//! finds them, and its curvature at the maximum gives the standard errors.

use std::collections::BTreeMap;

use super::estimate::{Interval, LEAST_UNITS, NINETY_FIVE};
use super::linear::{inverse, product};

/// The count of a result that never occurred between two players that have met; it keeps strengths finite.
const NEVER: f64 = 1e-3;

/// The limit of Newton steps; usually a few suffice.
const STEPS: usize = 200;

/// The maximum length of a step, in natural logarithms of strength.
const LONGEST: f64 = 2.0;

/// A player with a rating.
#[derive(Clone, Debug, PartialEq)]
pub struct Rating {
    /// The name of the player.
    pub player: String,
    /// The Elo rating, relative to the mean of all players connected by games.
    pub elo: Interval,
    /// The number of games of the player.
    pub games: u64,
    /// The mean share of the point.
    pub score: f64,
    /// Players connected by games have the same group number; others cannot be compared.
    pub group: usize,
}

impl Rating {
    /// Whether the number of games suffices to report an interval.
    pub const fn is_enough(&self) -> bool {
        self.games >= LEAST_UNITS
    }
}

/// The games of two players, from the first player's point of view.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// The first player.
    pub first: String,
    /// The second player.
    pub second: String,
    /// Games won, drawn and lost.
    pub games: [u64; 3],
    /// The sum of the first player's shares of the point, which can differ from the counted results.
    pub score: f64,
}

impl Results {
    /// Equivalent wins, draws and losses with the same sum of points: other shares count partly as wins and
    /// draws.
    fn weights(&self) -> [f64; 3] {
        let [won, drawn, lost] = self.games.map(|count| count as f64);
        let excess = 2.0 * (self.score - won - drawn / 2.0);
        let weights = if excess >= 0.0 {
            [won + excess, drawn - excess, lost]
        } else {
            [won, drawn + excess, lost - excess]
        };
        weights.map(|weight| weight.max(NEVER))
    }
}

/// A meeting, with the indices of the players.
struct Meeting {
    players: [usize; 2],
    weights: [f64; 3],
}

/// Ratings of all players, the best first; empty if the fit fails.
///
/// Games are assumed to be independent. Those of a pair are not, so real errors are somewhat smaller.
///
/// ```
/// use ferz_cli::referee::statistics::{Results, ratings};
///
/// let results = |first: &str, second: &str| Results {
///     first: first.to_owned(),
///     second: second.to_owned(),
///     games: [6, 4, 2],
///     score: 8.0,
/// };
/// let found = ratings(&[results("A", "B"), results("B", "C")]);
/// let names: Vec<_> = found.iter().map(|one| one.player.as_str()).collect();
/// assert_eq!(names, ["A", "B", "C"]);
/// // Three times as many wins as losses.
/// assert_eq!(format!("{:.1}", found[0].elo.value), "190.8");
/// ```
pub fn ratings(results: &[Results]) -> Vec<Rating> {
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    for one in results {
        for player in [&one.first, &one.second] {
            let next = numbers.len();
            numbers.entry(player).or_insert(next);
        }
    }
    let n_players = numbers.len();
    let meetings: Vec<Meeting> = results
        .iter()
        .map(|one| Meeting {
            players: [numbers[one.first.as_str()], numbers[one.second.as_str()]],
            weights: one.weights(),
        })
        .collect();
    let groups = groups(n_players, &meetings);
    let Some((strengths, errors)) = fitted(n_players, &meetings, &groups) else {
        return Vec::new();
    };
    let per_unit = 400.0 / std::f64::consts::LN_10;
    let mut list: Vec<Rating> = numbers
        .iter()
        .map(|(player, number)| {
            let (mut games, mut points) = (0, 0.0);
            for one in results {
                let count: u64 = one.games.iter().sum();
                if one.first == *player {
                    (games, points) = (games + count, points + one.score);
                } else if one.second == *player {
                    (games, points) = (games + count, points + count as f64 - one.score);
                }
            }
            let (value, error) = (strengths[*number] * per_unit, errors[*number] * per_unit);
            Rating {
                player: (*player).to_owned(),
                elo: Interval {
                    low: value - NINETY_FIVE * error,
                    value,
                    high: value + NINETY_FIVE * error,
                },
                games,
                score: points / games.max(1) as f64,
                group: groups[*number],
            }
        })
        .collect();
    list.sort_by(|one, other| {
        let by_elo = other.elo.value.total_cmp(&one.elo.value);
        one.group.cmp(&other.group).then(by_elo)
    });
    list
}

/// The connected components of the players.
fn groups(n_players: usize, meetings: &[Meeting]) -> Vec<usize> {
    let mut groups: Vec<usize> = (0..n_players).collect();
    for meeting in meetings {
        let [one, other] = meeting.players.map(|player| groups[player]);
        let joined = groups.iter_mut().filter(|group| **group == one.max(other));
        joined.for_each(|group| *group = one.min(other));
    }
    groups
}

/// The natural logarithms of the strengths, with their standard errors; each group has the mean 0.
fn fitted(
    n_players: usize,
    meetings: &[Meeting],
    groups: &[usize],
) -> Option<(Vec<f64>, Vec<f64>)> {
    // The logarithm of `ν` follows the strengths.
    let draws = n_players;
    let mut values = vec![0.0; n_players + 1];
    let mut likelihood = likelihood_of(&values, meetings);
    let mut covariance = Vec::new();
    for _ in 0..STEPS {
        let (slopes, information) = derivatives(&values, meetings, groups);
        covariance = inverse(&information)?;
        let step = product(&covariance, &slopes);
        let longest = step.iter().fold(0.0_f64, |most, one| most.max(one.abs()));
        let mut part = (LONGEST / longest.max(LONGEST)).min(1.0);
        // If the function is far from quadratic, a full step can decrease it.
        loop {
            let next: Vec<f64> = values
                .iter()
                .zip(&step)
                .map(|(value, step)| value + part * step)
                .collect();
            let better = likelihood_of(&next, meetings);
            if better >= likelihood || part < 1e-6 {
                (values, likelihood) = (next, better);
                break;
            }
            part /= 2.0;
        }
        if longest < 1e-10 {
            break;
        }
    }
    let is_usable = values.iter().all(|value| value.is_finite());
    let size = |player: usize| {
        groups
            .iter()
            .filter(|group| **group == groups[player])
            .count() as f64
    };
    let mean = |player: usize| {
        let own = (0..draws).filter(|other| groups[*other] == groups[player]);
        own.map(|other| values[other]).sum::<f64>() / size(player)
    };
    let strengths = (0..draws).map(|player| values[player] - mean(player));
    // The constraint on the mean of a group has added to the variances.
    let errors = (0..draws).map(|player| {
        let fixed = 1.0 / size(player).powi(2);
        (covariance[player][player] - fixed).max(0.0).sqrt()
    });
    is_usable.then(|| (strengths.collect(), errors.collect()))
}

/// The probabilities of a win, a draw and a loss.
fn chances(values: &[f64], meeting: &Meeting) -> [f64; 3] {
    let [first, second] = meeting.players.map(|player| values[player]);
    let half = (first - second) / 2.0;
    let draw = values[values.len() - 1];
    // The largest exponent becomes 0, so that none overflows.
    let most = half.abs().max(draw);
    let parts = [half, draw, -half].map(|power| (power - most).exp());
    let sum: f64 = parts.iter().sum();
    parts.map(|part| part / sum)
}

fn likelihood_of(values: &[f64], meetings: &[Meeting]) -> f64 {
    let of_meeting = |meeting: &Meeting| {
        let chances = chances(values, meeting);
        let terms = chances.iter().zip(meeting.weights);
        terms
            .map(|(chance, weight)| weight * chance.max(f64::MIN_POSITIVE).ln())
            .sum::<f64>()
    };
    meetings.iter().map(of_meeting).sum()
}

/// The gradient of the log-likelihood, and the information matrix.
fn derivatives(
    values: &[f64],
    meetings: &[Meeting],
    groups: &[usize],
) -> (Vec<f64>, Vec<Vec<f64>>) {
    let size = values.len();
    let draws = size - 1;
    let mut slopes = vec![0.0; size];
    let mut information = vec![vec![0.0; size]; size];
    for meeting in meetings {
        let [won, drawn, lost] = meeting.weights;
        let total = won + drawn + lost;
        let [win, draw, loss] = chances(values, meeting);
        let lead = (win - loss) / 2.0;
        let by_lead = (won - lost) / 2.0 - total * lead;
        let spread = total * ((win + loss) / 4.0 - lead * lead);
        let joint = -total * lead * draw;
        for (player, sign) in meeting.players.into_iter().zip([1.0, -1.0]) {
            slopes[player] += sign * by_lead;
            information[player][draws] += sign * joint;
            information[draws][player] += sign * joint;
            for (other, other_sign) in meeting.players.into_iter().zip([1.0, -1.0]) {
                information[player][other] += sign * other_sign * spread;
            }
        }
        slopes[draws] += drawn - total * draw;
        information[draws][draws] += total * draw * (1.0 - draw);
    }
    // Only differences of strengths are determined; this fixes the sum of each group.
    for player in 0..draws {
        for other in (0..draws).filter(|other| groups[*other] == groups[player]) {
            information[player][other] += 1.0;
        }
    }
    (slopes, information)
}
