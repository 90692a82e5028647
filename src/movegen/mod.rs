//! CompiledRules and position to moves.
//!
//! Each module uses only those above it in this list:
//!
//! - [`walks`]: what the move texts of a piece say, by the reference interpreter or looked up;
//! - [`actions`]: what pieces do beside walking;
//! - [`piece_moves`]: all pseudo-legal moves of a piece, with what they capture and what becomes of it;
//! - [`custom`]: what rules of a program's own say in each phase;
//! - [`attacks`]: who could capture on a square, and on what that depends;
//! - [`after_move`]: the position after a move;
//! - [`royal_safety`]: whether a move leaves royal pieces safe, and whether that has to be tried;
//! - [`scene`]: a position with what every rule asks of it;
//! - [`offer`]: what may be played; [`safety`]: what of it is safe; [`duties`]: what of that is left where
//!   moves are compared; [`legal`]: all of these in turn; [`over`](board_end()): whether the game has ended;
//! - [`legality`]: the general engine, which asks these in turn; [`count_moves`] counts without
//!   listing, most pieces by [`plain_counts`]; [`key`](key()): the number by which a position is told from others;
//! - [`weights`]: what positions are worth, as numbers; [`search_stack`]: what a search asks of a line of
//!   positions; [`drafts`] are its moves without writing all of them out; [`general_stack`] answers it by the
//!   general engine.
//!
//! [`tables`] does the same by tables for the variants that fit them; it may decline, and must agree.

mod actions;
mod after_move;
mod answers;
mod attacks;
mod beside;
mod board_end;
mod chasing;
mod count_moves;
mod custom;
mod duties;
mod general_stack;
mod hash;
mod lazy_moves;
mod legal_filter;
mod legality;
mod limits;
mod move_context;
mod piece_moves;
mod plain_counts;
mod pseudo_legal;
mod refused;
mod royal_safety;
mod safety;
mod search_stack;
pub(crate) mod tables;
mod walks;
mod walled;
mod weights;

pub(crate) use after_move::played;
pub(crate) use answers::GeneralEngine;
pub(crate) use attacks::attacked_by;
pub(crate) use beside::{FILES_BESIDE, PLACES_BESIDE, RANKS_BESIDE, beside};
pub(crate) use board_end::board_end;
pub(crate) use chasing::chased;
pub(crate) use count_moves::count_legal;
pub(crate) use custom::{
    checkmate_by_rule, claimed_by_rule, ended_before_others, ended_by_rule, mated_by_rule,
    pardoned_by_rule, settled_by_rule, stalemate_by_rule, stalemated_by_rule,
};
pub(crate) use general_stack::GeneralStack;
pub(crate) use hash::{capturable_en_passant, hash, repetition_key};
pub(crate) use legality::legal_moves;
pub(crate) use limits::{has_too_many_series, have_too_many_legs, have_too_many_walls};
pub(crate) use move_context::in_check;
pub(crate) use refused::refused_moves;
pub(crate) use royal_safety::kings_attacked;
pub(crate) use search_stack::{Candidate, Node, SearchStack};
pub(crate) use weights::{
    FAR_AWAY, LoneRoyal, Phased, Promoter, PromoterWay, Scarce, Weights, Winning,
};
