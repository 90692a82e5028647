//! Move generation: from compiled rules and a position to legal moves.
//!
//! Each module uses only those above it in this list:
//!
//! - [`mover`]: a piece on a square, the argument of most functions;
//! - [`walks`]: the walks of a piece, by the reference interpreter or by path programs;
//! - [`actions`]: special actions of pieces, such as pushes or series of jumps;
//! - [`piece_moves`]: all pseudo-legal moves of a piece with their captures and promotions;
//! - [`custom`]: calls of the custom rules in each phase;
//! - [`attacks`]: attack detection, and the squares on which it depends;
//! - [`after_move`]: making a move;
//! - [`royal_safety`]: pins and checks, and whether a move has to be tried;
//! - [`move_context`]: a position with the facts that all rules need;
//! - [`pseudo_legal`]: pseudo-legal moves; [`safety`]: the safe ones of these; [`duties`]: rules that compare moves;
//! - [`search_stack`]: the interface of a search, and the end of the game by a rule of the board;
//! - [`legality`]: the general engine, all of these in turn; [`count_moves`]: counts without a list;
//!   [`hash`](hash()): Zobrist hashing;
//! - [`network`]: evaluation networks; [`weights`]: the evaluation weights; [`lazy_moves`]: moves for a search without
//!   full expansion; [`general_stack`]: the search stack of the general engine.
//!
//! [`tables`] is the table engine for the variants that it supports; it must agree with the general engine.

mod actions;
mod after_move;
mod answers;
mod attacks;
mod chasing;
mod count_moves;
mod custom;
mod duties;
mod general_stack;
mod hash;
mod lazy_moves;
mod legality;
mod limits;
mod move_context;
mod mover;
pub(crate) mod network;
mod piece_moves;
mod pseudo_legal;
mod royal_safety;
mod safety;
mod search_stack;
pub(crate) mod tables;
mod walks;
mod weights;

pub(crate) use after_move::played;
pub(crate) use answers::GENERAL_ENGINE;
pub(crate) use attacks::attacked_by;
pub(crate) use chasing::chased;
pub(crate) use count_moves::count_legal;
pub(crate) use custom::{
    checkmate_by_rule, claimed_by_rule, ended_before_others, ended_by_rule, mated_by_rule,
    pardoned_by_rule, settled_by_rule, stalemate_by_rule, stalemated_by_rule,
};
pub(crate) use general_stack::GeneralStack;
pub(crate) use hash::{
    KING_RELATIVE_FILES, KING_RELATIVE_RANKS, KING_RELATIVE_SQUARES, capturable_en_passant, hash,
    repetition_key,
};
pub(crate) use legality::{legal_moves, refused_moves};
pub(crate) use limits::{has_too_many_series, have_too_many_legs, have_too_many_walls};
pub(crate) use move_context::{in_check, last_pieces};
pub(crate) use royal_safety::kings_attacked;
pub(crate) use search_stack::board_end;
pub(crate) use search_stack::{Candidate, Node, SearchStack};
pub(crate) use weights::{
    FAR_AWAY, LoneRoyal, Phased, Promoter, PromoterWay, Scarce, Weights, Winning,
};
