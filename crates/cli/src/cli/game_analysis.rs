//! Analysis of a game: the losses of its moves by the engine's scores.

use std::time::Duration;

use super::stop::Stop;
use super::thinking::{ThinkingArgs, score_words};
use ferz::game::{Game, Outcome, Position};
use ferz::search::{Score, SearchOptions, SearchResult, Searcher};
use ferz::state::{Color, Move};

/// The largest score that counts, in centipawns: beyond it the game is decided.
const DECIDED: i32 = 1000;

/// A move in both notations.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Named {
    pub(super) text: String,
    pub(super) san: String,
}

impl Named {
    fn new(position: &Position, mv: &Move) -> Named {
        Named {
            text: position.move_text(mv),
            san: position.san(mv),
        }
    }
}

/// A move with its analysis.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Judged {
    /// The move number in the game.
    pub(super) number: u16,
    pub(super) mover: Color,
    pub(super) played: Named,
    /// The best score before the move, for the mover.
    pub(super) before: Score,
    /// The score after the move and its side; `None` if the game was over.
    pub(super) after: Option<(Score, Color)>,
    /// The outcome of the game after the move.
    end: Outcome,
    /// The search depth before the move, in plies.
    pub(super) depth: u32,
    /// The loss of the move for the mover, in centipawns.
    pub(super) loss: u32,
    /// The best move, if it is another one.
    pub(super) best: Option<Named>,
}

impl Judged {
    /// The move with its number.
    pub(super) fn name(&self) -> String {
        let dots = if self.mover == Color::White {
            "."
        } else {
            "..."
        };
        format!("{}{dots} {}", self.number, self.played.san)
    }

    /// The score after the move in words, from White's point of view.
    pub(super) fn after_words(&self) -> String {
        match (self.after, self.end.winner()) {
            (Some((score, mover)), _) => score_words(score, mover),
            (None, Some(winner)) => format!("{} has won", winner.name()),
            (None, None) => "a draw".to_owned(),
        }
    }
}

/// Analyzes the moves of a game one by one, with the time `usual` for each position by default.
pub(super) fn judge(
    game: &Game,
    thinking: ThinkingArgs,
    usual: Duration,
    options: SearchOptions,
    tell: &mut dyn FnMut(Judged) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let beginning = game.beginning();
    let mut searcher = Searcher::new(beginning.variant(), options);
    let mut replayed = Game::new(beginning.clone());
    // Draws that nobody has claimed do not end the game.
    let mut searched = Game::new(beginning);
    searched.waive_claims();
    let limits = thinking.limits(usual);
    let mut found = thinking.search(&mut searcher, &searched, &limits);
    for mv in game.moves() {
        let position = replayed.position().clone();
        replayed.play_unchecked(mv);
        searched.play_unchecked(mv);
        let next = thinking.search(&mut searcher, &searched, &limits);
        if let Some(judged) = judge_move(&position, mv, &found, &next, &replayed) {
            tell(judged)?;
        }
        found = next;
    }
    Ok(())
}

/// The analysis of a move; `None` if the game was over before it.
fn judge_move(
    position: &Position,
    mv: &Move,
    found: &SearchResult,
    next: &SearchResult,
    after: &Game,
) -> Option<Judged> {
    let line = found.lines.first()?;
    let mover = position.turn();
    let end = after.outcome();
    let score_after = next.score().map(|score| (score, after.position().turn()));
    let best = line.moves.first().filter(|best| *best != mv);
    let worth = match score_after {
        Some((score, side)) if side == mover => units(score),
        Some((score, _)) => -units(score),
        None => match end.winner() {
            None => 0,
            Some(winner) if winner == mover => DECIDED,
            Some(_) => -DECIDED,
        },
    };
    // The best move of the search has no loss, even if the next search finds another score.
    let loss = match best {
        None => 0,
        Some(_) => units(line.score).saturating_sub(worth).max(0),
    };
    Some(Judged {
        number: position.setup().fullmove_number,
        mover,
        played: Named::new(position, mv),
        before: line.score,
        after: score_after,
        end,
        depth: line.depth,
        loss: loss.unsigned_abs(),
        best: best.map(|best| Named::new(position, best)),
    })
}

/// A score in centipawns, clamped to the range of undecided games.
fn units(score: Score) -> i32 {
    match score {
        Score::Units(units) => units.clamp(-DECIDED, DECIDED),
        Score::Mate(moves) if moves > 0 => DECIDED,
        Score::Mate(_) => -DECIDED,
    }
}

/// The mean loss of a side per move, in centipawns; `None` without moves.
pub(super) fn mean_loss(judged: &[Judged], mover: Color) -> Option<f64> {
    let losses: Vec<f64> = judged
        .iter()
        .filter(|one| one.mover == mover)
        .map(|one| f64::from(one.loss))
        .collect();
    let count = losses.len();
    (count > 0).then(|| (losses.iter().sum::<f64>() / count as f64 * 10.0).round() / 10.0)
}

/// The moves with the largest losses of at least `least`.
pub(super) fn worst(judged: &[Judged], most: usize, least: u32) -> Vec<&Judged> {
    let mut worst: Vec<&Judged> = judged.iter().filter(|one| one.loss >= least).collect();
    worst.sort_by_key(|one| std::cmp::Reverse(one.loss));
    worst.truncate(most);
    worst
}
