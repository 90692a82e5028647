//! Table engine: bitboard move generation by precomputed lookups, for the variants that fit it.
//!
//! Each module uses only those above it in this list. Built once for a variant:
//!
//! - `bits`: sets of squares of fixed width;
//! - `paths`: path lists of roles, by the reference interpreter on an unknown board;
//! - `lookups`: lookup tables that are compiled from them;
//! - `role_sets`: sets of roles; `sides`: the tables of one color;
//! - `rules`: the tables of rules that few variants have;
//! - `table_set`: all tables of a variant.
//!
//! For each position:
//!
//! - `position`: bitboards, and making moves;
//! - `generation`: legal moves;
//! - `table_engine`: the engine of a variant, at the width that its board and pieces need;
//! - `line`: positions of a line of play with hashes and clocks;
//! - `evaluation`: the static evaluation;
//! - `table_stack`: the search stack; `answers`: answers about a setup.
//!
//! The feature `compact` reduces the instances of the generic move generator from ten to two: one for boards
//! of up to 64 squares without special rules, and one of the greatest width for all others.

mod answers;
mod bits;
mod evaluation;
mod generation;
mod line;
mod lookups;
mod paths;
mod position;
mod role_sets;
mod rules;
mod sides;
mod table_engine;
mod table_set;
mod table_stack;

pub(crate) use line::Layout;
pub(crate) use position::EncodedMove;
pub(crate) use table_engine::TableEngine;
