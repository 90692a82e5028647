//! The tokens of Betza notation.

use logos::Logos;

use crate::source::Span;

/// The kind of a token. Letters keep their identity; they get their meaning in [`Movement`](crate::movement::Movement).
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// A capital letter that is an atom.
    #[regex("[WFDNAHCLZJGKQRBOUI@]")]
    Atom,
    /// A capital letter that is never an atom by itself (`X` and `Y` are suffixes).
    #[regex("[EMPSTVXY]")]
    Capital,
    /// A small letter other than `a`.
    #[regex("[b-z]")]
    Modifier,
    /// `a`, which begins the next leg.
    #[token("a")]
    Again,
    /// A run of digits.
    #[regex("[0-9]+")]
    Number,
    /// `*`, a range up to the middle of the board.
    #[token("*")]
    Star,
    /// `'`, the apostrophe after an atom.
    #[token("'")]
    Apostrophe,
    /// `[`.
    #[token("[")]
    OpenBracket,
    /// `]`.
    #[token("]")]
    CloseBracket,
    /// `(`.
    #[token("(")]
    OpenParenthesis,
    /// `)`.
    #[token(")")]
    CloseParenthesis,
    /// `-`, before a mandatory leg.
    #[token("-")]
    Dash,
    /// `?`, before an optional leg.
    #[token("?")]
    Question,
}

/// One token and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its kind.
    pub kind: TokenKind,
    /// Its place.
    pub span: Span,
}
