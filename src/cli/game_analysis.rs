//! The moves of a game, judged by the engine.

use std::time::Duration;

use super::stop::Stop;
use super::thinking::{ThinkingArgs, score_words, side};
use crate::game::{Game, Outcome, Position};
use crate::search::{Found, Score, SearchOptions, Searcher};
use crate::state::{Color, Move};

/// Scores beyond this, in hundredths, are all won or lost: losing a bit of them is no loss.
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

/// A move that was played, and what it was worth.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Judged {
    /// The number of the move in the game.
    pub(super) number: u16,
    pub(super) mover: Color,
    pub(super) played: Named,
    /// The best score before it, for the mover.
    pub(super) before: Score,
    /// The score after it, and the side for which it is one; `None` if the game was over.
    pub(super) after: Option<(Score, Color)>,
    /// How the game was over.
    end: Outcome,
    /// Half-moves that were looked ahead before it.
    pub(super) depth: u32,
    /// What the mover has lost by it, in hundredths.
    pub(super) loss: u32,
    /// What would have been best, if it was something else.
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

    /// The score after it in words, as White sees it.
    pub(super) fn after_words(&self) -> String {
        match (self.after, self.end.winner()) {
            (Some((score, mover)), _) => score_words(score, mover),
            (None, Some(winner)) => format!("{} has won", side(winner)),
            (None, None) => "a draw".to_owned(),
        }
    }
}

/// Judges the moves of a game, one after the other; each position is thought about for so long if nothing
/// else is said.
pub(super) fn judge(
    game: &Game,
    thinking: ThinkingArgs,
    usual: Duration,
    options: SearchOptions,
    tell: &mut dyn FnMut(Judged) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let beginning = game.beginning();
    let mut searcher = Searcher::new(beginning.variant(), options);
    let mut replayed = Game::new(beginning);
    let limits = thinking.limits(usual);
    let mut found = thinking.search(&mut searcher, &replayed, &limits);
    for mv in game.moves() {
        let position = replayed.position().clone();
        replayed.play_unchecked(mv);
        let next = thinking.search(&mut searcher, &replayed, &limits);
        if let Some(judged) = judge_move(&position, mv, &found, &next, &replayed) {
            tell(judged)?;
        }
        found = next;
    }
    Ok(())
}

/// What a move was worth; `None` if nothing was found before it, as the game was over by then.
fn judge_move(
    position: &Position,
    mv: &Move,
    found: &Found,
    next: &Found,
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
    // Whoever plays the best move loses nothing, even if looking further shows something new.
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

/// A score in hundredths, within what is decided.
fn units(score: Score) -> i32 {
    match score {
        Score::Units(units) => units.clamp(-DECIDED, DECIDED),
        Score::Mate(moves) if moves > 0 => DECIDED,
        Score::Mate(_) => -DECIDED,
    }
}

/// What a side has lost a move, in hundredths; `None` if it has made none.
pub(super) fn mean_loss(judged: &[Judged], mover: Color) -> Option<f64> {
    let losses: Vec<f64> = judged
        .iter()
        .filter(|one| one.mover == mover)
        .map(|one| f64::from(one.loss))
        .collect();
    let count = losses.len();
    (count > 0).then(|| (losses.iter().sum::<f64>() / count as f64 * 10.0).round() / 10.0)
}

/// The moves that have lost most, and at least so much.
pub(super) fn worst(judged: &[Judged], most: usize, least: u32) -> Vec<&Judged> {
    let mut worst: Vec<&Judged> = judged.iter().filter(|one| one.loss >= least).collect();
    worst.sort_by_key(|one| std::cmp::Reverse(one.loss));
    worst.truncate(most);
    worst
}
