//! The concrete syntax of Betza and XBetza notation.
//!
//! [`lex`] returns tokens, and [`parse`] returns a lossless syntax tree: every byte of the text belongs to a node or to
//! a diagnostic, and the tree of a text without findings prints the same text.
//!
//! The grammar is `grammar/betza.ebnf`.

pub mod ast;
mod parser;
mod recovery;
mod stream;

pub use ast::{Token, TokenKind};
pub use parser::{SyntaxLimits, parse, parse_with};
pub use stream::lex;
