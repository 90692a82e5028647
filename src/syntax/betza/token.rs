//! The tokens of the notation.

use logos::Logos;

use crate::source::Span;

/// What kind of sign a token is. Letters keep their identity; meaning comes with
/// [`Movement`](crate::movement::Movement).
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
    /// `'`, the apostrophe behind an atom.
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
    /// `-`, the leg that must follow.
    #[token("-")]
    Dash,
    /// `?`, the leg that may follow.
    #[token("?")]
    Question,
}

/// One token and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it stands.
    pub span: Span,
}
