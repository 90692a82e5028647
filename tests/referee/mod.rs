//! Matches: statistics, openings, the state of a game, and conversations with engines.

mod conversation;
#[cfg(feature = "cli")]
mod dummy;
mod games;
#[cfg(feature = "cli")]
mod program;
mod statistics;

use ferz::definition::Catalog;
use ferz::game::Variant;

/// A built-in variant.
fn builtin(name: &str) -> Variant {
    let def = Catalog::builtin().get(name).expect("a built-in");
    Variant::compile(def).expect("it can be played")
}
