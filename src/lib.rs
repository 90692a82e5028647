//! Ferz turns written chess pieces into a rules engine.

#[cfg(feature = "cli")]
pub mod cli;
pub mod compile;
pub mod conformance;
pub mod definition;
pub mod explain;

pub mod game;
pub mod geometry;
mod movegen;
pub mod movement;
pub mod notation;
pub mod render;
mod rules;
pub mod source;
pub mod state;
pub mod syntax;
