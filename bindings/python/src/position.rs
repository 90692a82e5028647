//! Positions: immutable and hashable; they are equal if their FENs are.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use ferz::game;
use ferz::notation::move_texts;
use ferz::search::Searcher;
use ferz::state::{Cell, Color};
use ferz_designer::render::{
    BoardStyle, Caption, Figure, Marks, figure_svg, position_svg, position_text,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

use crate::actions::Action;
use crate::errors::{FenError, FerzError, MoveError, guarded, with_findings};
use crate::interruptible::interruptible;
use crate::mirror::{mirrored, with_usable_en_passant};
use crate::moves::{Move, MoveArgument};
use crate::outcome::Outcome;
use crate::perft::{counted, is_small};
use crate::planes::{Dimensions, Layout};
use crate::search::{self, Budget, SearchResult, options};
use crate::variant::{Shared, Variant, color, theme};

/// A position with its variant.
pub(crate) struct Held {
    pub(crate) variant: Arc<Shared>,
    pub(crate) position: game::Position,
}

/// A position without its history.
#[pyclass(frozen, module = "ferz")]
#[derive(Clone)]
pub(crate) struct Position {
    pub(crate) held: Arc<Held>,
}

/// A piece: its role and its side.
#[pyclass(frozen, eq, hash, get_all, module = "ferz")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Piece {
    role: String,
    color: &'static str,
    /// Its letter in FENs.
    letter: String,
}

#[pymethods]
impl Piece {
    #[new]
    fn new(role: String, color: &str, letter: String) -> PyResult<Piece> {
        Ok(Piece {
            role,
            color: color_name(self::color(color)?),
            letter,
        })
    }

    fn __getnewargs__(&self) -> (String, &'static str, String) {
        (self.role.clone(), self.color, self.letter.clone())
    }

    pub(crate) fn __str__(&self) -> &str {
        &self.letter
    }

    /// The picture by its name or letter, regardless of the pictures of its variant.
    fn _repr_svg_(&self) -> PyResult<String> {
        let theme = theme("light")?;
        guarded(|| {
            let figure = Figure::named(&self.role, &self.letter, color(self.color)?);
            Ok(figure_svg(&figure, &self.role, &theme))
        })
    }

    fn __repr__(&self) -> String {
        format!("<Piece {} {}>", self.color, self.role)
    }
}

pub(crate) const fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

impl Position {
    pub(crate) fn new(held: Held) -> Position {
        Position {
            held: Arc::new(held),
        }
    }

    pub(crate) fn of(held: Arc<Held>) -> Position {
        Position { held }
    }

    pub(crate) fn inner(&self) -> &game::Position {
        &self.held.position
    }

    fn next(&self, position: game::Position) -> Position {
        Position::new(Held {
            variant: Arc::clone(&self.held.variant),
            position,
        })
    }

    fn piece(&self, piece: ferz::state::Piece) -> Piece {
        let variant = &self.held.variant.variant;
        Piece {
            role: variant.role_name(piece.role).to_owned(),
            color: color_name(piece.color),
            letter: variant.letters().name(piece),
        }
    }

    fn squares(&self, squares: &ferz::geometry::SquareSet) -> Vec<String> {
        let variant = &self.held.variant.variant;
        squares
            .iter()
            .map(|square| variant.square_name(square))
            .collect()
    }

