//! Snapshots of the behavior of variants as text, to detect changes.
//!
//! [`section`] describes a variant: the hash of its definition, the definition with everything inherited, its
//! perft table, and positions of random games with their sorted moves and outcomes. The same [`Settings`]
//! give the same bytes on every machine: the random numbers come from splitmix64, moves are chosen by the
//! order of their texts, and nothing depends on threads or time. A [`Snapshot`] is a file of such sections
//! with a head that records the settings, and [`differences`] compares two of them.
//!
//! For many variants a file can be a summary: [`summary_line`] hashes the parts of a section, and
//! [`summary_differences`] names the parts that differ.
//!
//! ```
//! use ferz::formats::Catalog;
//! use ferz::game::Variant;
//! use ferz_designer::snapshot::{Settings, section};
//!
//! let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
//! let settings = Settings { positions: 2, nodes: 500, ..Settings::default() };
//! let text = section(&chess, &settings);
//! assert!(text.contains("\n  2: 400\n"));
//! assert_eq!(text, section(&chess, &settings));
//! ```

mod compare;
mod digest;
mod file;
mod random;
mod resolved;
mod section;
mod summary;

pub use compare::differences;
pub use digest::{definition_hash, definition_sha256};
pub use file::{Snapshot, Subject};
#[doc(hidden)]
pub use random::Random;
pub use resolved::resolved;
pub use section::{Settings, section};
pub use summary::{summary_differences, summary_line};
