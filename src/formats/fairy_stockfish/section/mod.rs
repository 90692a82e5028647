//! The options of a section, as text and as a configuration.

pub(super) mod types;

pub(super) mod fork;

pub(super) mod config;

pub(super) mod keys;

pub(super) mod options;

pub(super) mod print;
