//! Games: positions with their history, and game records.

use std::sync::Arc;

use ferz::formats::Catalog;
use ferz::game;
use ferz::notation::{MoveStyle, Pgn, PgnStyle, read_record, variant_names, write_record};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::errors::{MoveError, RecordError, guarded, with_findings};
use crate::moves::{Move, MoveArgument};
use crate::outcome::Outcome;
use crate::pgn::tag_name;
use crate::position::{Held, Piece, Position};
use crate::variant::{Shared, Variant, color, shared_builtin};

/// A game, which changes with every move; moves can be taken back.
#[pyclass(module = "ferz")]
pub(crate) struct Game {
    game: game::Game,
    held: Arc<Held>,
}

impl Game {
    pub(crate) fn of(variant: Arc<Shared>, game: game::Game) -> Game {
        let position = game.position().clone();
        Game {
            game,
            held: Arc::new(Held { variant, position }),
        }
    }

    pub(crate) fn inner(&self) -> &game::Game {
        &self.game
    }

    pub(crate) fn held(&self) -> Arc<Held> {
        Arc::clone(&self.held)
    }

    fn now(&self) -> Position {
        Position::of(Arc::clone(&self.held))
    }

    fn look(&mut self) {
        self.held = Arc::new(Held {
            variant: Arc::clone(&self.held.variant),
            position: self.game.position().clone(),
        });
    }

    fn reasoned(&self, reasons: &[game::Reason]) -> bool {
        let reason = self.game.outcome().reason();
        reason.is_some_and(|reason| reasons.contains(&reason))
    }
}

