//! Ferz turns written chess pieces into a rules engine.
//!
//! Three types are the core of the library:
//!
//! - [`Movement`](movement::Movement): the meaning of a move description in Betza or XBetza notation, on any
//!   board;
//! - [`Variant`](game::Variant): a compiled game;
//! - [`Position`](game::Position): a position of a game, with legal moves, play, outcome and FEN.
//!
//! These functions create them:
//!
//! - [`Movement::read`](movement::Movement::read) parses a move description;
//! - [`Catalog::read`](definition::Catalog::read) parses a definition file, and
//!   [`Catalog::builtin`](definition::Catalog::builtin) contains the built-in variants, both as
//!   [`VariantDef`](definition::VariantDef)s, which are plain data;
//! - [`Variant::compile`](game::Variant::compile) makes a definition playable;
//! - [`Variant::start`](game::Variant::start) and [`Variant::read_fen`](game::Variant::read_fen) return
//!   positions.
//!
//! Every reader of text returns a [`Parse`](source::Parse): the best possible value and all diagnostics, each
//! with a stable code, a place and usually a remedy. Nothing is dropped silently. Strict functions such as
//! [`Movement::new`](movement::Movement::new) are the tolerant ones followed by
//! [`Parse::into_result`](source::Parse::into_result).
//!
//! ```
//! use ferz::formats::{Catalog, Format};
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
//! Rules beyond the definition format are written in Rust: see [`Rule`](rules::Rule).
//!
//! The library does not print. It opens only files that definitions name, within the
//! [`Folder`](folder::Folder) that a program passes. The command line is the feature `cli`, which is enabled
//! by default.

pub mod compile;
pub mod definition;
pub mod eval;
pub mod formats;
pub mod game;
pub mod geometry;
mod movegen;
pub mod movement;
pub mod notation;
pub mod rules;
pub mod search;
pub mod source;
pub mod state;
pub mod syntax;

/// The examples of `README.md`.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

/// The examples of `docs/custom-rules.md`.
#[cfg(doctest)]
#[doc = include_str!("../docs/custom-rules.md")]
mod custom_rules {}
