//! Generation of legal moves.
//!
//! - `sink`: moves are counted or listed as they are generated;
//! - `constraints`, `generator`: a position with the constraints of its moves;
//! - `atom_moves`: moves of one atom;
//! - `imitators`, `screened_hoppers`, `facing_kings`: pieces and constraints of special rules;
//! - `king_constraints`: constraints of all paths to the royal piece; `special_safety`: its safety under special rules;
//! - `blasts`, `plain_moves`: moves of all pieces;
//! - `wall_placement`, `post_move_filter`, `board_end`: walls, post-move checks and ends of the game;
//! - `special_moves`, `generate`: all moves with and without special rules;
//! - `legal_moves`: legal moves, listed or counted; `incremental_count`, `perft`: counts of leaves.

mod atom_moves;
mod blasts;
mod board_end;
mod constraints;
mod facing_kings;
mod generate;
mod generator;
mod imitators;
mod incremental_count;
mod king_constraints;
mod legal_moves;
mod perft;
mod plain_moves;
mod post_move_filter;
mod screened_hoppers;
mod sink;
mod special_moves;
mod special_safety;
mod wall_placement;

pub(super) use constraints::Scratch;
pub(super) use generator::Generator;
pub(super) use legal_moves::{leaves, list};
pub(super) use perft::perft;
pub(super) use sink::List;
