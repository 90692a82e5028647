//! Variants: from a name, a file or a text.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use ferz::formats::{Catalog, Refusal};
use ferz::game;
use ferz::geometry::Square;
use ferz::source::Diagnostic;
use ferz::state::{Color, Role};
use ferz_designer::render::{Theme, sheet_svg};
use ferz_designer::snapshot::{Settings, definition_hash, section};
use pyo3::exceptions::{PyFileNotFoundError, PyKeyError, PyValueError};
use pyo3::prelude::*;

use crate::actions::{self, Actions};
use crate::definition_text::{Text, file_text, format_of, refused, unknown};
use crate::errors::{DefinitionError, FenError, FerzError, guarded, with_findings};
use crate::finding::Finding;
use crate::interruptible::interruptible;
use crate::planes::Layout;
use crate::position::{Held, Position};

/// The maximum number of positions in a snapshot.
const MAX_POSITIONS: u32 = 100_000;

/// A compiled variant with data for Python.
pub(crate) struct Shared {
    pub(crate) variant: game::Variant,
    /// The name and settings of a built-in.
    builtin: Option<String>,
    hash: OnceLock<String>,
    actions: OnceLock<Actions>,
}

impl Shared {
    pub(crate) fn new(variant: game::Variant, builtin: Option<String>) -> Shared {
        Shared {
            variant,
            builtin,
            hash: OnceLock::new(),
            actions: OnceLock::new(),
        }
    }

    /// The name for records: that of a built-in with its settings, or that of the definition.
    pub(crate) fn words(&self) -> String {
        let name = || self.variant.def().name.clone();
        self.builtin.clone().unwrap_or_else(name)
    }

    /// The hash that identifies the definition.
    pub(crate) fn hash(&self) -> &str {
        self.hash
            .get_or_init(|| definition_hash(self.variant.def()))
    }

    /// The move numbering.
    pub(crate) fn actions(&self) -> &Actions {
        let has_hands = || Layout::of(&self.variant).has_hands;
        (self.actions).get_or_init(|| Actions::of(&self.variant, has_hands()))
    }

    /// Whether two compiled variants have the same definition and name.
    pub(crate) fn is_same(&self, other: &Shared) -> bool {
        std::ptr::eq(self, other)
            || (self.hash() == other.hash() && self.variant.def().name == other.variant.def().name)
    }

    /// The same variant, or another one that a game is played by: its FEN may require the Chess960 form.
    pub(crate) fn or_other(self: Arc<Shared>, played: &game::Variant) -> Arc<Shared> {
        if std::ptr::eq(played.def(), self.variant.def()) {
            self
        } else {
            Arc::new(Shared::new(played.clone(), None))
        }
    }

    /// The square with a name.
    pub(crate) fn square(&self, name: &str) -> PyResult<Square> {
        let shape = self.variant.shape();
        let found = shape.parse(name).filter(|square| shape.exists(*square));
        found.ok_or_else(|| PyKeyError::new_err(format!("`{name}` is no square of the board")))
    }

    /// The role with a name.
    pub(crate) fn role(&self, name: &str) -> PyResult<Role> {
        self.variant.role(name).ok_or_else(|| {
            let names = self.variant.def().pieces.keys().map(String::as_str);
            PyKeyError::new_err(unknown("piece", name, names))
        })
    }
}

/// A compiled variant. It is immutable and can be shared by threads.
#[pyclass(frozen, module = "ferz", weakref)]
#[derive(Clone)]
pub(crate) struct Variant {
    pub(crate) shared: Arc<Shared>,
}

/// The theme with a name.
pub(crate) fn theme(name: &str) -> PyResult<Theme> {
    Theme::named(name)
        .ok_or_else(|| PyValueError::new_err(format!("no theme is called `{name}`: light, dark")))
}

/// The side with a name.
pub(crate) fn color(name: &str) -> PyResult<Color> {
    match name {
        "white" => Ok(Color::White),
        "black" => Ok(Color::Black),
        _ => Err(PyValueError::new_err(format!(
            "`{name}` is no side: white, black"
        ))),
    }
}

