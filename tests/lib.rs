//! The integration tests, one binary.

mod definition;
mod grammar;
mod syntax;
