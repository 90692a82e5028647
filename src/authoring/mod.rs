//! Help while a definition is written: its layout, beginnings to start from, and the language
//! server.
//!
//! Everything here is texts in and texts out. The program reads and writes them; so could an
//! editor in a web page.

mod format;
mod server;
mod template;

pub use format::format_toml;
pub use server::{OpenFiles, Server};
pub use template::{template, whole_template};
