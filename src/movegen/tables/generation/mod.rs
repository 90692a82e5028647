//! Generation of legal moves.
//!
//! - `sink`: moves are counted or listed as they are generated;
//! - `generator`: a position with the constraints of its moves;
//! - `constraints`: constraints on moves by paths to the own royal piece;
//! - `plain_moves`: moves of all pieces: the main loop over atoms, with promotions, castlings and en passant captures;
//! - `walls_and_passes`: placing walls after moves, passes, and facing kings;
//! - `special_pieces`: move generation of imitators and of hoppers with own-kind screens;
//! - `special_moves`: legal move generation with special rules: drops, gates, initial leaps, explosions and their blasts;
//! - `post_move_filter`, `board_end`: walls, post-move checks and ends of the game;
//! - `legal_moves`: legal moves of a position, listed or counted, and perft;

mod board_end;
mod constraints;
mod generator;
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
