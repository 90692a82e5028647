//! Plain data of positions: board, side to move, rights and states of rules.
//!
//! This layer knows no rules. A [`Setup`] is any arrangement; a playable one is a `game::Position`.
//! Moves are data as well; the layer `rules` makes them.

mod board;
mod effect;
pub(crate) mod fen;
mod fields;
pub(crate) mod keys;
mod moves;
mod piece;
mod setup;
mod special;

pub use board::{Board, Cell};
pub(crate) use board::{CODES, code_of};
pub use effect::{Effect, Effects, RuleId, RuleState, RuleStates};
pub use fen::{Checks, Counters, Fen, FenPiece, HandForm, Letters, MAX_HAND, OwnField};
pub(crate) use moves::sort_each_once;
pub use moves::{Move, MoveKind};
pub use piece::{Color, Piece, Role};
pub use setup::{EnPassant, Hand, Setup};
pub use special::{CastleRight, Count, LastMove, SpecialState};
