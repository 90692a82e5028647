//! Playable games: compiled variants, positions, legal moves, outcomes and perft.
//!
//! ```no_run
//! use ferz::game::{Variant, perft};
//! use ferz::formats::Catalog;
//!
//! let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
//! assert_eq!(perft(&chess.start(), 3), 8902);
//! ```

mod any_files;
mod checked;
mod ending;
mod fen;
mod moves;
mod outcome;
mod pawns;
mod perft;
mod play;
mod position;
mod questions;
mod record;
mod repetition;
mod variant;

pub use crate::definition::Reason;
pub use crate::rules::CompileError;
pub use any_files::select;
pub use moves::{MoveCode, MoveList};
pub use outcome::Outcome;
pub use perft::{Strategy, checked_perft, claimed_perft, divide, perft, perft_with};
pub use play::PlayError;
pub use position::Position;
pub use record::{Game, ShareError};
pub use variant::{Variant, VariantBuilder};
