//! The syntax and the meaning of written chess pieces, independent of games: the lower half of the library `ferz`,
//! which shows these modules as its own.
//!
//! - [`movement`]: what a move description in Betza or XBetza notation means, on any board, and how it is written in
//!   other dialects;
//! - [`syntax`]: lexers, parsers and syntax trees of Betza notation, clauses, and the formats of other programs;
//! - [`geometry`]: boards, squares, sets of squares and zones;
//! - [`source`]: texts, places and findings.
//!
//! ```
//! use ferz_syntax::Movement;
//! use ferz_syntax::movement::Dialect;
//!
//! let griffon = Movement::new("FyafsF").unwrap();
//! assert_eq!(griffon.to_betza(Dialect::XBetza).unwrap(), "[F?R]");
//! ```
//!
//! Public items that this documentation does not show are for the other packages of the project, and may change in
//! every release.

pub mod geometry;
pub mod movement;
pub mod source;
#[doc(hidden)]
pub mod syntax;

pub use movement::description::Movement;
