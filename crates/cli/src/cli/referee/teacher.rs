//! Asks a teacher, usually another engine, for scores of positions.

use std::sync::Arc;
use std::time::Duration;

use super::answers::Answers;
use super::ledger::Teller;
use super::player::{Answer, Player, Trouble};
use super::spec::EngineSpec;
use crate::cli::stop::Stop;
use crate::referee::driver::Rules;
use crate::referee::{Limit, MatchGame, Terms};
use ferz::game::{Game, Position};
use ferz::state::Color;

/// The time limit for an answer.
const WALL: Duration = Duration::from_secs(60);

/// The default node limit of a teacher.
const NODES: u64 = 1500;

/// The tolerated share of missing answers is one in this many.
const MISSING: usize = 10;

/// The scores of positions for White, each without its history; `None` if the teacher gives none. Cached
/// answers are not requested again.
pub(in crate::cli) fn ask(
    spec: &Arc<EngineSpec>,
    rules: &Rules,
    positions: &[Position],
    answers: &mut Answers,
) -> Result<Vec<Option<i32>>, Stop> {
    let limit = spec.limit.unwrap_or(Limit::Nodes(NODES));
    let terms = Terms {
        limits: [limit; 2],
        margin: Duration::ZERO,
        wall: WALL,
        max_plies: None,
        resign: None,
        draw: None,
    };
    // No game is played, so every position has the time of a first move.
    let budget = MatchGame::new(Game::new(rules.variant.start()), terms).budget();
    let unusable = |reason: &str| Stop::Usage(format!("{}: {reason}", spec.name));
    let mut player = Player::new(Arc::clone(spec), WALL, None);
    let mut teller = Teller::new();
    let mut said = Vec::with_capacity(positions.len());
    let (mut n_missing, mut fault) = (0, String::new());
    for position in positions {
        let fen = position.to_fen();
        let known = answers.get(&fen);
        if known.is_some() {
            said.push(known);
            continue;
        }
        let game = Game::new(position.clone());
        let answer = match player.prepare(rules, &game, &budget) {
            Ok(()) => player.think(&game, &budget),
            Err(Trouble::Fault(cause, details)) => Answer::Fails(cause, details),
            Err(Trouble::Unable(reason)) => return Err(unusable(&reason)),
        };
        let score = match answer {
            Answer::Moves { thought, .. } => thought.score,
            Answer::Fails(_, details) => {
                fault = details;
                None
            }
            Answer::Oversteps | Answer::Claims { .. } => None,
        };
        n_missing += usize::from(score.is_none());
        let score = score.map(|score| match position.turn() {
            Color::White => score,
            Color::Black => -score,
        });
        // A missing answer is not cached, so it will be requested again.
        if let Some(score) = score {
            answers.keep(fen, score)?;
        }
        said.push(score);
        if n_missing > positions.len() / MISSING {
            return Err(unusable(&format!(
                "it gives no score for {n_missing} positions: {fault}"
            )));
        }
        teller.tell(|| format!("{}/{} positions", said.len(), positions.len()));
    }
    teller.end();
    player.part();
    Ok(said)
}
