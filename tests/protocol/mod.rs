//! Protocols: text in, text out.

mod driver;
mod scripts;
mod uci;
