//! The search for the best move.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use ferz::definition::VariantDef;
use ferz::eval::{Evaluation, Tuning};
use ferz::game;
use ferz::search::{self, Clock, Control, Limits, SearchOptions};
use ferz::source::Diagnostic;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::definition_text::file_text;
use crate::errors::{DefinitionError, FerzError, guarded, with_findings};
use crate::game::Game;
use crate::interruptible::interruptible;
use crate::moves::{Move, MoveArgument};
use crate::position::{Held, Position};
use crate::variant::{Shared, Variant, escaped};

/// The maximum size of the transposition table, in MiB.
const MAX_TABLE: usize = 1 << 16;

/// The longest time of a search, in seconds.
const LONGEST: f64 = 86_400.0;

/// The score of a position for the side to move.
#[pyclass(frozen, eq, get_all, module = "ferz")]
#[derive(Clone, PartialEq)]
pub(crate) struct Score {
    /// The score in hundredths of the smallest unit of material.
    units: Option<i32>,
    /// The side to move mates in this number of moves, or is mated if the number is not positive.
    mate: Option<i32>,
}

impl From<search::Score> for Score {
    fn from(score: search::Score) -> Score {
        let (units, mate) = match score {
            search::Score::Units(units) => (Some(units), None),
            search::Score::Mate(moves) => (None, Some(moves)),
        };
        Score { units, mate }
    }
}

#[pymethods]
impl Score {
    #[new]
    #[pyo3(signature = (units=None, mate=None))]
    fn new(units: Option<i32>, mate: Option<i32>) -> PyResult<Score> {
        if units.is_some() == mate.is_some() {
            let message = "a score has units or a mate, and not both";
            return Err(PyValueError::new_err(message));
        }
        Ok(Score { units, mate })
    }

    fn __getnewargs__(&self) -> (Option<i32>, Option<i32>) {
        (self.units, self.mate)
    }

    fn __hash__(&self) -> i64 {
        match (self.units, self.mate) {
            (Some(units), _) => i64::from(units),
            (None, mate) => i64::from(mate.unwrap_or_default()) << 32,
        }
    }

    fn __repr__(&self) -> String {
        match (self.units, self.mate) {
            (Some(units), _) => format!("Score(units={units})"),
            (None, mate) => format!("Score(mate={})", mate.unwrap_or_default()),
        }
    }
}

/// A line of play with its score.
#[pyclass(frozen, module = "ferz")]
pub(crate) struct Line {
    /// The rank of the line among those of the same depth, from 1 (multi-PV).
    #[pyo3(get)]
    rank: usize,
    #[pyo3(get)]
    depth: u32,
    #[pyo3(get)]
    selective_depth: u32,
    #[pyo3(get)]
    score: Score,
    /// The bound type of the score: `exact`, `lower` or `upper`.
    #[pyo3(get)]
    bound: &'static str,
    #[pyo3(get)]
    moves: Vec<Py<Move>>,
    /// The position after the last move.
    end: Arc<Held>,
}

impl Line {
    /// The score and the moves in short algebraic notation, as a row of a table.
    fn row(&self, py: Python<'_>) -> PyResult<String> {
        let sans: PyResult<Vec<String>> = self
            .moves
            .iter()
            .map(|mv| mv.bind(py).get().san())
            .collect();
        let score = match (self.score.units, self.score.mate) {
            (Some(units), _) => format!("{:+.2}", f64::from(units) / 100.0),
            (None, mate) => format!("#{}", mate.unwrap_or_default()),
        };
        Ok(format!(
            "<tr><td>{}</td><td>{score}</td><td>{}</td></tr>",
            self.depth,
            escaped(&sans?.join(" "))
        ))
    }
}

/// A table of lines, with a picture of the position after the first one.
fn table(rows: &str, picture: &str) -> String {
    format!("<table><tr><th>depth</th><th>score</th><th>moves</th></tr>{rows}</table>{picture}")
}

#[pymethods]
impl Line {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let texts: PyResult<Vec<String>> = self
            .moves
            .iter()
            .map(|mv| mv.bind(py).get().text_owned())
            .collect();
        Ok(format!(
            "<Line depth={} {} {}>",
            self.depth,
            self.score.__repr__(),
            texts?.join(" ")
        ))
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let end = Position::of(Arc::clone(&self.end));
        Ok(table(&self.row(py)?, &end.svg("light", None)?))
    }
}

