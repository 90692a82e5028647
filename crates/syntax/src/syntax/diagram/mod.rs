//! The concrete syntax of Interactive Diagram definitions.
//!
//! A definition is a list of items: parameters `key=value` and piece lines `name:id:move:image:squares:hand`. It has
//! one item per line, or all its lines are joined by blanks, and it is usually part of a page. [`parse`] finds it there
//! and returns the [`Definition`]; every word of the text is an item, prose, or the place of a finding.
//!
//! The parser is lenient:
//! - lines that begin with `#` are comments, and blank lines are ignored;
//! - tags are skipped, `<br>` ends a line, and `&lt;`, `&amp;` and similar references are decoded;
//! - in joined lines a piece name may contain blanks: `silver general:S:FfW:s:d1,j1`;
//! - short prose between items is allowed.
//!
//! The grammar is `grammar/diagram.ebnf`.
//!
//! ```
//! # extern crate ferz_syntax as ferz;
//! use ferz::syntax::diagram::{Item, parse};
//!
//! let page = "My first game. files=6 ranks=6 pawn::::a2-f2 king::::d1 I hope you like it.";
//! let parsed = parse(page);
//! assert_eq!(parsed.value.items.len(), 4);
//! let Item::Piece(pawn) = &parsed.value.items[2] else { panic!() };
//! assert_eq!(pawn.squares.text(), "a2-f2");
//! assert_eq!(&page[pawn.squares.span().range()], "a2-f2");
//! assert_eq!(parsed.value.prose.len(), 2);
//! ```

mod ast;
mod lexer;
mod parser;

pub use ast::{Definition, Field, Item, KeyKind, Parameter, PieceLine, key_kind, keys};
pub use parser::{MAX_ITEMS, MAX_TEXT, looks_like_diagram, parse};
