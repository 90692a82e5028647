//! The integration tests, one binary.

mod definition;
