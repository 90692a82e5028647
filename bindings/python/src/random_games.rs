//! Random games: for benchmarks, for statistics, and to see whether games end.

use std::sync::atomic::AtomicBool;

use ferz::game::{self, MoveList, Outcome};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::FerzError;
use crate::interruptible::{interruptible, shared};
use crate::position::Position;
use crate::variant::Variant;

/// The maximum number of games in a call, so that a typo is reported.
const MOST_GAMES: usize = 100_000_000;

/// The number of games that a thread takes at once.
const BATCH: usize = 16;

/// The results of random games.
#[pyclass(frozen, module = "ferz")]
pub(crate) struct RandomGames {
    games: Vec<Ended>,
}

#[derive(Clone, Copy)]
struct Ended {
    plies: u32,
    /// White's share of the point; NaN for an unfinished game.
    white: f64,
    /// The reason of the end; `None` for an unfinished game.
    reason: Option<game::Reason>,
}

/// The splitmix64 generator, which gives the same numbers on every machine.
struct Random(u64);

impl Random {
    /// The generator of one game, which is independent of the other games.
    fn of_game(seed: u64, number: u64) -> Random {
        let mut random = Random(seed);
        let mixed = random.next();
        let mut random = Random(mixed ^ number);
        random.next();
        random
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }
}

fn played(start: &game::Position, random: &mut Random, max_plies: usize) -> Ended {
    let mut game = game::Game::new(start.clone());
    let mut moves = MoveList::new();
    let (white, reason) = loop {
        if let Outcome::Ended { white, reason, .. } = game.outcome() {
            break (white, Some(reason));
        }
        if game.moves().len() >= max_plies || game.position().beyond_limits().is_some() {
            break (f64::NAN, None);
        }
        game.position().moves_into(&mut moves);
        match moves.get(random.below(moves.len().max(1))) {
            Some(code) => game.play_code(code),
            None => break (f64::NAN, None),
        }
    };
    Ended {
        plies: game.moves().len() as u32,
        white,
        reason,
    }
}

fn all(
    start: &game::Position,
    n: usize,
    (seed, first): (u64, u64),
    max_plies: usize,
    threads: usize,
    stop: &AtomicBool,
) -> Option<Vec<Ended>> {
    let batches = n.div_ceil(BATCH);
    let batch = |number: usize| -> Vec<Ended> {
        let games = number * BATCH..n.min((number + 1) * BATCH);
        games
            .map(|game| {
                played(
                    start,
                    &mut Random::of_game(seed, first.wrapping_add(game as u64)),
                    max_plies,
                )
            })
            .collect()
    };
    Some(shared(batches, threads, stop, batch)?.concat())
}

/// Plays random games. Game `i` of a seed is always the same, regardless of the numbers of games
/// and threads.
#[pyfunction]
#[pyo3(signature = (beginning, n=1000, *, seed=1, first=0, max_plies=500, threads=1))]
fn random_games(
    py: Python<'_>,
    beginning: Beginning<'_>,
    n: usize,
    seed: u64,
    first: u64,
    max_plies: usize,
    threads: usize,
) -> PyResult<RandomGames> {
    if n > MOST_GAMES || threads == 0 {
        let message = format!("at most {MOST_GAMES} games, on at least one thread");
        return Err(PyValueError::new_err(message));
    }
    let start = match beginning {
        Beginning::Variant(variant) => variant.get().start()?,
        Beginning::Position(position) => position.get().clone(),
    };
    let start = start.inner();
    let games = interruptible(py, |stop| {
        all(start, n, (seed, first), max_plies, threads, stop)
    })?;
    let games = games.ok_or_else(|| FerzError::new_err("the games were stopped"))?;
    Ok(RandomGames { games })
}

#[derive(FromPyObject)]
enum Beginning<'py> {
    Variant(Bound<'py, Variant>),
    Position(Bound<'py, Position>),
}

impl RandomGames {
    /// An `array.array` of numbers.
    fn array<'py>(py: Python<'py>, kind: &str, bytes: &[u8]) -> PyResult<Bound<'py, PyAny>> {
        let array = py.import("array")?.getattr("array")?;
        array.call1((kind, PyBytes::new(py, bytes)))
    }
}

#[pymethods]
impl RandomGames {
    /// The number of plies of each game.
    #[getter]
    fn plies<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let bytes = self.games.iter().flat_map(|game| game.plies.to_ne_bytes());
        RandomGames::array(py, "I", &bytes.collect::<Vec<u8>>())
    }

    /// White's share of the point.
    #[getter]
    fn white<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let bytes = self.games.iter().flat_map(|game| game.white.to_ne_bytes());
        RandomGames::array(py, "d", &bytes.collect::<Vec<u8>>())
    }

    /// The reason why each game ended; `None` for unfinished games.
    #[getter]
    fn reasons(&self) -> Vec<Option<&'static str>> {
        let reasons = self.games.iter().map(|game| game.reason);
        reasons
            .map(|reason| reason.map(game::Reason::as_str))
            .collect()
    }

    fn __len__(&self) -> usize {
        self.games.len()
    }

    fn __repr__(&self) -> String {
        let plies: u64 = self.games.iter().map(|game| u64::from(game.plies)).sum();
        format!(
            "<RandomGames {} games, {plies} half-moves>",
            self.games.len()
        )
    }
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<RandomGames>()?;
    module.add_function(wrap_pyfunction!(random_games, module)?)
}
