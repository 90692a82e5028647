//! Moves of a position.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, OnceLock};

use ferz::game::MoveCode;
use ferz::geometry::Square;
use ferz::state::{self, Color, MoveKind, Role};
use ferz_designer::render::{Caption, position_svg};
use pyo3::prelude::*;

use crate::errors::{MoveError, guarded, with_findings};
use crate::position::{Held, color_name};
use crate::variant::theme;

/// A legal move, with the position that listed it.
#[pyclass(frozen, module = "ferz")]
pub(crate) struct Move {
    held: Arc<Held>,
    code: MoveCode,
    /// The move with its effects, computed on demand.
    expanded: OnceLock<state::Move>,
    text: OnceLock<String>,
}

/// A move as callers give it.
#[derive(FromPyObject)]
pub(crate) enum MoveArgument<'py> {
    Move(Bound<'py, Move>),
    Text(String),
}

impl MoveArgument<'_> {
    /// The number of the move in a position.
    pub(crate) fn code(&self, py: Python<'_>, held: &Held) -> PyResult<MoveCode> {
        match self {
            MoveArgument::Text(text) => {
                let mv = held.position.parse_move(text);
                let mv = mv.map_err(|finding| with_findings::<MoveError>(py, &[finding], text))?;
                held.position.code(&mv)
            }
            MoveArgument::Move(mv) => {
                let mv = mv.get();
                if std::ptr::eq(&raw const *mv.held, held) {
                    return Ok(mv.code);
                }
                let is_same = mv.held.variant.is_same(&held.variant);
                let known = || held.position.code(mv.expanded());
                is_same.then(known).flatten()
            }
        }
        .ok_or_else(|| MoveError::new_err("the move is not legal in this position"))
    }
}

impl Move {
    pub(crate) fn new(held: &Arc<Held>, code: MoveCode) -> Move {
        Move {
            held: Arc::clone(held),
            code,
            expanded: OnceLock::new(),
            text: OnceLock::new(),
        }
    }

    /// A move whose effects or text are known already.
    pub(crate) fn known(held: &Arc<Held>, code: MoveCode, mv: state::Move) -> Move {
        let one = Move::new(held, code);
        let _ = one.expanded.set(mv);
        one
    }

    pub(crate) fn expanded(&self) -> &state::Move {
        let expand = || self.held.position.expand(self.code);
        self.expanded.get_or_init(expand)
    }

    pub(crate) fn text_owned(&self) -> PyResult<String> {
        guarded(|| Ok(self.text().to_owned()))
    }

    fn text(&self) -> &str {
        self.text
            .get_or_init(|| self.held.position.move_text(self.expanded()))
    }

    /// A picture of the position after the move, with the move as its caption.
    pub(crate) fn svg(&self) -> PyResult<String> {
        guarded(|| {
            let position = &self.held.position;
            let number = position.setup().fullmove_number;
            let dots = if position.turn() == Color::White {
                "."
            } else {
                "..."
            };
            let text = format!("{number}{dots} {}", position.san(self.expanded()));
            let after = position.play_code(self.code);
            let caption = Caption::new("").with_note(&text);
            Ok(position_svg(
                &after,
                Color::White,
                None,
                &caption,
                &theme("light")?,
            ))
        })
    }

    fn square(&self, square: Square) -> String {
        self.held.variant.variant.square_name(square)
    }

    fn squares(&self, squares: &[Square]) -> Vec<String> {
        squares.iter().map(|square| self.square(*square)).collect()
    }

    fn role(&self, role: Role) -> &str {
        self.held.variant.variant.role_name(role)
    }
}

#[pymethods]
impl Move {
    /// The origin of the mover; `None` for a drop.
    #[getter]
    fn from_(&self) -> PyResult<Option<String>> {
        guarded(|| {
            let mv = self.expanded();
            Ok((mv.kind != MoveKind::Drop).then(|| self.square(mv.from)))
        })
    }

    #[getter]
    fn to(&self) -> PyResult<String> {
        guarded(|| Ok(self.square(self.expanded().to)))
    }

    #[getter]
    fn kind(&self) -> PyResult<&'static str> {
        guarded(|| {
            Ok(match self.expanded().kind {
                MoveKind::Normal => "normal",
                MoveKind::Castle => "castle",
                MoveKind::Drop => "drop",
                MoveKind::Resurrect => "resurrect",
                MoveKind::Pass => "pass",
            })
        })
    }

    #[getter]
    fn drop(&self) -> PyResult<bool> {
        guarded(|| Ok(self.expanded().kind == MoveKind::Drop))
    }

    #[getter]
    fn piece(&self) -> PyResult<&str> {
        guarded(|| Ok(self.role(self.expanded().piece.role)))
    }

    #[getter]
    fn color(&self) -> PyResult<&'static str> {
        guarded(|| Ok(color_name(self.expanded().piece.color)))
    }

    #[getter]
    fn promotion(&self) -> PyResult<Option<&str>> {
        guarded(|| Ok(self.expanded().promotion.map(|role| self.role(role))))
    }

    #[getter]
    fn captures(&self) -> PyResult<Vec<String>> {
        guarded(|| Ok(self.squares(&self.expanded().captures)))
    }

    #[getter]
    fn converts(&self) -> PyResult<Vec<String>> {
        guarded(|| Ok(self.squares(&self.expanded().converts)))
    }

    /// Other pieces that change squares.
    #[getter]
    fn shifts(&self) -> PyResult<Vec<(String, String)>> {
        guarded(|| {
            let shifts = self.expanded().shifts.iter();
            Ok(shifts
                .map(|(from, to)| (self.square(*from), self.square(*to)))
                .collect())
        })
    }

    /// The piece from the hand that enters, and its square.
    #[getter]
    fn gate(&self) -> PyResult<Option<(&str, String)>> {
        guarded(|| {
            let gate = self.expanded().gate;
            Ok(gate.map(|(role, square)| (self.role(role), self.square(square))))
        })
    }

    #[getter]
    fn wall(&self) -> PyResult<Option<String>> {
        guarded(|| Ok(self.expanded().wall.map(|square| self.square(square))))
    }

    /// The parts of its text.
    #[getter]
    fn legs(&self) -> PyResult<Vec<String>> {
        guarded(|| {
            let text = self.text();
            let moves = text.split_once(';').map_or(text, |(moves, _)| moves);
            Ok(moves.split(',').map(str::to_owned).collect())
        })
    }

    fn uci(&self) -> PyResult<&str> {
        guarded(|| Ok(self.text()))
    }

    pub(crate) fn san(&self) -> PyResult<String> {
        guarded(|| Ok(self.held.position.san(self.expanded())))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg()
    }

    fn __str__(&self) -> PyResult<&str> {
        self.uci()
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("<Move {}>", self.uci()?))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Move>() else {
            return Ok(false);
        };
        let other = other.get();
        guarded(|| {
            Ok(self.expanded() == other.expanded()
                && self.held.variant.is_same(&other.held.variant))
        })
    }

    fn __hash__(&self) -> PyResult<u64> {
        guarded(|| {
            let mut hasher = DefaultHasher::new();
            self.expanded().hash(&mut hasher);
            Ok(hasher.finish())
        })
    }

    /// Pickles a move as a position with a text.
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (crate::position::Position, String))> {
        let load = py.import("ferz._load")?.getattr("load_move")?;
        let position = crate::position::Position::of(Arc::clone(&self.held));
        Ok((load, (position, self.uci()?.to_owned())))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Move>()
}