/// The result of a search.
#[pyclass(frozen, get_all, module = "ferz")]
pub(crate) struct SearchResult {
    /// The best move; `None` if the game is over.
    best: Option<Py<Move>>,
    lines: Vec<Py<Line>>,
    nodes: u64,
}

#[pymethods]
impl SearchResult {
    /// The score of the best line.
    #[getter]
    fn score(&self, py: Python<'_>) -> Option<Score> {
        let line = self.lines.first()?;
        Some(line.bind(py).get().score.clone())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        match self.lines.first() {
            Some(line) => Ok(format!(
                "<SearchResult {} after {} nodes>",
                line.bind(py).get().__repr__(py)?,
                self.nodes
            )),
            None => Ok("<SearchResult nothing: the game is over>".to_owned()),
        }
    }

    /// The lines, and the position after the best move.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let rows: PyResult<String> = self
            .lines
            .iter()
            .map(|line| line.bind(py).get().row(py))
            .collect();
        let picture = match &self.best {
            Some(best) => best.bind(py).get().svg()?,
            None => "<p>The game is over.</p>".to_owned(),
        };
        Ok(table(&rows?, &picture))
    }
}

struct Stopwatch(Instant);

impl Clock for Stopwatch {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// The limits of a search, as given by Python.
pub(crate) struct Budget<'py> {
    pub(crate) nodes: Option<u64>,
    pub(crate) depth: Option<u32>,
    pub(crate) time: Option<f64>,
    pub(crate) mate: Option<u32>,
    pub(crate) moves: Option<Vec<MoveArgument<'py>>>,
}

impl Budget<'_> {
    fn limits(&self, py: Python<'_>, held: &Held) -> PyResult<Limits> {
        let (nodes, depth, time, mate) = (self.nodes, self.depth, self.time, self.mate);
        if nodes.is_none() && depth.is_none() && time.is_none() && mate.is_none() {
            let message = "a search needs a limit: nodes, depth, time or mate";
            return Err(PyValueError::new_err(message));
        }
        if nodes == Some(0) || depth == Some(0) || mate == Some(0) {
            return Err(PyValueError::new_err("a limit of 0 leaves no search"));
        }
        let limits = match time {
            None => Limits::default(),
            Some(seconds) if seconds > 0.0 && seconds <= LONGEST => {
                Limits::time(Duration::from_secs_f64(seconds))
            }
            Some(_) => {
                let message = format!("the time must be more than 0 and at most {LONGEST} seconds");
                return Err(PyValueError::new_err(message));
            }
        };
        let moves = self.moves.iter().flatten();
        let moves: PyResult<Vec<_>> = moves
            .map(|mv| Ok(held.position.expand(mv.code(py, held)?)))
            .collect();
        let moves = moves?;
        if moves.is_empty() && self.moves.is_some() {
            return Err(PyValueError::new_err("there are no moves to choose from"));
        }
        Ok(Limits {
            nodes,
            depth: depth.map(|depth| depth.min(1000)),
            mate,
            moves,
            ..limits
        })
    }
}

/// The search options, as given by Python.
pub(crate) fn options(table_mib: usize, lines: usize, skill: u8) -> PyResult<SearchOptions> {
    if !(1..=MAX_TABLE).contains(&table_mib) {
        let message = format!("the table has 1 to {MAX_TABLE} MiB");
        return Err(PyValueError::new_err(message));
    }
    if !(1..=500).contains(&lines) || skill > 20 {
        let message = "there are 1 to 500 lines, and skills from 0 to 20";
        return Err(PyValueError::new_err(message));
    }
    Ok(SearchOptions {
        table_mib,
        lines,
        skill,
        ..SearchOptions::default()
    })
}

/// The evaluation in a file, or `derived`.
fn read_evaluation(py: Python<'_>, def: &VariantDef, path: &Path) -> PyResult<Evaluation> {
    if path == Path::new("derived") {
        return Ok(Evaluation::Derived);
    }
    let text = file_text(path)?;
    match Tuning::read(&text, def).into_result() {
        Ok(tuning) => Ok(Evaluation::Tuned(Arc::new(tuning))),
        Err(findings) => Err(with_findings::<DefinitionError>(py, &findings, &text)),
    }
}

/// A searcher that one thread uses at a time.
#[derive(Default)]
pub(crate) struct Guarded {
    /// Created by the first search, because the transposition table is large.
    searcher: Mutex<Option<search::Searcher>>,
    /// The thread of the present search, in which `report` is called.
    thread: Mutex<Option<ThreadId>>,
}

