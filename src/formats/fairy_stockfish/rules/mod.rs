//! Rules and pieces in Fairy-Stockfish's terms, in both directions.

pub(super) mod terms;

pub(super) mod rule_table;

pub(super) mod ends;
pub(super) mod fork;
mod moves;
pub(super) mod piece_types;
pub(super) mod promotions;
