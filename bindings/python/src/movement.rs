//! Movements: the meanings of move descriptions, on any board.

use ferz::geometry::BoardShape;
use ferz::movement;
use ferz::movement::Dialect;
use ferz::source::Diagnostic;
use ferz::state::Color;
use ferz_designer::explain;
use ferz_designer::render::{
    BoardStyle, Caption, Figure, Marks, Requirements, Sign, marks_svg, reach_text,
};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{DefinitionError, FerzError, guarded, with_findings};
use crate::finding::Finding;
use crate::variant::{color, theme};

/// The meaning of a move description.
#[pyclass(frozen, module = "ferz")]
pub(crate) struct Movement {
    movement: movement::Movement,
    text: String,
    dialect: Dialect,
    findings: Vec<Diagnostic>,
}

/// The possible moves of a piece to a square.
#[pyclass(frozen, eq, get_all, module = "ferz")]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Target {
    /// The requirements of a move without capture to the square; `None` if there is no such move.
    quiet: Option<Vec<&'static str>>,
    /// The requirements of a capture on the square; `None` if there is no such capture.
    capture: Option<Vec<&'static str>>,
    /// Further properties of the square.
    signs: Vec<&'static str>,
}

#[pymethods]
impl Target {
    fn __repr__(&self) -> String {
        format!(
            "<Target quiet={:?} capture={:?} signs={:?}>",
            self.quiet, self.capture, self.signs
        )
    }
}

fn demands(demand: Requirements) -> Vec<&'static str> {
    let words = [
        (demand.initial, "initial"),
        (demand.locust, "locust"),
        (demand.hop, "hop"),
    ];
    let asked = words.into_iter().filter(|(is_asked, _)| *is_asked);
    asked.map(|(_, word)| word).collect()
}

const fn sign_name(sign: Sign) -> &'static str {
    match sign {
        Sign::EnPassant => "en-passant",
        Sign::Castling => "castling",
        Sign::Partner => "partner",
        Sign::Friend => "friend",
        Sign::Swap => "swap",
        Sign::Mount => "mount",
        Sign::Victim => "victim",
        Sign::Clear => "clear",
        Sign::Return => "return",
        Sign::Relay => "relay",
    }
}

fn dialect_of(word: &str) -> PyResult<Dialect> {
    Dialect::parse(word).ok_or_else(|| {
        let words = Dialect::ALL.map(Dialect::as_str).join(", ");
        PyValueError::new_err(format!("no dialect is called `{word}`: {words}"))
    })
}

fn refused(error: impl std::fmt::Display) -> PyErr {
    FerzError::new_err(error.to_string())
}

impl Movement {
    /// The usual name of the movement; empty if it has none.
    fn title(&self) -> &'static str {
        explain::names(&self.movement)
            .first()
            .copied()
            .unwrap_or_default()
    }

    fn marks(&self, square: Option<&str>, files: u8, ranks: u8, color: Color) -> PyResult<Marks> {
        let Some(name) = square else {
            return Marks::seen_by(&self.movement, color).map_err(refused);
        };
        let shape = BoardShape::rectangle(files, ranks)
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        let origin = shape.parse(name).filter(|square| shape.exists(*square));
        let origin = origin
            .ok_or_else(|| PyKeyError::new_err(format!("`{name}` is no square of the board")))?;
        Marks::on(&self.movement, &shape, color, origin).map_err(refused)
    }
}

#[pymethods]
impl Movement {
    #[new]
    #[pyo3(signature = (text, dialect="xbetza"))]
    fn new(py: Python<'_>, text: String, dialect: &str) -> PyResult<Movement> {
        let dialect = dialect_of(dialect)?;
        guarded(|| {
            let read = movement::Movement::read(&text, dialect);
            if read.has_errors() {
                return Err(with_findings::<DefinitionError>(
                    py,
                    &read.diagnostics,
                    &text,
                ));
            }
            Ok(Movement {
                movement: read.value,
                findings: read.diagnostics,
                text,
                dialect,
            })
        })
    }

