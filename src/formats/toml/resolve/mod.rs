//! Resolver of merged tables: zones on the board, moves in their dialect, and names of pieces.

mod resolver;

mod directions;

mod actions;

mod board;
mod forms;
mod names;
mod pieces;
mod rule_settings;

mod variant;

pub(super) use forms::{promoted_name, returning_name, usual_pawn};
pub(super) use resolver::{Home, Owner, Resolver, Shared};