impl Guarded {
    fn lock(&self) -> MutexGuard<'_, Option<search::Searcher>> {
        self.searcher.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set_thread(&self, thread: Option<ThreadId>) {
        *self.thread.lock().unwrap_or_else(PoisonError::into_inner) = thread;
    }

    /// Refuses the use of the searcher by a `report` of its own search, which would wait for itself.
    fn is_free(&self) -> PyResult<()> {
        let thread = *self.thread.lock().unwrap_or_else(PoisonError::into_inner);
        if thread == Some(thread::current().id()) {
            let message = "the searcher is searching; its `report` cannot use it";
            return Err(PyRuntimeError::new_err(message));
        }
        Ok(())
    }
}

/// Searches a game without the interpreter's lock. `report` is called with each new line.
pub(crate) fn run(
    py: Python<'_>,
    guarded_searcher: &Guarded,
    make: impl FnOnce() -> search::Searcher + Send,
    game: &game::Game,
    held: &Arc<Held>,
    budget: &Budget<'_>,
    report: Option<&Py<PyAny>>,
) -> PyResult<SearchResult> {
    let limits = budget.limits(py, held)?;
    let (found, failed) = interruptible(py, |stop: &AtomicBool| {
        let mut searcher = guarded_searcher.lock();
        let searcher = searcher.get_or_insert_with(make);
        guarded_searcher.set_thread(Some(thread::current().id()));
        let clock = Stopwatch(Instant::now());
        let control = Control {
            stop: Some(stop),
            clock: Some(&clock),
            ..Control::default()
        };
        let mut failed = None;
        let found = searcher.search(game, &limits, &control, &mut |progress| {
            let (Some(report), None) = (report, &failed) else {
                return;
            };
            let called = Python::attach(|py| {
                let line = guarded(|| shown_line(py, held, progress.line))?;
                report.call1(py, (line,))
            });
            // The result is not needed if a report has raised an exception.
            if let Err(error) = called {
                stop.store(true, Ordering::Relaxed);
                failed = Some(error);
            }
        });
        guarded_searcher.set_thread(None);
        (found, failed)
    })?;
    match failed {
        Some(error) => Err(error),
        None => guarded(|| shown(py, held, &found)),
    }
}

fn known(held: &Arc<Held>, mv: &ferz::state::Move) -> Option<Move> {
    let code = held.position.code(mv)?;
    Some(Move::known(held, code, mv.clone()))
}

fn shown_line(py: Python<'_>, held: &Arc<Held>, line: &search::Line) -> PyResult<Line> {
    let mut moves = Vec::new();
    let mut here = Arc::clone(held);
    for mv in &line.moves {
        let Some(one) = known(&here, mv) else { break };
        moves.push(Py::new(py, one)?);
        here = Arc::new(Held {
            variant: Arc::clone(&here.variant),
            position: here.position.play_unchecked(mv),
        });
    }
    Ok(Line {
        rank: line.rank,
        depth: line.depth,
        selective_depth: line.selective_depth,
        score: line.score.into(),
        bound: match line.bound {
            search::Bound::Exact => "exact",
            search::Bound::Lower => "lower",
            search::Bound::Upper => "upper",
        },
        moves,
        end: here,
    })
}

fn shown(py: Python<'_>, held: &Arc<Held>, found: &search::SearchResult) -> PyResult<SearchResult> {
    let lines = found.lines.iter();
    let lines = lines.map(|line| Py::new(py, shown_line(py, held, line)?));
    let lines = lines.collect::<PyResult<_>>()?;
    let best = found.best().and_then(|mv| known(held, mv));
    Ok(SearchResult {
        best: best.map(|mv| Py::new(py, mv)).transpose()?,
        lines,
        nodes: found.nodes,
    })
}

/// The same game, played on a variant that is compiled separately.
fn replayed(game: &game::Game, variant: &game::Variant) -> Result<game::Game, Vec<Diagnostic>> {
    let mut own = game::Game::new(variant.parse_fen(&game.beginning().to_fen())?);
    let mut earlier: Vec<_> = game.earlier_positions().collect();
    earlier.reverse();
    for (position, mv) in earlier.into_iter().zip(game.moves()) {
        let mv = own.position().parse_move(&position.move_text(mv));
        own.play_unchecked(&mv.map_err(|finding| vec![finding])?);
    }
    Ok(own)
}