/// Splits a source at the `?` before its settings.
fn split_query(source: &str) -> (&str, Option<&str>) {
    match source.rsplit_once('?') {
        Some((head, query)) => (head, Some(query)),
        None => (source, None),
    }
}

fn builtin(py: Python<'_>, source: &str) -> Option<PyResult<Variant>> {
    let (head, query) = split_query(source);
    let catalog = Catalog::builtin();
    let def = match game::select(catalog, head, query) {
        Err(Refusal::Unknown) => return None,
        found => found,
    };
    let compile = move |_: &_| {
        let def = def
            .clone()
            .map_err(|refusal| refused(refusal, "variant", head, catalog, query))?;
        game::Variant::compile(&def).map_err(|error| {
            Python::attach(|py| {
                with_findings::<DefinitionError>(py, error.diagnostics(), &def.start)
            })
        })
    };
    let compiled = interruptible(py, compile).and_then(|compiled| compiled);
    Some(compiled.map(|variant| Variant {
        shared: Arc::new(Shared::new(variant, Some(source.to_owned()))),
    }))
}

/// A built-in variant by name, optionally with settings.
pub(crate) fn shared_builtin(source: &str) -> Option<Arc<Shared>> {
    let (head, query) = split_query(source);
    let catalog = Catalog::builtin();
    let def = game::select(catalog, head, query).ok()?;
    let variant = game::Variant::compile(&def).ok()?;
    Some(Arc::new(Shared::new(variant, Some(source.to_owned()))))
}

impl Variant {
    fn read_text(
        py: Python<'_>,
        text: &Text<'_>,
        name: Option<&str>,
        query: Option<&str>,
    ) -> PyResult<(Option<Variant>, Vec<Diagnostic>)> {
        let (variant, findings) =
            interruptible(py, |_| text.read(name, query)).and_then(|read| read)?;
        let variant = variant.map(|variant| Variant {
            shared: Arc::new(Shared::new(variant, None)),
        });
        Ok((variant, findings))
    }

    fn strictly(
        py: Python<'_>,
        text: &Text<'_>,
        name: Option<&str>,
        query: Option<&str>,
    ) -> PyResult<Variant> {
        let (variant, findings) = Variant::read_text(py, text, name, query)?;
        variant.ok_or_else(|| with_findings::<DefinitionError>(py, &findings, text.text))
    }

    /// The position of a setup.
    pub(crate) fn hold(&self, position: game::Position) -> Position {
        Position::new(Held {
            variant: Arc::clone(&self.shared),
            position,
        })
    }
}

#[pymethods]
impl Variant {
    #[new]
    #[pyo3(signature = (source, /, format=None))]
    fn new(py: Python<'_>, source: PathBuf, format: Option<&str>) -> PyResult<Variant> {
        let word = source.to_string_lossy();
        if format.is_none()
            && let Some(found) = guarded(|| Ok(builtin(py, &word)))?
        {
            return found;
        }
        let (head, query) = if source.is_file() {
            (word.as_ref(), None)
        } else {
            split_query(&word)
        };
        let (path, name) = match head.rsplit_once('#') {
            Some((path, name)) if !Path::new(head).is_file() => (Path::new(path), Some(name)),
            _ => (Path::new(head), None),
        };
        if !path.exists() {
            let is_path = word.contains(['/', '\\', '.', '#']);
            return Err(if is_path {
                PyFileNotFoundError::new_err(format!("no file is called `{}`", path.display()))
            } else {
                PyKeyError::new_err(unknown("variant", head, Catalog::builtin().names()))
            });
        }
        let content = file_text(path)?;
        let text = Text {
            text: &content,
            format: format_of(format)?,
            path: Some(path),
        };
        Variant::strictly(py, &text, name, query)
    }

    #[staticmethod]
    #[pyo3(signature = (text, format=None, name=None))]
    fn from_text(
        py: Python<'_>,
        text: &str,
        format: Option<&str>,
        name: Option<&str>,
    ) -> PyResult<Variant> {
        let text = Text {
            text,
            format: format_of(format)?,
            path: None,
        };
        Variant::strictly(py, &text, name, None)
    }

