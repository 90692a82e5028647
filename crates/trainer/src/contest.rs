//! Games between two evaluations, with the nodes of each in proportion to its speed.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use ferz::eval::Evaluation;
use ferz::game::{Game, Outcome, Variant};
use ferz::state::Color;

use crate::player::{Adjudicator, Player};
use crate::random::Random;
use crate::workers::in_order;

/// The number of positions for the measurement of speeds, and the nodes of each search.
const SPEED: (u64, u64) = (24, 4000);

/// The number of times that each position is searched for the measurement.
const ROUNDS: usize = 5;

/// A contest between two evaluations.
#[derive(Clone, Debug, PartialEq)]
pub struct Contest {
    /// The evaluations.
    pub evaluations: [Evaluation; 2],
    /// The soft node limits of their searches.
    pub nodes: [u64; 2],
    /// The seed of the openings.
    pub seed: u64,
    /// The number of plies after which a game is drawn.
    pub max_plies: usize,
}

impl Contest {
    /// Gives the slower evaluation fewer nodes, so that both take about the time of `nodes` with the faster
    /// one.
    pub fn with_equal_time(mut self, variant: &Variant, nodes: u64) -> Contest {
        let speeds = speeds(variant, &self.evaluations);
        let best = speeds[0].max(speeds[1]);
        self.nodes = speeds.map(|speed| (nodes as f64 * speed / best).round().max(1.0) as u64);
        self
    }

    /// Plays pairs of games from the same opening with colors reversed, until `take` returns `false` or
    /// `stop` is set. `take` gets the points of the first evaluation in each game of the pair.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn play(
        &self,
        variant: &Variant,
        jobs: usize,
        stop: &AtomicBool,
        take: impl FnMut([f64; 2]) -> bool + Send,
    ) -> io::Result<()> {
        let begin =
            || (self.evaluations.each_ref()).map(|evaluation| Player::new(variant, evaluation));
        let pair = |players: &mut [Player; 2], number: u64| {
            let mut random = Random::new(self.seed, number);
            players[0].clear();
            let opening = players[0].opening(&mut random, self.nodes[0]).game;
            let as_white = self.game(players, opening.clone(), Color::White, stop)?;
            let as_black = self.game(players, opening, Color::Black, stop)?;
            Some([as_white, 1.0 - as_black])
        };
        in_order(0, jobs, begin, pair, take)
    }

    /// Plays a game in which the first evaluation has this color; White's share of the point, or `None` if
    /// it was stopped.
    fn game(
        &self,
        players: &mut [Player; 2],
        mut game: Game,
        first: Color,
        stop: &AtomicBool,
    ) -> Option<f64> {
        players.iter_mut().for_each(Player::clear);
        let mut adjudicator = Adjudicator::default();
        for _ in 0..self.max_plies {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            if let Outcome::Ended { white, .. } = game.outcome() {
                return Some(white);
            }
            let at = usize::from(game.position().turn() != first);
            let Some(best) = players[at].think(&game, self.nodes[at]) else {
                break;
            };
            if let Some(white) = adjudicator.share_after(best.score) {
                return Some(white);
            }
            game.play_code(best.code);
        }
        Some(0.5)
    }
}

/// The speeds of two evaluations in the same positions after random moves.
///
/// They search each position in turn several times, and the shortest time of each counts, so that other
/// processes disturb the comparison little.
fn speeds(variant: &Variant, evaluations: &[Evaluation; 2]) -> [f64; 2] {
    let mut players = evaluations
        .each_ref()
        .map(|evaluation| Player::new(variant, evaluation));
    let mut sums = [0.0; 2];
    for number in 0..SPEED.0 {
        let mut random = Random::new(0, number);
        let mut game = Game::new(variant.start());
        for _ in 0..12 {
            if game.outcome().is_over() {
                break;
            }
            if let Some((code, _)) = players[0].any_move(&game, &mut random) {
                game.play_code(code);
            }
        }
        let mut best = [f64::MAX; 2];
        for _ in 0..ROUNDS {
            for (player, best) in players.iter_mut().zip(&mut best) {
                player.clear();
                let begun = Instant::now();
                player.think(&game, SPEED.1);
                *best = best.min(begun.elapsed().as_secs_f64());
            }
        }
        sums = [sums[0] + best[0], sums[1] + best[1]];
    }
    sums.map(|sum| 1.0 / sum.max(1e-9))
}