/// The start of a game.
#[derive(FromPyObject)]
enum Beginning<'py> {
    Variant(Bound<'py, Variant>),
    Position(Bound<'py, Position>),
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (beginning, fen=None))]
    fn new(py: Python<'_>, beginning: Beginning<'_>, fen: Option<&str>) -> PyResult<Game> {
        let position = match (beginning, fen) {
            (Beginning::Variant(variant), None) => variant.get().start()?,
            (Beginning::Variant(variant), Some(fen)) => variant.get().position(py, fen)?,
            (Beginning::Position(position), None) => position.get().clone(),
            (Beginning::Position(_), Some(_)) => {
                let message = "a position needs no FEN beside it";
                return Err(PyValueError::new_err(message));
            }
        };
        let game = game::Game::new(position.inner().clone());
        Ok(Game {
            game,
            held: position.held,
        })
    }

    #[getter]
    fn variant(&self) -> Variant {
        Variant {
            shared: Arc::clone(&self.held.variant),
        }
    }

    #[getter]
    fn position(&self) -> Position {
        self.now()
    }

    #[getter]
    fn beginning(&self) -> PyResult<Position> {
        guarded(|| {
            Ok(Position::new(Held {
                variant: Arc::clone(&self.held.variant),
                position: self.game.beginning(),
            }))
        })
    }

    #[getter]
    fn turn(&self) -> &'static str {
        self.now().turn()
    }

    #[getter]
    fn fullmove_number(&self) -> PyResult<u16> {
        self.now().fullmove_number()
    }

    #[getter]
    fn halfmove_clock(&self) -> u16 {
        self.now().halfmove_clock()
    }

    #[getter]
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.now().legal_moves(py)
    }

    /// The moves so far.
    #[getter]
    fn move_stack(&self) -> PyResult<Vec<Move>> {
        guarded(|| {
            let mut before: Vec<_> = self.game.earlier_positions().collect();
            before.reverse();
            let pairs = before.into_iter().zip(self.game.moves());
            let known = pairs.filter_map(|(before, mv)| {
                let held = Arc::new(Held {
                    variant: Arc::clone(&self.held.variant),
                    position: before.clone(),
                });
                let code = held.position.code(mv)?;
                Some(Move::known(&held, code, mv.clone()))
            });
            Ok(known.collect())
        })
    }

    fn ply(&self) -> usize {
        self.game.moves().len()
    }

    fn is_legal(&self, py: Python<'_>, r#move: MoveArgument<'_>) -> PyResult<bool> {
        self.now().is_legal(py, r#move)
    }

    fn parse_move(&self, py: Python<'_>, text: &str) -> PyResult<Move> {
        self.now().parse_move(py, text)
    }

    fn parse_san(&self, py: Python<'_>, text: &str) -> PyResult<Move> {
        self.now().parse_san(py, text)
    }

    fn san(&self, py: Python<'_>, r#move: MoveArgument<'_>) -> PyResult<String> {
        self.now().san(py, r#move)
    }

    /// Plays a move.
    fn push(&mut self, py: Python<'_>, r#move: MoveArgument<'_>) -> PyResult<()> {
        let held = self.held();
        guarded(|| {
            let code = r#move.code(py, &held)?;
            self.game.play_code(code);
            self.look();
            Ok(())
        })
    }

    /// Plays a move in short algebraic notation and returns it.
    fn push_san(&mut self, py: Python<'_>, text: &str) -> PyResult<Move> {
        let mv = self.parse_san(py, text)?;
        guarded(|| {
            self.game
                .play(mv.expanded())
                .map_err(|error| MoveError::new_err(error.to_string()))?;
            self.look();
            Ok(mv)
        })
    }

    /// Takes back the last move.
    fn pop(&mut self) -> PyResult<Move> {
        guarded(|| {
            let mv = self.game.undo();
            let mv = mv.ok_or_else(|| PyIndexError::new_err("there is no move to take back"))?;
            self.look();
            let code = self.held.position.code(&mv);
            let code = code.ok_or_else(|| MoveError::new_err("a move that was never legal"))?;
            Ok(Move::known(&self.held, code, mv))
        })
    }

    /// The last move.
    fn peek(&self) -> PyResult<Move> {
        let last = self.move_stack()?.pop();
        last.ok_or_else(|| PyIndexError::new_err("no move has been made"))
    }

    #[pyo3(signature = (*, ep="always"))]
    fn fen(&self, ep: &str) -> PyResult<String> {
        self.now().to_fen(ep)
    }

    /// A game that starts from this position with the sides exchanged.
    fn mirror(&self) -> PyResult<Game> {
        let position = self.now().mirror()?;
        Ok(Game {
            game: game::Game::new(position.inner().clone()),
            held: position.held,
        })
    }

    /// The draws that a player must claim over the board.
    fn claims(&self) -> PyResult<Vec<Outcome>> {
        use game::Reason::{
            BackAndForth, Counting, MoveLimit, PerpetualChase, PerpetualCheck, Repetition,
        };
        let claimed = [
            BackAndForth,
            Counting,
            MoveLimit,
            PerpetualChase,
            PerpetualCheck,
            Repetition,
        ];
        guarded(|| {
            let by_adjudication = self.reasoned(&claimed).then(|| self.game.outcome());
            let by_position = self.game.position().claim();
            let ends = by_adjudication.into_iter().chain(by_position);
            Ok(ends.filter_map(Outcome::of).collect())
        })
    }

    /// Restarts the game from a position.
    fn set_fen(&mut self, py: Python<'_>, fen: &str) -> PyResult<()> {
        let position = self.variant().position(py, fen)?;
        self.game = game::Game::new(position.inner().clone());
        self.held = position.held;
        Ok(())
    }

    fn is_check(&self) -> PyResult<bool> {
        self.now().is_check()
    }

    fn is_checkmate(&self) -> PyResult<bool> {
        guarded(|| Ok(self.reasoned(&[game::Reason::Checkmate])))
    }

    fn is_stalemate(&self) -> PyResult<bool> {
        guarded(|| Ok(self.reasoned(&[game::Reason::Stalemate])))
    }

    fn is_repetition(&self) -> PyResult<bool> {
        use game::Reason::{PerpetualChase, PerpetualCheck, Repetition};
        guarded(|| Ok(self.reasoned(&[Repetition, PerpetualCheck, PerpetualChase])))
    }

    fn is_game_over(&self) -> PyResult<bool> {
        guarded(|| Ok(self.game.outcome().is_over()))
    }

    /// The outcome of the game, which also depends on its history.
    fn outcome(&self) -> PyResult<Option<Outcome>> {
        guarded(|| Ok(Outcome::of(self.game.outcome())))
    }

    fn result(&self) -> PyResult<String> {
        guarded(|| Ok(ferz::notation::result_text(&self.game.outcome())))
    }

    fn resign(&mut self, color: &str) -> PyResult<()> {
        self.game.resign(self::color(color)?);
        Ok(())
    }

    /// A player has exceeded the time.
    fn forfeit_on_time(&mut self, color: &str) -> PyResult<()> {
        self.game.forfeit_on_time(self::color(color)?);
        Ok(())
    }

    /// The players agree on White's share of the point.
    #[pyo3(signature = (white=0.5))]
    fn agree(&mut self, white: f64) -> PyResult<()> {
        self.game
            .agree(white)
            .map_err(|error| PyValueError::new_err(error.to_string()))
    }

    fn piece_at(&self, square: &str) -> PyResult<Option<Piece>> {
        self.now().piece_at(square)
    }

    fn piece_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.now().piece_map(py)
    }

    /// The game as a record, with moves by their squares.
    fn record(&self) -> PyResult<String> {
        guarded(|| Ok(write_record(&self.game, &self.held.variant.words())))
    }

    /// The game as PGN.
    #[pyo3(signature = (tags=None, *, san=true))]
    fn pgn(&self, tags: Option<Vec<(String, String)>>, san: bool) -> PyResult<String> {
        guarded(|| {
            let style = if san {
                MoveStyle::San
            } else {
                MoveStyle::Squares
            };
            let mut pgn = Pgn::of_game(&self.game, &self.held.variant.words(), style);
            for (name, value) in tags.iter().flatten() {
                pgn.set_tag(tag_name(name)?, value);
            }
            Ok(pgn.to_text(PgnStyle::Export))
        })
    }

    /// Reads a record.
    #[staticmethod]
    #[pyo3(signature = (text, variant=None))]
    fn from_record(
        py: Python<'_>,
        text: &str,
        variant: Option<&Bound<'_, Variant>>,
    ) -> PyResult<Game> {
        guarded(|| {
            let mut used = variant.map(|variant| Arc::clone(&variant.get().shared));
            let read = read_record(text, |name| {
                if used.is_none() {
                    used = shared_builtin(name);
                }
                used.as_ref().map(|shared| shared.variant.clone())
            });
            match (read.has_errors(), read.value, used) {
                (false, Some(game), Some(shared)) => {
                    Ok(Game::of(shared.or_other(game.position().variant()), game))
                }
                _ => Err(with_findings::<RecordError>(py, &read.diagnostics, text)),
            }
        })
    }

    fn copy(&self) -> Game {
        Game {
            game: self.game.clone(),
            held: self.held(),
        }
    }

    fn __copy__(&self) -> Game {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Game {
        self.copy()
    }

    /// Pickles a game as its record and its variant.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Variant, String))> {
        let load = py.import("ferz._load")?.getattr("load_game")?;
        Ok((load, (self.variant(), self.record()?)))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Game>() else {
            return Ok(false);
        };
        let other = other.try_borrow()?;
        guarded(|| {
            Ok(self.held.variant.is_same(&other.held.variant)
                && self.game.beginning().to_fen() == other.game.beginning().to_fen()
                && self.game.moves().eq(other.game.moves())
                && self.game.outcome() == other.game.outcome())
        })
    }

    fn unicode(&self) -> PyResult<String> {
        self.now().unicode()
    }

    #[pyo3(signature = (theme="light", moves_of=None))]
    fn svg(&self, theme: &str, moves_of: Option<&str>) -> PyResult<String> {
        self.now().svg(theme, moves_of)
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg("light", None)
    }

    fn __str__(&self) -> PyResult<String> {
        self.now().__str__()
    }

    fn __repr__(&self) -> PyResult<String> {
        let name = &self.held.variant.variant.def().name;
        Ok(format!(
            "<Game {name}, {} moves, {}>",
            self.ply(),
            self.now().fen()?
        ))
    }
}

/// The name of the built-in variant that other programs call by this name.
#[pyfunction]
fn find_variant(name: &str) -> Option<String> {
    variant_names(name).find(|name| is_builtin(name))
}

fn is_builtin(name: &str) -> bool {
    ferz::game::select(Catalog::builtin(), name, None).is_ok()
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Game>()?;
    module.add_function(wrap_pyfunction!(find_variant, module)?)
}
