//! Readers and writers of definition files: the format of this project, Fairy-Stockfish, Fairy-Max and Interactive
//! Diagrams. The modules are in the order of data flow.
//!
//! A [`Catalog`] contains the variants of a file, or the built-in variants, which are also a file.
//!
//! ```
//! use ferz::formats::Format;
//! use ferz::Catalog;
//!
//! let file = "[mine]\ninherits = 'chess'\n[mine.pieces.knight]\nmove = 'NN'";
//! let mine = Catalog::read(file, Format::Toml).into_result().unwrap();
//! assert_eq!(mine.get("mine").unwrap().kind("knight").unwrap().moves[0].betza, "NN");
//! ```

mod files;
mod findings;
mod format;

mod toml;

mod query;

pub(crate) mod catalog;

mod diagram;
mod fairy_max;
mod fairy_stockfish;

mod conversion;
mod file_set;

#[cfg(feature = "schema")]
pub(crate) use self::toml::made_schema;
#[doc(hidden)]
pub use self::toml::{JsonSchema, Outline, OutlineEntry, rule_library, schema};
#[doc(hidden)]
pub use crate::definition::place::TextPlace;
#[doc(hidden)]
pub use catalog::{Catalog, Choices, Refusal, names_in_rules, read_rules};
pub use conversion::write;
#[doc(hidden)]
pub use diagram::{looks_like_diagram, read_diagram, write_diagram};
#[doc(hidden)]
pub use fairy_max::{read_fairy_max, write_fairy_max};
#[cfg(feature = "testing")]
pub use fairy_stockfish::fairy_stockfish_keys;
#[doc(hidden)]
pub use fairy_stockfish::{write_fairy_stockfish, write_fairy_stockfish_x};
pub(crate) use files::BECAUSE;
#[doc(hidden)]
pub use files::named_file;
pub use files::{FileError, Files};
pub use format::Format;
