//! Moves and games as text.
//!
//! A move is written with its squares, as in UCI: `e2e4`, `a10b9`, `e7e8q`, `P@e4`. A second piece
//! that changes squares is written behind a comma (`d4e4,e4f4`); castling is the king's own step
//! (`e1g1`). Captures that follow from the move are not written. Where several legal moves would
//! have the same text, each is followed by `;` and the squares that tell them apart
//! (`e4e8;e5,e7`). So every legal move of a position has one text, and reading it gives the move
//! back.
//!
//! A game is written with tags, moves and its result ([`write_record`]). Games of other programs are
//! read with all that stands in them, as [`Pgn`], one after the other from a stream ([`GameSplitter`]);
//! positions with questions about them are [`Epd`]. Positions of the shogi family have a text of their own,
//! SFEN ([`Position::to_sfen`](crate::game::Position::to_sfen)).

mod epd;
mod pgn;
mod record;
mod san;
mod sfen;
mod uci;
mod variant_names;

pub use epd::{Epd, EpdVerdict, Operation, read_epd};
pub use pgn::{
    Annotation, Claims, Comment, Evaluation, GameSplitter, GameText, Glyph, Line, MoveNumber,
    MoveStyle, Pgn, PgnLimits, PgnMove, PgnStyle, Replay, Score, Tag, Variations, Word, game_texts,
    read_pgn,
};
pub use record::{read_record, result_text, write_record};
pub use uci::move_texts;
pub use variant_names::variant_names;
