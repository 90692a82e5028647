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
mod setup;

#[doc(hidden)]
pub use board::Cell;
pub use board::{Board, Color, Piece, Role};
pub(crate) use board::{CODES, code_of};
pub use effect::{Effect, Effects, RuleState};
#[doc(hidden)]
pub use effect::{RuleId, RuleStates};
pub use fen::Letters;
#[doc(hidden)]
pub use fen::{Checks, Counters, Fen, FenPiece, HandForm, MAX_HAND, OwnField};
#[doc(hidden)]
pub use moves::Move;
pub use moves::MoveKind;
pub(crate) use moves::sort_each_once;
#[doc(hidden)]
pub use setup::{CastleRight, Count, EnPassant, LastMove, SpecialState};
pub use setup::{Hand, Setup};
