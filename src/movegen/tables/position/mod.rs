//! Positions of the table engine, and the moves on them.
//!
//! - `packed_position`: one bitboard for each color and group;
//! - `castlings`: the castlings that are possible below a root;
//! - `encoded_move`: moves as 32-bit numbers, and their effects;
//! - `play`, `special_play`: making moves, and attacks of special pieces;
//! - `conversion`: conversion of setups to positions, and of encoded moves to full moves.

mod castlings;
mod conversion;
mod encoded_move;
mod packed_position;
mod play;
mod special_play;

pub(super) use castlings::{CastlingTable, Root};
pub(super) use conversion::square;
pub(crate) use encoded_move::EncodedMove;
pub(super) use encoded_move::kind;
pub(super) use packed_position::{Hands, NO_ROYAL, PackedPosition, PositionState, VariantState};
