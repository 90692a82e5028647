//! Generation of legal moves.
//!
//! - `sink`: counts or lists of moves, filled as they are generated;
//! - `generator`: a position with the constraints of its moves;
//! - `constraints`, `king_constraints`: constraints by paths to the own royal piece;
//! - `plain_moves`: the main loop over atoms, with promotions, castlings and en passant captures;
//! - `walls_and_passes`, `special_pieces`, `special_moves`, `special_safety`: moves by special rules;
//! - `post_move_filter`, `board_end`: tests after a move, and ends of the game;
//! - `legal_moves`: legal moves, listed or counted, and perft.

mod board_end;
mod constraints;
mod generator;
mod king_constraints;
mod legal_moves;
mod plain_moves;
mod post_move_filter;
mod sink;
mod special_moves;
mod special_pieces;
mod special_safety;
mod walls_and_passes;

pub(super) use constraints::Scratch;
pub(super) use generator::Generator;
pub(super) use legal_moves::{leaves, list, perft};
pub(super) use sink::List;
