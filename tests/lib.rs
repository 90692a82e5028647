//! The integration tests, one binary.

mod grammar;
mod semantics;
mod syntax;
