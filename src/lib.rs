//! Ferz turns written chess pieces into a rules engine.
//!
//! Five types are the core of the library, and stand at its root:
//!
//! - [`Movement`]: the meaning of a move description in Betza or XBetza notation, on any board;
//!   [`Movement::read`] parses one;
//! - [`Catalog`]: the definitions of a file, or the built-in ones, as [`VariantDef`](definition::VariantDef)s;
//!   [`Catalog::read`] parses a file and [`Catalog::builtin`] contains the built-in variants;
//! - [`Variant`]: a compiled game, made from a definition by [`Variant::compile`];
//! - [`Position`]: a position of a game, with legal moves, play, outcome and FEN, from [`Variant::start`] or
//!   [`Variant::read_fen`];
//! - [`Move`]: a legal move, from [`Position::legal_moves`] or [`Position::parse_move`].
//!
//! Every reader of text returns a [`Parse`](source::Parse): the best possible value and all diagnostics, each
//! with a stable code, a place and usually a remedy. Nothing is dropped silently. Strict functions such as
//! [`Movement::new`] are the tolerant ones followed by [`Parse::into_result`](source::Parse::into_result).
//!
//! ```
//! use ferz::formats::Format;
//! use ferz::game::perft;
//! use ferz::{Catalog, Variant};
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
//! Public items that this documentation does not show are for the other packages of the project, and may change in
//! every release.
//!
//! The library does not print and opens no files; a program passes [`Files`](formats::Files) for what definitions name.
//! Pictures, rules pages and findings are in the package `ferz-designer`, the training of evaluation networks is in
//! `ferz-trainer`, and the program is the package `ferz-cli`.

#[doc(hidden)]
pub mod compile;
pub mod definition;
#[doc(hidden)]
pub mod eval;
pub mod formats;
pub mod game;
mod movegen;
pub mod notation;
pub mod rules;
pub mod search;
pub mod state;

#[doc(hidden)]
pub use ferz_syntax::syntax;
#[doc(inline)]
pub use ferz_syntax::{Movement, geometry, movement, source};
pub use formats::catalog::Catalog;
pub use game::position::Position;
pub use game::variant::Variant;
pub use state::moves::Move;

/// The examples of `README.md`.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

/// The examples of `docs/custom-rules.md`.
#[cfg(doctest)]
#[doc = include_str!("../docs/custom-rules.md")]
mod custom_rules {}

/// The examples of `docs/rule-trait.md`.
#[cfg(doctest)]
#[doc = include_str!("../docs/rule-trait.md")]
mod rule_trait {}