    #[staticmethod]
    #[pyo3(signature = (text, format=None, name=None))]
    fn read(
        py: Python<'_>,
        text: &str,
        format: Option<&str>,
        name: Option<&str>,
    ) -> PyResult<(Option<Variant>, Vec<Finding>)> {
        let source = Text {
            text,
            format: format_of(format)?,
            path: None,
        };
        let (variant, findings) = Variant::read_text(py, &source, name, None)?;
        Ok((variant, Finding::all(&findings, text)))
    }

    #[getter]
    fn name(&self) -> &str {
        &self.shared.variant.def().name
    }

    #[getter]
    fn title(&self) -> Option<&str> {
        self.shared.variant.def().title.as_deref()
    }

    #[getter]
    fn source(&self) -> Option<&str> {
        self.shared.variant.def().source.as_deref()
    }

    #[getter]
    fn files(&self) -> u8 {
        self.shared.variant.shape().files()
    }

    #[getter]
    fn ranks(&self) -> u8 {
        self.shared.variant.shape().ranks()
    }

    #[getter]
    fn squares(&self) -> Vec<String> {
        let shape = self.shared.variant.shape();
        shape.squares().map(|square| shape.name(square)).collect()
    }

    #[getter]
    fn roles(&self) -> Vec<&str> {
        let variant = &self.shared.variant;
        variant
            .roles()
            .map(|role| variant.role_name(role))
            .collect()
    }

    /// White's letter of a kind of piece.
    fn letter(&self, role: &str) -> PyResult<String> {
        let role = self.shared.role(role)?;
        let piece = ferz::state::Piece {
            color: Color::White,
            role,
        };
        Ok(self.shared.variant.letters().name(piece))
    }

    #[getter]
    fn definition_hash(&self) -> PyResult<String> {
        guarded(|| Ok(self.shared.hash().to_owned()))
    }

    /// The complete definition as TOML.
    fn to_toml(&self) -> PyResult<String> {
        guarded(|| Ok(self.shared.variant.def().to_toml()))
    }

    /// The variant as a section of Fairy-Stockfish's `variants.ini`, with the losses.
    fn to_fairy_stockfish(&self) -> PyResult<(String, Vec<String>)> {
        guarded(|| {
            let export = ferz::formats::write_fairy_stockfish(self.shared.variant.def());
            let losses = export.losses.iter().map(ToString::to_string).collect();
            Ok((export.text, losses))
        })
    }

    /// Whether players can have pieces in hand.
    #[getter]
    fn has_hands(&self) -> PyResult<bool> {
        guarded(|| Ok(Layout::of(&self.shared.variant).has_hands))
    }

    /// Whether captured pieces go to the hand of the captor.
    #[getter]
    fn captures_to_hand(&self) -> bool {
        use ferz::definition::CapturedTo;
        self.shared.variant.def().rules.captured_to() == CapturedTo::CaptorHand
    }

    /// Whether captured pieces go to a partner on a second board.
    #[getter]
    fn two_boards(&self) -> bool {
        use ferz::definition::CapturedTo;
        self.shared.variant.def().rules.captured_to() == CapturedTo::PartnerHand
    }

    /// The Chess960 form of the variant, in which kings and castling partners start on any files;
    /// the variant itself if it has no castling.
    fn with_any_files(&self, py: Python<'_>) -> PyResult<Variant> {
        interruptible(py, |_| {
            let Some(variant) = self.shared.variant.with_any_files() else {
                return self.clone();
            };
            Variant {
                shared: Arc::new(Shared::new(variant.clone(), None)),
            }
        })
    }

    pub(crate) fn start(&self) -> PyResult<Position> {
        guarded(|| Ok(self.hold(self.shared.variant.start())))
    }

    /// The position of a FEN.
    pub(crate) fn position(&self, py: Python<'_>, fen: &str) -> PyResult<Position> {
        guarded(|| match self.shared.variant.parse_fen(fen) {
            Ok(position) => Ok(self.hold(position)),
            Err(findings) => Err(with_findings::<FenError>(py, &findings, fen)),
        })
    }

    /// The position of an SFEN.
    fn parse_sfen(&self, py: Python<'_>, sfen: &str) -> PyResult<Position> {
        guarded(|| match self.shared.variant.parse_sfen(sfen) {
            Ok(position) => Ok(self.hold(position)),
            Err(findings) => Err(with_findings::<FenError>(py, &findings, sfen)),
        })
    }

