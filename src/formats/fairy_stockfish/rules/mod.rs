//! Rules and pieces in Fairy-Stockfish's terms, in both directions.

pub(super) mod builder;
pub(super) mod writer;

pub(super) mod rule_table;

mod castling;
mod connection;
mod drops;
pub(super) mod ends;
mod extinction;
pub(super) mod fork;
mod goal;
mod in_place_promotion;
mod passing;
pub(super) mod piece_types;
pub(super) mod promotions;
mod walls;
