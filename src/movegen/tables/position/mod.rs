//! Positions of the table engine, and the moves on them.
//!
//! - `packed_position`: position of the table engine: one bitboard for each color and group, with copy-make;
//!   a root;
//! - `special_play`: making moves;
//! - `play`: making moves, passes, and facing kings;
//! - `encoded_move`: encoded moves: moves as 32-bit numbers, and their effects;
//! - `conversion`: conversion of setups to positions, and of encoded moves to full moves;

mod castlings;
mod conversion;
mod encoded_move;
mod packed_position;
mod play;
mod special_attacks;
mod special_play;

pub(super) use castlings::{CastlingTable, Root};
pub(super) use conversion::{square, unpacked};
pub(crate) use encoded_move::EncodedMove;
pub(super) use encoded_move::kind;
pub(super) use packed_position::{Hands, NO_ROYAL, PackedPosition, PositionState, VariantState};
