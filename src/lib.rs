//! Ferz turns written chess pieces into a rules engine.

pub mod definition;
pub mod geometry;
pub mod movement;
pub mod source;
pub mod syntax;
