//! Evaluation of the games of a value plan.

use std::collections::{BTreeMap, BTreeSet};

use super::plan::ValuePlan;
use crate::referee::GameRow;
use crate::referee::statistics::{Estimate, Histogram, Interval, NINETY_FIVE, place_of_share};
use ferz::game::Position;
use ferz::state::Role;

/// The number of plies within which a missing piece counts as traded at once.
const AT_ONCE: usize = 10;

/// The result of one question.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The index of the question in the plan.
    pub question: usize,
    /// Games won, drawn and lost by the first army.
    pub games: [u64; 3],
    /// The score of the first army in complete pairs.
    pub score: Estimate,
    /// The number of different initial positions.
    pub openings: usize,
    /// The share of games in which fewer of the piece remained after ten plies.
    pub traded: f64,
    /// The advantage of the piece over the reference piece, in pawns; `None` for the pawn odds themselves.
    pub difference: Option<Interval>,
}

/// The results with one node limit.
#[derive(Clone, Debug, PartialEq)]
pub struct AtLimit {
    /// The node limit for each move.
    pub nodes: u64,
    /// The answers, beginning with the pawn odds.
    pub answers: Vec<Answer>,
    /// The difference in pawns from all questions together.
    pub difference: Option<Interval>,
    /// The largest discrepancy between two questions, in standard errors.
    pub disagreement: f64,
}

/// The results of all games.
#[derive(Clone, Debug, PartialEq)]
pub struct Findings {
    /// The results by node limit.
    pub limits: Vec<AtLimit>,
}

/// The mean score of a question as a logit, with its variance.
#[derive(Clone, Copy, Default)]
struct Logit {
    value: f64,
    variance: f64,
}

impl AtLimit {
    /// Whether each question has enough pairs to report intervals.
    pub fn is_enough(&self) -> bool {
        self.answers.iter().all(|answer| answer.score.is_enough())
    }
}

impl Findings {
    /// Summarizes rows of games, each with the indices of its limit and its question. Questions without a
    /// complete pair are left out.
    pub fn new(
        plan: &ValuePlan,
        limits: &[u64],
        rows: &[(usize, usize, &GameRow)],
    ) -> Result<Findings, String> {
        let mut found = Vec::new();
        for (limit, nodes) in limits.iter().enumerate() {
            let mut answers = Vec::new();
            let mut odds = None;
            let mut measured = Vec::new();
            for (number, question) in plan.questions.iter().enumerate() {
                let own = rows
                    .iter()
                    .filter(|(at, asked, _)| (*at, *asked) == (limit, number));
                let own: Vec<&GameRow> = own.map(|(.., row)| *row).collect();
                let Some((mut answer, logit)) = answer(plan, number, &own)? else {
                    continue;
                };
                if number == 0 {
                    odds = Some(logit);
                } else if let Some(odds) = odds {
                    let count = f64::from(question.exchanged);
                    let pawns = f64::from(question.pawns);
                    measured.push((logit, pawns, count));
                    answer.difference = difference(&[(logit, pawns, count)], odds);
                }
                answers.push(answer);
            }
            found.push(AtLimit {
                nodes: *nodes,
                difference: odds.and_then(|odds| difference(&measured, odds)),
                disagreement: odds.map_or(0.0, |odds| disagreement(&measured, odds)),
                answers,
            });
        }
        Ok(Findings { limits: found })
    }

    /// The difference with the highest node limit.
    pub fn difference(&self) -> Option<Interval> {
        let measured = self
            .limits
            .iter()
            .filter(|limit| limit.difference.is_some());
        measured.max_by_key(|limit| limit.nodes)?.difference
    }

    /// The change of the difference from the lowest to the highest node limit.
    pub fn drift(&self) -> Option<f64> {
        let measured = || {
            self.limits
                .iter()
                .filter(|limit| limit.difference.is_some())
        };
        let least = measured().min_by_key(|limit| limit.nodes)?;
        let most = measured().max_by_key(|limit| limit.nodes)?;
        (least.nodes < most.nodes)
            .then(|| Some(most.difference?.value - least.difference?.value))
            .flatten()
    }

    /// Reasons to doubt the result, in sentences.
    pub fn warnings(&self, plan: &ValuePlan) -> Vec<String> {
        let mut warnings = Vec::new();
        for limit in &self.limits {
            if limit.disagreement > 2.0 {
                warnings.push(format!(
                    "with {} nodes a move the comparisons disagree by {:.1} standard errors",
                    limit.nodes, limit.disagreement
                ));
            }
            if limit
                .answers
                .iter()
                .any(|answer| answer.openings * 2 < n_games(answer))
            {
                warnings.push(format!(
                    "with {} nodes a move many games began with the same moves; raise `--plies`",
                    limit.nodes
                ));
            }
        }
        let assumed = f64::from(plan.assumed(plan.piece)) / 100.0;
        if let Some(value) = plan.value(self)
            && (value - assumed).abs() > 0.2 * assumed.abs()
        {
            warnings.push(format!(
                "the search assumes {assumed:.2}, but the games give {value:.2}: write it into the definition and \
                 measure again, because the assumed value affects trades"
            ));
        }
        warnings
    }
}

