//! Reader and writer of Fairy-Stockfish's `variants.ini`.
//!
//! The options of a section are applied to a copy of the inherited configuration, and the result becomes a definition.
//! Parents are found in the file, in any order, or among the built-in variants, which are converted to configurations
//! for this purpose.
//!
//! The modules are in the order of data flow: the options of a section as text and as a configuration; the rules that
//! correspond to them; definitions from configurations and the reverse; the reader; the writer.

mod section;

mod custom_moves;

mod rules;

mod build;

mod reader;

mod write;

#[cfg(feature = "testing")]
use section::{keys, options, types};

pub(super) use reader::read;
pub use write::{write_fairy_stockfish, write_fairy_stockfish_x};

/// The options of `variants.ini` that are read, without those of forks and of presentation, for tests that generate
/// definitions.
#[cfg(feature = "testing")]
pub fn fairy_stockfish_keys() -> Vec<String> {
    let own = (keys::names().chain(["promotionLimit", "promotedPieceType"])).map(str::to_owned);
    let pieces = types::all().map(types::key);
    own.chain(pieces).chain(options::mobility_keys()).collect()
}