/// The root of a search: a position, or a game, whose history counts for repetitions.
#[derive(FromPyObject)]
pub(crate) enum Root<'py> {
    Position(Bound<'py, Position>),
    Game(Bound<'py, Game>),
}

/// Searches for best moves, and keeps its transposition table between searches.
#[pyclass(frozen, module = "ferz")]
pub(crate) struct Searcher {
    variant: Arc<Shared>,
    options: SearchOptions,
    inner: Guarded,
}

impl Searcher {
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut search::Searcher) -> T + Send,
    ) -> PyResult<T> {
        self.inner.is_free()?;
        py.detach(|| {
            guarded(|| {
                let mut inner = self.inner.lock();
                let make = || search::Searcher::new(&self.variant.variant, self.options.clone());
                Ok(work(inner.get_or_insert_with(make)))
            })
        })
    }

    fn of_its_variant(&self, held: &Held) -> PyResult<()> {
        if self.variant.is_same(&held.variant) {
            return Ok(());
        }
        let name = &self.variant.variant.def().name;
        Err(FerzError::new_err(format!("the searcher is one of {name}")))
    }
}

#[pymethods]
impl Searcher {
    #[new]
    #[pyo3(signature = (variant, *, table_mib=16, lines=1, skill=20, evaluation=None))]
    fn new(
        py: Python<'_>,
        variant: &Bound<'_, Variant>,
        table_mib: usize,
        lines: usize,
        skill: u8,
        evaluation: Option<PathBuf>,
    ) -> PyResult<Searcher> {
        let variant = Arc::clone(&variant.get().shared);
        let mut options = options(table_mib, lines, skill)?;
        if let Some(path) = evaluation {
            options.evaluation = read_evaluation(py, variant.variant.def(), &path)?;
        }
        Ok(Searcher {
            variant,
            options,
            inner: Guarded::default(),
        })
    }

    #[getter]
    fn variant(&self) -> Variant {
        Variant {
            shared: Arc::clone(&self.variant),
        }
    }

    #[pyo3(signature = (root, *, nodes=None, depth=None, time=None, mate=None, moves=None, report=None))]
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn search(
        &self,
        py: Python<'_>,
        root: Root<'_>,
        nodes: Option<u64>,
        depth: Option<u32>,
        time: Option<f64>,
        mate: Option<u32>,
        moves: Option<Vec<MoveArgument<'_>>>,
        report: Option<Py<PyAny>>,
    ) -> PyResult<SearchResult> {
        let budget = Budget {
            nodes,
            depth,
            time,
            mate,
            moves,
        };
        let (game, held) = match root {
            Root::Position(position) => {
                let held = Arc::clone(&position.get().held);
                (game::Game::new(held.position.clone()), held)
            }
            Root::Game(game) => {
                let game = game.try_borrow()?;
                (game.inner().clone(), game.held())
            }
        };
        self.of_its_variant(&held)?;
        self.inner.is_free()?;
        // A game of an equal variant is accepted, but the separately compiled variant may have numbered things
        // differently.
        let (game, held) = if Arc::ptr_eq(&self.variant, &held.variant) {
            (game, held)
        } else {
            let game = guarded(|| Ok(replayed(&game, &self.variant.variant)))?;
            let game =
                game.map_err(|found| crate::errors::with_findings::<FerzError>(py, &found, ""))?;
            let held = Held {
                variant: Arc::clone(&self.variant),
                position: game.position().clone(),
            };
            (game, Arc::new(held))
        };
        let make = || search::Searcher::new(&self.variant.variant, self.options.clone());
        run(
            py,
            &self.inner,
            make,
            &game,
            &held,
            &budget,
            report.as_ref(),
        )
    }

    /// The static evaluation of the position for the side to move.
    fn evaluate(&self, py: Python<'_>, position: &Bound<'_, Position>) -> PyResult<i32> {
        let position = position.get();
        self.of_its_variant(&position.held)?;
        self.with(py, |searcher| searcher.evaluate(position.inner()))
    }

    /// The value of a kind of piece.
    fn worth(&self, py: Python<'_>, role: &str) -> PyResult<i32> {
        let role = self.variant.role(role)?;
        self.with(py, |searcher| searcher.worth(role))
    }

    /// Clears the results of earlier searches.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, search::Searcher::clear)
    }

    fn __repr__(&self) -> String {
        format!("<Searcher {}>", self.variant.variant.def().name)
    }
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Score>()?;
    module.add_class::<Line>()?;
    module.add_class::<SearchResult>()?;
    module.add_class::<Searcher>()
}
