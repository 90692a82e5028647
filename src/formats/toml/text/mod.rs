//! TOML texts: their tables and values with places, and findings about them.

mod name;
mod syntax;

mod remedy;

mod value;

mod damage;

mod outline;

pub(super) use damage::{Tables, keep_likely};
pub(super) use name::bad_name;
pub(in crate::formats) use name::sound_name;
pub(super) use outline::rewrites;
pub use outline::{Outline, OutlineEntry};
pub(super) use remedy::{remedy, unknown_key};
pub(super) use value::{Reader, Sink};
