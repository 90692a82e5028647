//! Plain data of positions: board, side to move, rights and states of rules.
//!
//! This layer contains no rules. A [`Setup`] is any arrangement; a playable one is a
//! `game::Position`. Moves are data as well; the layer `rules` makes them.

mod board;
mod effect;
pub(crate) mod fen;
mod fields;
pub(crate) mod keys;
pub(crate) mod moves;
mod piece;
mod setup;
mod special;

pub use board::Board;
#[doc(hidden)]
pub use board::Cell;
pub(crate) use board::{CODES, code_of};
#[doc(hidden)]
pub use effect::RuleId;
#[doc(hidden)]
pub use effect::RuleStates;
pub use effect::{Effect, Effects, RuleState};
pub use fen::Letters;
#[doc(hidden)]
pub use fen::{Checks, Counters, Fen, FenPiece, HandForm, MAX_HAND, OwnField};
#[doc(hidden)]
pub use moves::Move;
pub use moves::MoveKind;
pub(crate) use moves::sort_each_once;
pub use piece::{Color, Piece, Role};
#[doc(hidden)]
pub use setup::EnPassant;
pub use setup::{Hand, Setup};
#[doc(hidden)]
pub use special::{CastleRight, Count, LastMove, SpecialState};
