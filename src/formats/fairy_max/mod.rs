//! Reader and writer of Fairy-Max and `MaxQi` files.
//!
//! Every byte of a file becomes a comment, a part of a variant, or a finding. If the manual of the format leaves a
//! question open, the program's behavior decides; `docs/fairy-max.md` lists such decisions.

mod steps;

mod roles;

mod game;

mod compare;
mod promotion;
mod rules;

mod maxqi;

mod reader;

mod descriptors;
mod write;

pub(super) use reader::read;
pub use reader::read_fairy_max;
pub use write::write_fairy_max;
