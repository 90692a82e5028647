//! Alpha-beta search for every variant.
//!
//! The search contains no rules of a game. Legal moves, their effects and the outcome come from
//! [`Position`](crate::game::Position) and [`Game`](crate::game::Game); the evaluation is derived from the
//! pieces and rules of the variant.
//!
//! The search reads no clock, starts no thread and opens no file: the caller passes a [`Clock`] and a stop
//! flag in [`Control`].
//!
//! ```
//! use ferz::game::Game;
//! use ferz::search::{Control, Limits, Score, SearchOptions, Searcher};
//! use ferz::{Catalog, Variant};
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
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod consistency_checks;
mod deepening;
mod eval_cache;
mod game_end;
mod limits;
mod order;
mod parameters;
mod pruning;
mod quiescence;
mod report;
mod searcher;
mod table;
mod tree;
mod weakness;

#[doc(hidden)]
pub use limits::Slice;
pub use limits::{Clock, Control, Limits, SearchOptions, TimeLimit};
#[doc(hidden)]
pub use report::Bound;
pub use report::{Line, Progress, Score, SearchResult};
#[doc(hidden)]
pub use searcher::Search;
pub use searcher::Searcher;
#[doc(hidden)]
pub use table::has_room;
#[doc(hidden)]
pub use weakness::LEVELS;

// Each module uses only those above it in this list:
//
// - `report`, `limits`: results and scores, limits and options of a search; `parameters`: tuned numbers;
// - `table`: the transposition table; `eval_cache`: static evaluations;
// - `order`: move ordering; `game_end`: ends of the game;
// - `weakness`: play below full strength; `tree`: the state of a search;
// - `quiescence`, `pruning`, `alpha_beta`: the search of a node, three parts of one recursion;
// - `deepening`: iterative deepening; `searcher`: the state between searches; `consistency_checks`: tests of move lists.
