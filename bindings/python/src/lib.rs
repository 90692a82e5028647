//! Ferz as a Python module: the types of the library with the manners of Python.
//!
//! Every class is a thin shell around a type of the library; what it means is documented there and, for
//! Python, in `python/ferz/_core.pyi`. Three things are the same everywhere:
//!
//! - what takes long runs without the interpreter's lock ([`interruptible`]);
//! - findings become exceptions or lists of [`Finding`](finding::Finding), never text on a terminal;
//! - a panic becomes `ferz.InternalError` ([`errors::guarded`]).

mod actions;
mod definition_text;
mod errors;
mod finding;
mod game;
mod interruptible;
mod mirror;
mod movement;
mod moves;
mod outcome;
mod perft;
mod pgn;
mod planes;
mod position;
mod random_games;
mod search;
mod variant;

use pyo3::prelude::*;

#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    errors::listen_to_panics();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    errors::register(module)?;
    finding::register(module)?;
    interruptible::register(module)?;
    variant::register(module)?;
    definition_text::register(module)?;
    position::register(module)?;
    moves::register(module)?;
    outcome::register(module)?;
    game::register(module)?;
    pgn::register(module)?;
    movement::register(module)?;
    search::register(module)?;
    random_games::register(module)
}
