//! Resolver of merged tables: zones on the board, moves in their dialect, and names of pieces.

mod directions;

mod resolver;

mod names;

mod actions;

mod board;
mod forms;
mod letters;
mod pieces;
mod rule_settings;

mod variant;

pub(super) use forms::{promoted_name, returning_name, usual_pawn};
pub(super) use resolver::{Home, Owner, Resolver, Shared};
