//! Castling rights and unmoved pieces.
//!
//! - `file_rights`: rights by files;
//! - `castling_rights`: rights by the movement of pieces.

mod castling_rights;
mod file_rights;

pub(crate) use castling_rights::{
    castling_pairs, first_moves, kept_first_moves, read_rights, rights_follow_from_unmoved,
    unmoved_castlers, unmoved_field, write_rights,
};
pub(crate) use file_rights::{castle_with_dropped, forget_gates, read_checks, write_file_rights};
