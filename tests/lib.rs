//! The integration tests, one binary.

mod definition;
mod diagram;
mod grammar;
mod syntax;