fn n_games(answer: &Answer) -> usize {
    answer.games.iter().sum::<u64>() as usize
}

/// The result of a question; `None` without a complete pair.
fn answer(
    plan: &ValuePlan,
    question: usize,
    rows: &[&GameRow],
) -> Result<Option<(Answer, Logit)>, String> {
    let mut games = [0; 3];
    let mut halves: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
    let mut openings = BTreeSet::new();
    let mut n_traded = 0;
    for row in rows {
        let score = row.first_score();
        games[place_of_share(score)] += 1;
        halves.entry(row.key.pair).or_default().push(score);
        let game = row.replay_first(&plan.variant, row.book + AT_ONCE)?;
        let n_played = game.moves().len().saturating_sub(row.book);
        let before = match n_played.checked_sub(1) {
            None => game.position(),
            Some(back) => game
                .earlier_positions()
                .nth(back)
                .unwrap_or(game.position()),
        };
        openings.insert(before.to_fen());
        let n_left = n_pieces(game.position(), plan.piece);
        n_traded += u64::from(n_left < n_pieces(before, plan.piece));
    }
    let mut pairs = Histogram::pairs();
    for scores in halves.values() {
        if let [first, second] = scores[..] {
            pairs.add(f64::midpoint(first, second));
        }
    }
    let Some(score) = pairs.estimate() else {
        return Ok(None);
    };
    // An additional even pair keeps a few equal results from appearing certain.
    pairs.add(0.5);
    let logit = pairs
        .estimate()
        .map_or(Logit::default(), |score| logit(&score));
    let answer = Answer {
        question,
        games,
        score,
        openings: openings.len(),
        traded: n_traded as f64 / rows.len().max(1) as f64,
        difference: None,
    };
    Ok(Some((answer, logit)))
}

fn n_pieces(position: &Position, role: Role) -> usize {
    let pieces = position.board().pieces();
    pieces.filter(|(_, piece)| piece.role == role).count()
}

/// A score as a logit.
fn logit(score: &Estimate) -> Logit {
    let mean = score.score.value;
    let slope = 1.0 / (mean * (1.0 - mean));
    Logit {
        value: (mean / (1.0 - mean)).ln(),
        variance: (slope * score.standard_error).powi(2),
    }
}

/// The advantage of the piece in pawns, from the logits of questions with the pawn difference and the number
/// of exchanged pieces of each, weighted by precision. The interval is that of the delta method.
fn difference(measured: &[(Logit, f64, f64)], odds: Logit) -> Option<Interval> {
    // The pawn odds must have a significant effect, since they are the unit.
    if measured.is_empty() || odds.value < NINETY_FIVE * odds.variance.sqrt() {
        return None;
    }
    let weight = |(logit, _, count): &(Logit, f64, f64)| count * count / logit.variance.max(1e-12);
    let total: f64 = measured.iter().map(weight).sum();
    let (mut value, mut own, mut by_odds) = (0.0, 0.0, 0.0);
    for one in measured {
        let (logit, pawns, count) = *one;
        let share = weight(one) / total;
        let ratio = logit.value / odds.value;
        value += share * (ratio - pawns) / count;
        own += (share / count / odds.value).powi(2) * logit.variance;
        by_odds += share * ratio / count / odds.value;
    }
    let error = (own + by_odds * by_odds * odds.variance).sqrt();
    Some(Interval::around(value, error))
}

/// The largest discrepancy between two questions, in standard errors of their difference. The pawn odds count
/// as exact, since all questions depend on them in the same way.
fn disagreement(measured: &[(Logit, f64, f64)], odds: Logit) -> f64 {
    let value = |(logit, pawns, count): &(Logit, f64, f64)| {
        let scale = 1.0 / count / odds.value;
        (
            scale * logit.value - pawns / count,
            scale * scale * logit.variance,
        )
    };
    let mut most = 0.0_f64;
    for (number, one) in measured.iter().enumerate() {
        for other in &measured[..number] {
            let ((a, var_a), (b, var_b)) = (value(one), value(other));
            most = most.max((a - b).abs() / (var_a + var_b).sqrt().max(1e-12));
        }
    }
    most
}
