//! The integration tests, one binary.

mod grammar;
mod syntax;
