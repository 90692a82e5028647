//! Positions of the table engine, and the moves on them.
//!
//! - `position_state`: state in addition to pieces; `encoded_move`: moves as numbers; `castlings`: castlings below
//!   a root;
//! - `packed_position`: bitboards by color and group; `special_attacks`, `last_pieces`: attacks by special rules;
//! - `passes`, `move_effects`, `special_play`, `play`: making moves;
//! - `from_setup`: conversion of setups; `full_moves`: expansion of encoded moves.

mod castlings;
mod encoded_move;
mod from_setup;
mod full_moves;
mod last_pieces;
mod move_effects;
mod packed_position;
mod passes;
mod play;
mod position_state;
mod special_attacks;
mod special_play;

pub(crate) use encoded_move::EncodedMove;

pub(super) use castlings::{CastlingTable, Root};
pub(super) use encoded_move::kind;
pub(super) use full_moves::{square, unpacked};
pub(super) use packed_position::{NO_ROYAL, PackedPosition};
pub(super) use position_state::{Hands, PositionState, VariantState};