    /// The movement of a piece by its name, such as `griffon`.
    #[staticmethod]
    fn named(py: Python<'_>, name: &str) -> PyResult<Movement> {
        let spelling = explain::spellings(name)
            .first()
            .map(|text| (*text).to_owned());
        let spelling = spelling.ok_or_else(|| {
            PyKeyError::new_err(match explain::nearest_name(name) {
                Some(near) => format!("no piece is called `{name}`; did you mean `{near}`?"),
                None => format!("no piece is called `{name}`"),
            })
        })?;
        Movement::new(py, spelling, "xbetza")
    }

    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    #[getter]
    fn dialect(&self) -> &'static str {
        self.dialect.as_str()
    }

    /// Warnings and notes about the text.
    #[getter]
    fn findings(&self) -> Vec<Finding> {
        Finding::all(&self.findings, &self.text)
    }

    /// The usual names of the movement, the most common first.
    #[getter]
    fn names(&self) -> PyResult<Vec<&'static str>> {
        guarded(|| Ok(explain::names(&self.movement)))
    }

    /// The movement in plain English.
    fn explain(&self) -> PyResult<String> {
        guarded(|| Ok(explain::text(&self.movement)))
    }

    /// The movement in another dialect.
    #[pyo3(signature = (dialect="xbetza"))]
    fn to_betza(&self, dialect: &str) -> PyResult<String> {
        let dialect = dialect_of(dialect)?;
        guarded(|| self.movement.to_betza(dialect).map_err(refused))
    }

    /// The possible moves of a piece from a square of an otherwise empty board.
    #[pyo3(signature = (square, files=8, ranks=8, color="white"))]
    fn targets<'py>(
        &self,
        py: Python<'py>,
        square: &str,
        files: u8,
        ranks: u8,
        color: &str,
    ) -> PyResult<Bound<'py, PyDict>> {
        let side = self::color(color)?;
        guarded(|| {
            let marks = self.marks(Some(square), files, ranks, side)?;
            let found = PyDict::new(py);
            for square in marks.shape().squares() {
                let mark = marks.mark(square);
                if !mark.is_target() {
                    continue;
                }
                let target = Target {
                    quiet: mark.quiet.map(demands),
                    capture: mark.capture.map(demands),
                    signs: mark.signs().map(sign_name).collect(),
                };
                found.set_item(marks.shape().name(square), target)?;
            }
            Ok(found)
        })
    }

    /// A picture; without a square, on a board chosen by reach.
    #[pyo3(signature = (square=None, files=8, ranks=8, color="white", theme="light"))]
    fn svg(
        &self,
        square: Option<&str>,
        files: u8,
        ranks: u8,
        color: &str,
        theme: &str,
    ) -> PyResult<String> {
        let (side, theme) = (self::color(color)?, self::theme(theme)?);
        guarded(|| {
            let marks = self.marks(square, files, ranks, side)?;
            let figure = Figure::of_movement(&self.movement, &self.title().to_lowercase(), side);
            let caption = Caption::new(self.title()).with_note(&self.text);
            Ok(marks_svg(&marks, &figure, &caption, &theme))
        })
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(None, 8, 8, "white", "light")
    }

    fn __str__(&self) -> PyResult<String> {
        guarded(|| {
            let marks = self.marks(None, 8, 8, Color::White)?;
            Ok(reach_text(&marks, BoardStyle::Unicode))
        })
    }

    fn __repr__(&self) -> String {
        format!("Movement('{}')", self.text)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Movement>();
        other.is_ok_and(|other| self.movement == other.get().movement)
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash as _, Hasher as _};
        let mut hasher = DefaultHasher::new();
        self.movement.hash(&mut hasher);
        hasher.finish()
    }

    fn __getnewargs__(&self) -> (&str, &'static str) {
        (&self.text, self.dialect.as_str())
    }
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Movement>()?;
    module.add_class::<Target>()
}
