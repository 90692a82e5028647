//! Tools for designers of variants, over the library [`ferz`].
//!
//! - [`explain`]: a movement in plain English, and the names of pieces;
//! - [`render`]: positions and pieces as text, SVG and PNG;
//! - [`handbook`]: the rules of a game as a page to publish;
//! - [`lint`]: probable mistakes in valid definitions;
//! - [`authoring`]: formatting and templates of definition files, and the language server as messages in and
//!   out;
//! - [`snapshot`]: the behavior of a variant as text, and the differences of two such texts; `testing` keeps
//!   them in the tests of other crates;
//! - [`conformance`]: questions with the answers of other programs;
//! - [`input`]: moves entered by clicks and typed text;
//! - [`folder`]: the files that definitions name.
//!
//! ```
//! use ferz::formats::Catalog;
//! use ferz::game::Variant;
//! use ferz_designer::render::{BoardStyle, board_text};
//!
//! let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
//! let board = board_text(&chess.start(), BoardStyle::Ascii);
//! assert!(board.contains("R N B Q K B N R"));
//! ```

#[cfg(feature = "authoring")]
pub mod authoring;
pub mod conformance;
pub mod explain;
pub mod folder;
pub mod handbook;
pub mod input;
pub mod lint;
pub mod render;
pub mod snapshot;
#[cfg(feature = "testing")]
pub mod testing;
