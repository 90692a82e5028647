//! Reader and writer of definitions in TOML; the format is described in `grammar/variants-toml.md`.
//!
//! Reading has four steps: [`text::value`] reads each variant's table into the structs of [`wire`]; [`link`] finds the
//! chain of ancestors in the same file, in other files or among the built-in variants; [`Overlay`](wire::Overlay)
//! merges each variant with its parent; [`resolve`] interprets the texts on the resulting board. Every step reports its
//! findings and continues. The modules are in the order of data flow.

mod wire;

mod schema;

mod text;

mod library;

mod resolve;

mod write;

mod options;

mod file;
mod link;

mod read;

pub(super) use file::File;
pub use library::rule_library;
pub(in crate::formats) use library::rule_of_option;
pub(super) use library::{Entries, Library, read_library};
pub(super) use link::{OtherFile, OtherFiles, OtherVariant, fault};
pub(super) use options::Chosen;
pub(super) use read::read;
#[cfg(feature = "schema")]
pub(crate) use schema::made_schema;
pub use schema::{JsonSchema, schema};
pub(super) use text::sound_name;
pub use text::{Outline, OutlineEntry};