    /// Raises an exception if the list of moves would be incomplete.
    fn within_limits(&self, py: Python<'_>) -> PyResult<()> {
        match self.inner().beyond_limits() {
            None => Ok(()),
            Some(finding) => Err(with_findings::<FerzError>(py, &[finding], "")),
        }
    }
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (variant, fen=None))]
    fn create(
        py: Python<'_>,
        variant: &Bound<'_, Variant>,
        fen: Option<&str>,
    ) -> PyResult<Position> {
        match fen {
            None => variant.get().start(),
            Some(fen) => variant.get().position(py, fen),
        }
    }

    #[getter]
    fn variant(&self) -> Variant {
        Variant {
            shared: Arc::clone(&self.held.variant),
        }
    }

    #[getter]
    pub(crate) fn fen(&self) -> PyResult<String> {
        guarded(|| Ok(self.inner().to_fen()))
    }

    /// The FEN; with `ep="legal"` it has en passant squares only if a legal move captures there.
    #[pyo3(signature = (*, ep="always"))]
    pub(crate) fn to_fen(&self, ep: &str) -> PyResult<String> {
        match ep {
            "always" => self.fen(),
            "legal" => guarded(|| {
                let usable = with_usable_en_passant(self.inner());
                let usable =
                    usable.ok_or_else(|| FerzError::new_err("no FEN without en passant"))?;
                Ok(usable.to_fen())
            }),
            _ => Err(PyValueError::new_err(format!("`ep={ep}`: always, legal"))),
        }
    }

    /// The position with the sides exchanged.
    pub(crate) fn mirror(&self) -> PyResult<Position> {
        guarded(|| {
            let found = mirrored(self.inner()).ok_or_else(|| {
                FerzError::new_err("with the sides exchanged this would be another game")
            })?;
            Ok(self.next(found))
        })
    }

    /// The position as SFEN.
    fn to_sfen(&self, py: Python<'_>) -> PyResult<String> {
        guarded(|| {
            let written = self.inner().to_sfen();
            written.map_err(|finding| with_findings::<FenError>(py, &[finding], ""))
        })
    }

    #[getter]
    pub(crate) fn turn(&self) -> &'static str {
        color_name(self.inner().turn())
    }

    #[getter]
    pub(crate) fn halfmove_clock(&self) -> u16 {
        self.inner().halfmove_clock()
    }

    #[getter]
    pub(crate) fn fullmove_number(&self) -> PyResult<u16> {
        guarded(|| Ok(self.inner().setup().fullmove_number))
    }

    /// The hash, which is equal for positions that count as repetitions of one another.
    #[getter]
    fn key(&self) -> PyResult<u64> {
        guarded(|| Ok(self.inner().hash()))
    }

    pub(crate) fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        guarded(|| {
            self.within_limits(py)?;
            let moves = self.inner().moves();
            PyList::new(py, moves.iter().map(|code| Move::new(&self.held, code)))
        })
    }

    /// The texts of all legal moves, sorted.
    fn legal_texts(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        guarded(|| {
            self.within_limits(py)?;
            let moves = move_texts(self.inner()).into_iter();
            Ok(moves.map(|(text, _)| text).collect())
        })
    }

    /// All legal moves in short algebraic notation.
    fn legal_sans(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        guarded(|| {
            self.within_limits(py)?;
            let moves = self.inner().san_moves().into_iter();
            Ok(moves.map(|(text, _)| text).collect())
        })
    }

    #[getter]
    fn n_moves(&self, py: Python<'_>) -> PyResult<usize> {
        guarded(|| {
            self.within_limits(py)?;
            Ok(self.inner().n_moves())
        })
    }

    pub(crate) fn is_legal(&self, py: Python<'_>, r#move: MoveArgument<'_>) -> PyResult<bool> {
        match guarded(|| r#move.code(py, &self.held)) {
            Ok(_) => Ok(true),
            Err(error) if error.is_instance_of::<MoveError>(py) => Ok(false),
            Err(error) => Err(error),
        }
    }

    pub(crate) fn parse_move(&self, py: Python<'_>, text: &str) -> PyResult<Move> {
        guarded(|| {
            let mv = self.inner().parse_move(text);
            let mv = mv.map_err(|finding| with_findings::<MoveError>(py, &[finding], text))?;
            self.known(mv)
        })
    }

    pub(crate) fn parse_san(&self, py: Python<'_>, text: &str) -> PyResult<Move> {
        guarded(|| {
            let mv = self.inner().parse_san(text);
            let mv = mv.map_err(|finding| with_findings::<MoveError>(py, &[finding], text))?;
            self.known(mv)
        })
    }

    pub(crate) fn san(&self, py: Python<'_>, r#move: MoveArgument<'_>) -> PyResult<String> {
        guarded(|| {
            let code = r#move.code(py, &self.held)?;
            Ok(self.inner().san(&self.inner().expand(code)))
        })
    }

    fn play(&self, py: Python<'_>, r#move: MoveArgument<'_>) -> PyResult<Position> {
        guarded(|| {
            let code = r#move.code(py, &self.held)?;
            Ok(self.next(self.inner().play_code(code)))
        })
    }

    pub(crate) fn is_check(&self) -> PyResult<bool> {
        guarded(|| Ok(self.inner().is_check()))
    }

    fn outcome(&self) -> PyResult<Option<Outcome>> {
        guarded(|| Ok(Outcome::of(self.inner().outcome())))
    }

    /// The outcome that the side to move may claim, in variants with a rule that requires a claim.
    fn claim(&self) -> PyResult<Option<Outcome>> {
        guarded(|| Ok(self.inner().claim().and_then(Outcome::of)))
    }

    fn may_win(&self, color: &str) -> PyResult<bool> {
        let side = self::color(color)?;
        guarded(|| Ok(self.inner().may_win(side)))
    }

    #[pyo3(signature = (depth, threads=1))]
    fn perft(&self, py: Python<'_>, depth: u32, threads: usize) -> PyResult<u64> {
        guarded(|| {
            let position = self.inner();
            if threads == 0 {
                return Err(PyValueError::new_err("at least one thread is needed"));
            }
            let counts = if is_small(position, depth) {
                let never = std::sync::atomic::AtomicBool::new(false);
                py.detach(|| counted(position, depth, 1, &never))
            } else {
                interruptible(py, |stop| counted(position, depth, threads, stop))?
            };
            match counts {
                None => Err(FerzError::new_err("the count was stopped")),
                Some(Ok(count)) => Ok(count),
                Some(Err(finding)) => Err(with_findings::<FerzError>(py, &[finding], "")),
            }
        })
    }

    /// Perft by legal move.
    #[pyo3(signature = (depth, threads=1))]
    fn divide<'py>(
        &self,
        py: Python<'py>,
        depth: u32,
        threads: usize,
    ) -> PyResult<Bound<'py, PyDict>> {
        let found = PyDict::new(py);
        if depth == 0 {
            return Err(PyValueError::new_err("the depth is at least 1"));
        }
        let texts = guarded(|| Ok(move_texts(self.inner())))?;
        for (text, mv) in texts {
            let next = self.next(self.inner().play_unchecked(&mv));
            found.set_item(text, next.perft(py, depth - 1, threads)?)?;
        }
        Ok(found)
    }

    #[pyo3(signature = (*, nodes=None, depth=None, time=None, mate=None, moves=None, lines=1, table_mib=16, skill=20))]
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn search(
        &self,
        py: Python<'_>,
        nodes: Option<u64>,
        depth: Option<u32>,
        time: Option<f64>,
        mate: Option<u32>,
        moves: Option<Vec<MoveArgument<'_>>>,
        lines: usize,
        table_mib: usize,
        skill: u8,
    ) -> PyResult<SearchResult> {
        let budget = Budget {
            nodes,
            depth,
            time,
            mate,
            moves,
        };
        let options = options(table_mib, lines, skill)?;
        let make = || Searcher::new(&self.held.variant.variant, options);
        let game = game::Game::new(self.inner().clone());
        search::run(
            py,
            &search::Guarded::default(),
            make,
            &game,
            &self.held,
            &budget,
            None,
        )
    }

    /// The position as input planes, and their shape: planes, ranks, files.
    #[pyo3(signature = (*, viewer=None, by_viewer=false))]
    fn planes<'py>(
        &self,
        py: Python<'py>,
        viewer: Option<&str>,
        by_viewer: bool,
    ) -> PyResult<(Bound<'py, PyBytes>, Dimensions)> {
        let viewer = match viewer {
            Some(name) => self::color(name)?,
            None => self.inner().turn(),
        };
        guarded(|| {
            let layout = Layout::of(&self.held.variant.variant);
            let bytes = layout.bytes(self.inner(), viewer, by_viewer);
            Ok((PyBytes::new(py, &bytes), layout.dimensions()))
        })
    }

    /// A mask with a byte for each action: 1 if the move is legal.
    #[pyo3(signature = (*, by_mover=false))]
    fn move_mask<'py>(&self, py: Python<'py>, by_mover: bool) -> PyResult<Bound<'py, PyBytes>> {
        guarded(|| {
            let mut bytes = vec![0_u8; self.held.variant.actions().count()];
            for action in self.actions(py, by_mover)? {
                bytes[action.number] = 1;
            }
            Ok(PyBytes::new(py, &bytes))
        })
    }

    /// [`Position::planes`] as a numpy array; numpy must be installed.
    #[pyo3(signature = (*, viewer=None, by_viewer=false))]
    fn to_numpy<'py>(
        &self,
        py: Python<'py>,
        viewer: Option<&str>,
        by_viewer: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (bytes, shape) = self.planes(py, viewer, by_viewer)?;
        numpy_array(&bytes)?.call_method1("reshape", (shape,))
    }

    /// [`Position::move_mask`] as a numpy array; numpy must be installed.
    #[pyo3(signature = (*, by_mover=false))]
    fn mask_to_numpy<'py>(&self, py: Python<'py>, by_mover: bool) -> PyResult<Bound<'py, PyAny>> {
        numpy_array(&self.move_mask(py, by_mover)?)
    }

    /// The action number of a legal move.
    #[pyo3(signature = (r#move, *, by_mover=false))]
    fn move_index(
        &self,
        py: Python<'_>,
        r#move: MoveArgument<'_>,
        by_mover: bool,
    ) -> PyResult<usize> {
        guarded(|| {
            let code = r#move.code(py, &self.held)?;
            let mut actions = self.actions(py, by_mover)?.into_iter();
            let found = actions.find(|action| action.code == code);
            let found = found.ok_or_else(|| MoveError::new_err("the move is not legal here"))?;
            Ok(found.number)
        })
    }

    /// All legal moves by their action numbers.
    #[pyo3(signature = (*, by_mover=false))]
    fn indexed_moves<'py>(&self, py: Python<'py>, by_mover: bool) -> PyResult<Bound<'py, PyDict>> {
        guarded(|| {
            let found = PyDict::new(py);
            for action in self.actions(py, by_mover)? {
                found.set_item(action.number, Move::new(&self.held, action.code))?;
            }
            Ok(found)
        })
    }

    /// The legal move with an action number.
    #[pyo3(signature = (index, *, by_mover=false))]
    fn move_at(&self, py: Python<'_>, index: usize, by_mover: bool) -> PyResult<Move> {
        guarded(|| {
            let mut actions = self.actions(py, by_mover)?.into_iter();
            let found = actions.find(|action| action.number == index);
            let found = found.ok_or_else(|| {
                MoveError::new_err(format!("no legal move has the number {index}"))
            })?;
            Ok(Move::new(&self.held, found.code))
        })
    }

    pub(crate) fn piece_at(&self, square: &str) -> PyResult<Option<Piece>> {
        guarded(|| {
            let square = self.held.variant.square(square)?;
            Ok(self.inner().piece_on(square).map(|piece| self.piece(piece)))
        })
    }

    /// All pieces on the board, by square.
    pub(crate) fn piece_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        guarded(|| {
            let found = PyDict::new(py);
            for (square, piece) in self.inner().board().pieces() {
                let name = self.held.variant.variant.square_name(square);
                found.set_item(name, self.piece(piece))?;
            }
            Ok(found)
        })
    }

    /// The number of pieces in hand by kind.
    fn hand<'py>(&self, py: Python<'py>, color: &str) -> PyResult<Bound<'py, PyDict>> {
        let side = self::color(color)?;
        guarded(|| {
            let found = PyDict::new(py);
            for (role, count) in self.inner().setup().hands[side.index()].iter() {
                found.set_item(self.held.variant.variant.role_name(role), count)?;
            }
            Ok(found)
        })
    }

    /// The walls that players have put on squares.
    fn walls(&self) -> PyResult<Vec<String>> {
        guarded(|| {
            let variant = &self.held.variant.variant;
            let squares = variant.shape().squares();
            let walls = squares.filter(|square| self.inner().board().get(*square) == Cell::Wall);
            Ok(walls.map(|square| variant.square_name(square)).collect())
        })
    }

    fn attackers(&self, square: &str, by: &str) -> PyResult<Vec<String>> {
        let by = self::color(by)?;
        guarded(|| {
            let square = self.held.variant.square(square)?;
            Ok(self.squares(&self.inner().attackers(square, by)))
        })
    }

    fn checkers(&self) -> PyResult<Vec<String>> {
        guarded(|| Ok(self.squares(&self.inner().checkers())))
    }

    fn null_move(&self) -> PyResult<Position> {
        guarded(|| Ok(self.next(self.inner().null_move())))
    }

    /// A picture; with a square, also of the moves of the piece there.
    #[pyo3(signature = (theme="light", moves_of=None))]
    pub(crate) fn svg(&self, theme: &str, moves_of: Option<&str>) -> PyResult<String> {
        let theme = self::theme(theme)?;
        guarded(|| {
            let marks = match moves_of {
                None => None,
                Some(name) => {
                    let square = self.held.variant.square(name)?;
                    let marks = Marks::in_position(self.inner(), square);
                    Some(marks.map_err(|error| FerzError::new_err(error.to_string()))?)
                }
            };
            let caption = Caption::new("");
            Ok(position_svg(
                self.inner(),
                Color::White,
                marks.as_ref(),
                &caption,
                &theme,
            ))
        })
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg("light", None)
    }

    /// The board with box-drawing characters.
    pub(crate) fn unicode(&self) -> PyResult<String> {
        guarded(|| Ok(position_text(self.inner(), BoardStyle::Unicode)))
    }

    pub(crate) fn __str__(&self) -> PyResult<String> {
        guarded(|| Ok(position_text(self.inner(), BoardStyle::Ascii)))
    }

    fn __repr__(&self) -> PyResult<String> {
        let name = &self.held.variant.variant.def().name;
        Ok(format!("<Position {name} {}>", self.fen()?))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Position>() else {
            return Ok(false);
        };
        let other = other.get();
        guarded(|| {
            Ok(Arc::ptr_eq(&self.held, &other.held)
                || self.held.variant.is_same(&other.held.variant)
                    && self.inner().to_fen() == other.inner().to_fen())
        })
    }

    fn __hash__(&self) -> PyResult<u64> {
        guarded(|| {
            let mut hasher = DefaultHasher::new();
            self.inner().to_fen().hash(&mut hasher);
            Ok(hasher.finish())
        })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Variant, String))> {
        let load = py.import("ferz._load")?.getattr("load_position")?;
        Ok((load, (self.variant(), self.fen()?)))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

/// Bytes as a read-only numpy array.
fn numpy_array<'py>(bytes: &Bound<'py, PyBytes>) -> PyResult<Bound<'py, PyAny>> {
    let numpy = bytes.py().import("numpy")?;
    numpy.getattr("frombuffer")?.call1((bytes, "uint8"))
}

impl Position {
    /// The legal moves with their numbers.
    fn actions(&self, py: Python<'_>, by_mover: bool) -> PyResult<Vec<Action>> {
        self.within_limits(py)?;
        let numbered = self.held.variant.actions().number(self.inner(), by_mover);
        numbered.ok_or_else(|| FerzError::new_err("there are more legal moves than numbers"))
    }

    fn known(&self, mv: ferz::state::Move) -> PyResult<Move> {
        let code = self.inner().code(&mv);
        let code =
            code.ok_or_else(|| MoveError::new_err("the move is not legal in this position"))?;
        Ok(Move::known(&self.held, code, mv))
    }
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Position>()?;
    module.add_class::<Piece>()
}
