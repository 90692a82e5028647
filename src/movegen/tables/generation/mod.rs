//! Generation of legal moves.
//!
//! - `sink`: counts or lists of moves, filled as they are generated;
//! - `generator`: a position with the constraints of its moves;
//! - `king_constraints`: constraints by paths to the own royal piece;
//! - `plain_moves`: the main loop over atoms, with promotions, castlings and en passant captures;
//! - `walls_and_passes`, `special_pieces`, `special_moves`: moves by special rules, passes and ends of the game;
//! - `post_move_filter`: tests after a move;
//! - `legal_moves`: legal moves, listed or counted, and perft.

mod generator;
mod king_constraints;
mod legal_moves;
mod plain_moves;
mod post_move_filter;
mod sink;
mod special_moves;
mod special_pieces;
mod walls_and_passes;

pub(super) use generator::Generator;
pub(super) use generator::Scratch;
pub(super) use legal_moves::{leaves, list, perft};
pub(super) use sink::List;
