//! Tools for writing definitions: formatter, templates and language server.
//!
//! All of them take and return texts. The command line connects them with files and streams; a web page could
//! do the same.

mod format;
mod server;
mod template;

pub use format::format_toml;
pub use server::{OpenFiles, Server};
pub use template::{template, whole_template};
