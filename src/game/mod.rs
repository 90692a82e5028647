//! Playable games: compiled variants, positions, legal moves, outcomes and perft.
//!
//! ```no_run
//! use ferz::game::perft;
//! use ferz::{Catalog, Variant};
//!
//! let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
//! assert_eq!(perft(&chess.start(), 3), 8902);
//! ```

mod any_files;
mod ending;
mod fen;
mod pawns;
mod perft;
mod play;
pub(crate) mod position;
mod questions;
mod record;
mod repetition;
pub(crate) mod variant;

pub use crate::definition::names::Reason;
pub use crate::rules::compilation::CompileError;
#[doc(hidden)]
pub use any_files::{select, without_any_files};
pub use ending::Outcome;
#[doc(hidden)]
pub use perft::{Strategy, checked_perft, claimed_perft, perft_with};
pub use perft::{divide, perft};
pub use play::{MoveCode, MoveList, PlayError};
#[doc(hidden)]
pub use position::Position;
pub use record::{Game, ShareError};
#[doc(hidden)]
pub use variant::Variant;
pub use variant::VariantBuilder;
