//! Moves and games as text: UCI, SAN, PGN, EPD and SFEN.
//!
//! A move is written by its squares, as in UCI: `e2e4`, `a10b9`, `e7e8q`, `P@e4`. The relocation of a second
//! piece follows after a comma (`d4e4,e4f4`); castling is the king's own move (`e1g1`). Captures that follow
//! from the squares are not written. If several legal moves would have the same text, each gets a `;` and the
//! squares that distinguish them (`e4e8;e5,e7`). So every legal move of a position has a unique text that
//! reads back as the same move.
//!
//! A game is written with tags, moves and its result ([`write_record`]). Games of other programs are read in
//! full as [`Pgn`], from a stream one after the other ([`game_texts`]). [`Epd`] lines are positions with
//! operations. Positions of the shogi family also have the format SFEN
//! ([`Position::to_sfen`](crate::game::Position::to_sfen)).

mod epd;
mod pgn;
mod record;
mod san;
mod sfen;
mod uci;

#[doc(hidden)]
pub use epd::Operation;
pub use epd::{Epd, EpdVerdict, read_epd};
#[doc(hidden)]
pub use pgn::{
    Annotation, Claims, Comment, Evaluation, GameSplitter, Glyph, Line, MoveNumber, PgnMove, Score,
    Tag, Variations, Word, endings, is_written_result,
};
pub use pgn::{GameText, MoveStyle, Pgn, PgnLimits, PgnStyle, Replay, game_texts, read_pgn};
pub use record::{read_record, write_record};
#[doc(hidden)]
pub use record::{read_record_of, result_text, variant_names};
pub use uci::move_texts;
