//! Ferz as a Python module: the types of the library with Python interfaces.
//!
//! Every class is a thin wrapper around a type of the library; its documentation is there and, for
//! Python, in `python/ferz/_core.pyi`. Three rules hold everywhere:
//!
//! - long work runs without the interpreter's lock ([`interruptible`]);
//! - findings become exceptions or lists of [`Finding`](finding::Finding), and are never printed;
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
