//! Resolver of merged tables: zones on the board, moves in their dialect, and names of pieces.

mod directions;

mod resolver;

mod board;
mod move_texts;
mod names;

mod reach;

mod actions;
mod affected;
mod after_move;
mod captures;
mod series;

mod forms;
mod letters;
mod pieces;
mod rule_captures;
mod rule_entries;
mod rule_settings;
mod setups;

mod variant;

pub(super) use forms::{promoted_name, returning_name, usual_pawn};
pub(super) use resolver::{Home, Owner, Resolver, Shared};
