//! The tokens of a clause.

use logos::Logos;

/// A token of a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Logos)]
#[logos(skip r"[ \t\r\n]+")]
pub(super) enum Token {
    /// `own`, `attacked`, `anti-king`, `last.mover`; and text that resembles a word but is none, such as `White's` and
    /// `same_kind`.
    #[regex(r"[A-Za-z][A-Za-z0-9]*([-_'][A-Za-z0-9]+)*(\.[a-z]+)?")]
    Word,
    /// `$who`
    #[regex(r"\$[a-z][a-z0-9]*(-[a-z0-9]+)*")]
    Parameter,
    /// `[rank 4..]`
    #[regex(r"\[[^\]]*\]")]
    Zone,
    /// `"W"`
    #[regex("\"[^\"]*\"")]
    Movement,
    /// `2`
    #[regex("[0-9]+")]
    Number,
    #[token("..")]
    Dots,
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[token(",")]
    Comma,
    #[token(":")]
    Colon,
    #[token("<")]
    Less,
    #[token("<=")]
    AtMost,
    #[token("=")]
    Equal,
    #[token(">=")]
    AtLeast,
    #[token(">")]
    More,
}
