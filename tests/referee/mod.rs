//! Matches: statistics, openings, the state of a game, and conversations with engines.

mod conversation;
mod dummy;
mod games;
mod killed;
mod program;
mod statistics;
mod trials;
mod tuning;
mod value;

use ferz::formats::{Catalog, Format};
use ferz::game::Variant;

/// A built-in variant.
fn builtin(name: &str) -> Variant {
    let def = Catalog::builtin().get(name).expect("a built-in");
    Variant::compile(def).expect("it can be played")
}

/// The variant of a definition file.
fn definition_of(text: &str) -> Variant {
    let catalog = Catalog::read(text, Format::Toml).into_result();
    let catalog = catalog.expect("a definition without errors");
    Variant::compile(catalog.first().expect("a variant")).expect("it can be played")
}
