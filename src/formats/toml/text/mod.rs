//! TOML texts: their tables and values with places, and findings about them.

mod remedy;

mod value;

mod damage;

mod outline;

pub(super) use damage::{Tables, keep_likely};
pub(in crate::formats) use outline::sound_name;
pub use outline::{Outline, OutlineEntry};
pub(super) use outline::{bad_name, rewrites};
pub(super) use remedy::{LIBRARY, remedy, unknown_key};
pub(super) use value::{Reader, Sink};
