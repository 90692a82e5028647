//! A playing engine for every variant: it looks for the best move.
//!
//! It knows no game. Which moves there are, what they do, when a game ends and for whom comes from
//! [`Position`](crate::game::Position) and [`Game`](crate::game::Game); what a position is worth is derived from the pieces and the rules of its
//! variant.
//!
//! Nothing here looks at a clock, starts a thread or reads a file: time comes from a [`Clock`] that the
//! caller hands in, and so does the flag that stops a search.
//!
//! ```
//! use ferz::definition::Catalog;
//! use ferz::game::{Game, Variant};
//! use ferz::search::{Control, Limits, Score, SearchOptions, Searcher};
//!
//! let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
//! let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 2 3";
//! let game = Game::new(chess.parse_fen(fen).unwrap());
//! let mut searcher = Searcher::new(&chess, SearchOptions::default());
//! let found = searcher.search(&game, &Limits::depth(3), &Control::default(), &mut |_| {});
//! assert_eq!(found.best().unwrap().to, chess.square("f7").unwrap());
//! assert_eq!(found.score(), Some(Score::Mate(1)));
//! ```

mod alpha_beta;
mod deepening;
mod eval_cache;
mod even_order;
mod game_end;
mod highest;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod laws;
mod limits;
mod memory;
mod order;
mod parameters;
mod pruning;
mod quiescence;
mod report;
mod scores;
mod searcher;
mod table;
mod tree;

pub use limits::{Clock, Control, Limits, Slice, TimeLimit};
pub use report::{Bound, Found, Line, Progress, Score};
pub use searcher::{Search, SearchOptions, Searcher};

#[cfg(feature = "cli")]
pub(crate) use memory::has_room;