    /// All findings about a FEN.
    fn check_fen(&self, fen: &str) -> PyResult<Vec<Finding>> {
        guarded(|| {
            let read = self.shared.variant.read_fen(fen);
            Ok(Finding::all(&read.diagnostics, fen))
        })
    }

    /// The names of the planes of [`Position::planes`].
    fn plane_names(&self) -> PyResult<Vec<String>> {
        guarded(|| Ok(Layout::of(&self.shared.variant).names()))
    }

    /// The number of actions.
    #[getter]
    fn n_actions(&self) -> PyResult<usize> {
        guarded(|| Ok(self.shared.actions().count()))
    }

    /// The shape of the actions that are places: walls, promotions, sources, targets.
    #[getter]
    fn action_shape(&self) -> PyResult<actions::Shape> {
        guarded(|| Ok(self.shared.actions().shape))
    }

    /// A snapshot of the behavior of the variant, as text.
    #[pyo3(signature = (*, seed=1, positions=10, depth=4, nodes=1_000_000))]
    fn snapshot(
        &self,
        py: Python<'_>,
        seed: u64,
        positions: u32,
        depth: u32,
        nodes: u64,
    ) -> PyResult<String> {
        if positions > MAX_POSITIONS {
            let message = format!("a snapshot has at most {MAX_POSITIONS} positions");
            return Err(PyValueError::new_err(message));
        }
        let settings = Settings {
            seed,
            positions,
            depth,
            nodes,
        };
        interruptible(py, |_| section(&self.shared.variant, &settings))
    }

    /// A picture of all pieces with their moves.
    #[pyo3(signature = (theme="light"))]
    fn svg(&self, theme: &str) -> PyResult<String> {
        let theme = self::theme(theme)?;
        guarded(|| {
            sheet_svg(&self.shared.variant, &theme)
                .map_err(|error| FerzError::new_err(error.to_string()))
        })
    }

    fn _repr_html_(&self) -> PyResult<String> {
        let start = self.start()?;
        let title = self.title().unwrap_or_else(|| self.name());
        let picture = start.svg("light", None)?;
        Ok(format!("<h3>{}</h3>{picture}", escaped(title)))
    }

    /// Pickles a built-in as its name and settings, and other variants as their complete
    /// definition.
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Option<String>, Option<String>, String))> {
        let load = py.import("ferz._load")?.getattr("load_variant")?;
        let text = match self.shared.builtin {
            Some(_) => None,
            None => Some(self.to_toml()?),
        };
        let hash = self.definition_hash()?;
        Ok((load, (self.shared.builtin.clone(), text, hash)))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Variant>() else {
            return Ok(false);
        };
        guarded(|| Ok(self.shared.is_same(&other.get().shared)))
    }

    fn __hash__(&self) -> PyResult<u64> {
        guarded(|| {
            let hash = u64::from_str_radix(self.shared.hash(), 16);
            Ok(hash.expect("hexadecimal digits"))
        })
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __repr__(&self) -> String {
        format!("<Variant {}>", self.name())
    }
}

/// A text as HTML.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// The names of all built-in variants.
#[pyfunction]
fn variants() -> Vec<&'static str> {
    Catalog::builtin().names().collect()
}

/// The facts about a built-in that need no compilation: title, source, parent, files, ranks and
/// roles.
type Facts = (
    Option<&'static str>,
    Option<&'static str>,
    Option<&'static str>,
    u8,
    u8,
    Vec<&'static str>,
);

#[pyfunction]
fn variant_facts(name: &str) -> PyResult<Facts> {
    let catalog = Catalog::builtin();
    let def = catalog
        .get(name)
        .ok_or_else(|| PyKeyError::new_err(unknown("variant", name, catalog.names())))?;
    Ok((
        def.title.as_deref(),
        def.source.as_deref(),
        def.parent.as_deref(),
        def.shape.files(),
        def.shape.ranks(),
        def.pieces.keys().map(String::as_str).collect(),
    ))
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Variant>()?;
    module.add_function(wrap_pyfunction!(variants, module)?)?;
    module.add_function(wrap_pyfunction!(variant_facts, module)?)
}
