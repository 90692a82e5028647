//! The concrete syntax of Fairy-Max's `fmax.ini` and `MaxQi`'s `qmax.ini`.
//!
//! A file consists of a version, a game without a name, and games that begin with `Game:`. A game has a board, two
//! lists of pieces by number, piece lines with step descriptors, and remarks `# X& Betza`. All other lines are
//! comments, which include the manual of the format. [`parse`] returns a [`File`] in which every line is an item, a
//! comment, or the place of a finding.
//!
//! The parser is lenient:
//! - blank lines are allowed anywhere, and step descriptors may continue on the next line;
//! - a faulty step descriptor or piece line is left out and the rest is read.
//!
//! The grammar is `grammar/fairy-max.ebnf`.
//!
//! ```
//! # extern crate ferz_syntax as ferz;
//! use ferz::syntax::fairy_max::parse;
//!
//! let file = "version 4.8(w)\nGame: tiny # PKpk # fairy\n2x5\n3 0\n3 0\n\
//!             p:100 -16,24 -16,6\np:100 16,24 16,6\nk:-1 1,7 -1,7\n";
//! let parsed = parse(file);
//! assert!(parsed.diagnostics.is_empty());
//! let game = &parsed.value.games[0];
//! assert_eq!(game.label.as_ref().unwrap().name.text, "tiny");
//! assert_eq!(game.pieces[0].steps[0].mode.value, 0x24);
//! ```

mod ast;
mod parser;

pub use ast::{
    Array, Board, File, Game, Label, Mode, Number, PieceLine, Remark, StepDescriptor, Word,
};
pub use parser::{FileLimits, MAX_PIECES, parse, parse_within};
