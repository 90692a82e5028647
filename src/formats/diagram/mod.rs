//! Reader of Interactive Diagram definitions.
//!
//! The items are read in order, because `files`, `ranks`, `firstRank` and `symmetry` affect the piece lines below them;
//! of every other parameter the last value counts. Nothing is dropped without a finding: parts without a counterpart
//! are W0701, an unknown key W0702, a promotion choice that no piece has W0703, a move that is not played W0704, and
//! ambiguous text W0705. Keys that only concern the page are kept in [`VariantDef::presentation`], together with the
//! pictures of the pieces (`image/<piece>`) and the `shuffle`, which also becomes the variant's numbered set-ups.
//!
//! The start position has the pieces after the last line, the hands in brackets, and White to move. Castling rights are
//! omitted, so every piece counts as unmoved.

mod board;
mod letters;
mod pieces;

mod reader;

mod matrix;
mod promotion;
mod rules;
mod shuffle;
mod special;
mod spells;

mod read;

mod write;

pub use crate::syntax::diagram::looks_like_diagram;
pub(super) use read::read;
pub use read::read_diagram;
pub use write::write_diagram;
