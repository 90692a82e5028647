//! Protocols: text in, text out.

mod bench;
mod driver;
mod hand;
mod program;
mod promises;
mod scripts;
mod uci;
mod usi;
mod xboard;
