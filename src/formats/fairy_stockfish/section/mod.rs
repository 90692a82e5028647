//! The options of a section, as text and as a configuration.

pub(super) mod config;
pub(super) mod fork;
pub(super) mod keys;
pub(super) mod options;
pub(super) mod print;
pub(super) mod types;
