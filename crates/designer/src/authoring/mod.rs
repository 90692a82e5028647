//! Tools for writing definitions: formatter, templates, changes made on a board, and language server.
//!
//! All of them take and return texts. The command line connects them with files and streams; a web page could
//! do the same.

mod design;
mod format;
mod keys;
mod server;
mod template;

pub use design::{Design, Edges, NamedZone, NewPiece, PieceChange, set_move};
pub use format::format_toml;
pub use server::{OpenFiles, Server};
pub use template::{template, whole_template};
