//! Exceptions, and the conversion of panics to exceptions.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};

use ferz::source::Diagnostic;
use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::finding::Finding;
use crate::interruptible::interruptible;

create_exception!(
    ferz,
    FerzError,
    PyValueError,
    "Something that was handed in cannot be used. `findings` says what is wrong with it."
);
create_exception!(
    ferz,
    DefinitionError,
    FerzError,
    "A definition or a move description that cannot be read, or not played."
);
create_exception!(
    ferz,
    FenError,
    FerzError,
    "A FEN that is no position of the variant."
);
create_exception!(
    ferz,
    MoveError,
    FerzError,
    "A text that is no legal move here, or a move of another position."
);
create_exception!(
    ferz,
    RecordError,
    FerzError,
    "A game as text that cannot be read."
);
create_exception!(
    ferz,
    InternalError,
    PyRuntimeError,
    "A mistake in Ferz itself: please report it with its message."
);

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    // An exception without findings has an empty tuple.
    py.get_type::<FerzError>().setattr("findings", ())?;
    module.add("FerzError", py.get_type::<FerzError>())?;
    module.add("DefinitionError", py.get_type::<DefinitionError>())?;
    module.add("FenError", py.get_type::<FenError>())?;
    module.add("MoveError", py.get_type::<MoveError>())?;
    module.add("RecordError", py.get_type::<RecordError>())?;
    module.add("InternalError", py.get_type::<InternalError>())?;
    module.add_function(wrap_pyfunction!(_panic, module)?)
}

/// An exception with findings about `text`; its message consists of the errors among them.
pub(crate) fn with_findings<E>(py: Python<'_>, findings: &[Diagnostic], text: &str) -> PyErr
where
    E: pyo3::type_object::PyTypeInfo,
{
    let errors = findings.iter().filter(|finding| finding.is_error());
    let message: Vec<String> = errors
        .map(|finding| {
            let help = finding.help.as_deref();
            let help = help.map(|help| format!(" ({help})"));
            format!(
                "{}: {}{}",
                finding.code,
                finding.message,
                help.unwrap_or_default()
            )
        })
        .collect();
    let error = PyErr::from_type(E::type_object(py), message.join("; "));
    let objects = Finding::all(findings, text);
    let attached = pyo3::types::PyTuple::new(py, objects)
        .and_then(|objects| error.value(py).setattr("findings", objects));
    match attached {
        Ok(()) => error,
        Err(other) => other,
    }
}

thread_local! {
    /// The place of the last panic on this thread.
    static PLACE: Cell<Option<String>> = const { Cell::new(None) };
}

/// Stores the place of a panic for its exception, and prints nothing.
pub(crate) fn listen_to_panics() {
    set_hook(Box::new(|panic| {
        PLACE.set(panic.location().map(ToString::to_string));
    }));
}

/// Runs `work`; a panic becomes an `InternalError`.
pub(crate) fn guarded<T>(work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(internal(panic.as_ref())))
}

/// Panics on purpose, on this thread or on that of long work, to test the conversion to an
/// exception.
#[pyfunction]
fn _panic(py: Python<'_>, in_long_work: bool) -> PyResult<()> {
    if in_long_work {
        interruptible(py, |_| panic!("a mistake on purpose"))
    } else {
        guarded(|| panic!("a mistake on purpose"))
    }
}

/// The exception for a panic of this thread.
pub(crate) fn internal(panic: &(dyn Any + Send)) -> PyErr {
    let message = panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned());
    let message = message.unwrap_or_else(|| "a panic".to_owned());
    InternalError::new_err(match PLACE.take() {
        Some(place) => format!("{message} ({place})"),
        None => message,
    })
}
