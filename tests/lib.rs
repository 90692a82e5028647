//! The integration tests, one binary.

mod diagram;
