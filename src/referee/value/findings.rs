//! What the games of a plan say.

use std::collections::{BTreeMap, BTreeSet};

use super::plan::ValuePlan;
use crate::game::Position;
use crate::referee::GameRow;
use crate::referee::statistics::{Estimate, Histogram, Interval, NINETY_FIVE, place_of_share};
use crate::state::Role;

/// Within so many half-moves a piece that is gone was traded at once.
const AT_ONCE: usize = 10;

/// What the games of one question say.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The place of the question in the plan.
    pub question: usize,
    /// Games won, drawn and lost by the first army.
    pub games: [u64; 3],
    /// What the complete pairs say of the first army.
    pub score: Estimate,
    /// How many different positions the games began with.
    pub openings: usize,
    /// The share of games in which less of the piece was left after ten half-moves.
    pub traded: f64,
    /// How many pawns the piece is worth more than the one that it is measured against; `None` for the
    /// odds of a pawn themselves.
    pub difference: Option<Interval>,
}

/// What the games with one limit say.
#[derive(Clone, Debug, PartialEq)]
pub struct AtLimit {
    /// How many positions were looked at for each move.
    pub nodes: u64,
    /// The answers, that about the odds of a pawn first.
    pub answers: Vec<Answer>,
    /// The difference in pawns by all questions together.
    pub difference: Option<Interval>,
    /// How far two questions are apart at most, in standard errors.
    pub disagreement: f64,
}

/// What all games say.
#[derive(Clone, Debug, PartialEq)]
pub struct Findings {
    /// By limit.
    pub limits: Vec<AtLimit>,
}

/// The mean score of a question, as a logit, with its variance.
#[derive(Clone, Copy, Default)]
struct Logit {
    value: f64,
    variance: f64,
}

impl AtLimit {
    /// Whether each question has enough pairs to say more than the value itself.
    pub fn is_enough(&self) -> bool {
        self.answers.iter().all(|answer| answer.score.is_enough())
    }
}

impl Findings {
    /// Sums up rows of games, each with the places of its limit and its question. Questions of which no
    /// pair is complete are left out.
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

    /// The difference by the most thorough search.
    pub fn difference(&self) -> Option<Interval> {
        let measured = self
            .limits
            .iter()
            .filter(|limit| limit.difference.is_some());
        measured.max_by_key(|limit| limit.nodes)?.difference
    }

    /// By how much the difference grows from the least to the most thorough search.
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

    /// What makes the result doubtful, in plain words.
    pub fn warnings(&self, plan: &ValuePlan) -> Vec<String> {
        let mut warnings = Vec::new();
        for limit in &self.limits {
            if limit.disagreement > 2.0 {
                warnings.push(format!(
                    "with {} positions a move the questions disagree by {:.1} standard errors",
                    limit.nodes, limit.disagreement
                ));
            }
            if limit
                .answers
                .iter()
                .any(|answer| answer.openings * 2 < n_games(answer))
            {
                warnings.push(format!(
                    "with {} positions a move many games began alike; raise `--plies`",
                    limit.nodes
                ));
            }
        }
        let assumed = f64::from(plan.assumed(plan.piece)) / 100.0;
        if let Some(value) = plan.value(self)
            && (value - assumed).abs() > 0.2 * assumed.abs()
        {
            warnings.push(format!(
                "the search assumes {assumed:.2}, and the games say {value:.2}: write it into the \
                 definition and measure again, because what it assumes is how it trades"
            ));
        }
        warnings
    }
}

fn n_games(answer: &Answer) -> usize {
    answer.games.iter().sum::<u64>() as usize
}

/// What the games of one question say; nothing without a complete pair.
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
    // One even pair more keeps a few games that all ended alike from saying too much.
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

/// By how many pawns the piece is better, from questions with the pawns of their first army and the number
/// of pieces exchanged, weighted by their precision. The interval is that of the delta method.
fn difference(measured: &[(Logit, f64, f64)], odds: Logit) -> Option<Interval> {
    // The odds of a pawn must be odds, or nothing can be said in pawns.
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

/// How far two questions are apart at most, in standard errors of their difference. The odds of a pawn
/// count as known: both depend on them alike.
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
