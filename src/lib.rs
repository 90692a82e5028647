//! Ferz turns written chess pieces into a rules engine.
//!
//! Three types are enough to use it:
//!
//! - [`Movement`](movement::Movement) is what a move description in Betza or XBetza notation
//!   means, on any board;
//! - [`Variant`](game::Variant) is a compiled game;
//! - [`Position`](game::Position) is a moment of it: legal moves, play, outcome, FEN.
//!
//! And these lead from one to the other:
//!
//! - [`Movement::read`](movement::Movement::read) reads a description;
//! - [`Catalog::read`](definition::Catalog::read) reads a definition file and
//!   [`Catalog::builtin`](definition::Catalog::builtin) has the built-ins, both as inert
//!   [`VariantDef`](definition::VariantDef)s;
//! - [`Variant::compile`](game::Variant::compile) makes one playable;
//! - [`Variant::start`](game::Variant::start) and [`Variant::read_fen`](game::Variant::read_fen)
//!   give positions.
//!
//! Whatever reads a text returns a [`Parse`](source::Parse): the best value that could be made,
//! and every finding with a stable code, a place and usually a remedy. Nothing is skipped without
//! a word. The strict doors, such as [`Movement::new`](movement::Movement::new), are the tolerant
//! ones with [`Parse::into_result`](source::Parse::into_result) behind them.
//!
//! ```
//! use ferz::definition::{Catalog, Format};
//! use ferz::game::{Variant, perft};
//!
//! let text = "
//!     name = 'griffon-chess'
//!     inherits = 'chess'
//!     pieces.queen.move = '[F?R]'
//! ";
//! let catalog = Catalog::read(text, Format::Toml).into_result().unwrap();
//! let variant = Variant::compile(catalog.get("griffon-chess").unwrap()).unwrap();
//! let start = variant.start();
//! assert_eq!(perft(&start, 2), 400);
//!
//! let push = start.parse_move("e2e4").unwrap();
//! let next = start.play(&push).unwrap();
//! assert_eq!(next.legal_moves().len(), 20);
//! ```
//!
//! A rule that no definition can say is written in Rust: see [`Rule`](rules::Rule).
//!
//! The library does not print, and opens no files but those that definitions name in a
//! [`Folder`](folder::Folder) that a program hands in. The command line is the feature `cli`, which is
//! on by default.

#[cfg(feature = "authoring")]
pub mod authoring;
#[cfg(feature = "cli")]
pub mod cli;
pub mod compile;
pub mod conformance;
pub mod definition;
pub mod eval;
pub mod explain;
pub mod folder;
pub mod game;
pub mod geometry;
pub mod handbook;
pub mod input;
pub mod lint;
mod movegen;
pub mod movement;
pub mod notation;
pub mod protocol;
pub mod referee;
pub mod render;
pub mod rules;
pub mod search;
pub mod snapshot;
pub mod source;
pub mod state;
pub mod syntax;
#[cfg(feature = "testing")]
pub mod testing;

/// The examples of `README.md`.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

/// The examples of `docs/custom-rules.md`.
#[cfg(doctest)]
#[doc = include_str!("../docs/custom-rules.md")]
mod custom_rules {}
