//! Tokens of move descriptions as input for `nom`, and their lexer.

use std::fmt;
use std::iter::{Copied, Enumerate};
use std::ops::BitOr;
use std::slice::Iter;

use logos::Logos;
use nom::error::{ErrorKind, ParseError};
use nom::{Err, IResult, Input, Needed};

use crate::source::{Diagnostic, Parse, Span, codes};

use super::ast::{Letter, Token, TokenKind};

// Tokens for `nom`.
//
// `Tokens` is the input of the grammar. `Refusal` is its error type: the position of the failure, the tokens wanted
// there, and the innermost open bracket or parenthesis.

/// The tokens that are still to be read, with their text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tokens<'t> {
    text: &'t str,
    rest: &'t [Token],
}

impl<'t> Tokens<'t> {
    pub(super) const fn new(text: &'t str, rest: &'t [Token]) -> Self {
        Tokens { text, rest }
    }

    /// The next token.
    pub(super) fn first(self) -> Option<Token> {
        self.rest.first().copied()
    }

    /// The letter of the tree for one token. Tokens that become letters are one ASCII character, so no text is lost.
    pub(super) fn letter(self, token: Token) -> Letter {
        let char = self
            .text
            .get(token.span.range())
            .and_then(|text| text.chars().next());
        Letter {
            char: char.unwrap_or_default(),
            span: token.span,
        }
    }

    /// The value of a number token, at most 99.
    pub(super) fn value(self, token: Token) -> u8 {
        let digits = self.text.get(token.span.range()).unwrap_or_default();
        digits.bytes().fold(0, |value: u8, digit| {
            value
                .saturating_mul(10)
                .saturating_add(digit.wrapping_sub(b'0'))
                .min(99)
        })
    }
}

impl<'t> Input for Tokens<'t> {
    type Item = Token;
    type Iter = Copied<Iter<'t, Token>>;
    type IterIndices = Enumerate<Self::Iter>;

    fn input_len(&self) -> usize {
        self.rest.len()
    }

    fn take(&self, index: usize) -> Self {
        self.take_split(index).1
    }

    fn take_from(&self, index: usize) -> Self {
        self.take_split(index).0
    }

    fn take_split(&self, index: usize) -> (Self, Self) {
        // A count beyond the end takes all tokens instead of panicking.
        let (before, after) = self
            .rest
            .split_at_checked(index)
            .unwrap_or((self.rest, &[]));
        (
            Tokens::new(self.text, after),
            Tokens::new(self.text, before),
        )
    }

    fn position<P: Fn(Token) -> bool>(&self, predicate: P) -> Option<usize> {
        self.iter_elements().position(predicate)
    }

    fn iter_elements(&self) -> Self::Iter {
        self.rest.iter().copied()
    }

    fn iter_indices(&self) -> Self::IterIndices {
        self.iter_elements().enumerate()
    }

    fn slice_index(&self, count: usize) -> Result<usize, Needed> {
        match count.checked_sub(self.rest.len()) {
            None | Some(0) => Ok(count),
            Some(missing) => Err(Needed::new(missing)),
        }
    }
}

/// A set of token kinds that are accepted at one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wanted(u8);

impl Wanted {
    const NOTHING: Wanted = Wanted(0);
    pub(super) const MODIFIER: Wanted = Wanted(1);
    pub(super) const ATOM: Wanted = Wanted(1 << 1);
    pub(super) const OPEN_BRACKET: Wanted = Wanted(1 << 2);
    pub(super) const JOIN: Wanted = Wanted(1 << 3);
    pub(super) const CLOSE_BRACKET: Wanted = Wanted(1 << 4);
    pub(super) const OPEN_PARENTHESIS: Wanted = Wanted(1 << 5);
    pub(super) const CLOSE_PARENTHESIS: Wanted = Wanted(1 << 6);
    pub(super) const SUFFIX: Wanted = Wanted(1 << 7);

    const WORDS: [(Wanted, &'static str); 8] = [
        (Wanted::MODIFIER, "a modifier"),
        (Wanted::ATOM, "an atom"),
        (Wanted::SUFFIX, "a suffix or a range"),
        (Wanted::OPEN_PARENTHESIS, "`(`"),
        (Wanted::OPEN_BRACKET, "`[`"),
        (Wanted::JOIN, "`-`, `?`"),
        (Wanted::CLOSE_PARENTHESIS, "`)`"),
        (Wanted::CLOSE_BRACKET, "`]`"),
    ];

    /// Whether everything in `other` is accepted.
    pub(super) const fn includes(self, other: Wanted) -> bool {
        self.0 & other.0 == other.0
    }
}

impl BitOr for Wanted {
    type Output = Wanted;

    fn bitor(self, other: Wanted) -> Wanted {
        Wanted(self.0 | other.0)
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = Wanted::WORDS
            .iter()
            .filter(|(one, _)| self.includes(*one))
            .map(|(_, word)| *word)
            .peekable();
        let mut first = true;
        while let Some(word) = words.next() {
            match (first, words.peek()) {
                (true, _) => {}
                (false, Some(_)) => f.write_str(", ")?,
                (false, None) => f.write_str(" or ")?,
            }
            f.write_str(word)?;
            first = false;
        }
        Ok(())
    }
}

/// The error of a production that did not match.
#[derive(Clone, Copy, Debug)]
pub(super) struct Refusal<'t> {
    /// The tokens from the refused one on; empty at the end of the text.
    pub(super) at: Tokens<'t>,
    /// The tokens that would have been accepted there.
    pub(super) wanted: Wanted,
    /// The innermost bracket or parenthesis that was open.
    pub(super) inside: Option<Token>,
}

impl<'t> Refusal<'t> {
    pub(super) const fn new(at: Tokens<'t>, wanted: Wanted) -> Self {
        Refusal {
            at,
            wanted,
            inside: None,
        }
    }

    /// The number of remaining tokens, including the refused one.
    pub(super) const fn remaining(&self) -> usize {
        self.at.rest.len()
    }

    /// The same refusal after an opening sign.
    pub(super) const fn within(self, opening: Token) -> Self {
        Refusal {
            inside: match self.inside {
                None => Some(opening),
                inner => inner,
            },
            ..self
        }
    }
}

impl<'t> ParseError<Tokens<'t>> for Refusal<'t> {
    fn from_error_kind(input: Tokens<'t>, _: ErrorKind) -> Self {
        Refusal::new(input, Wanted::NOTHING)
    }

    fn append(_: Tokens<'t>, _: ErrorKind, other: Self) -> Self {
        other
    }

    /// Keeps the refusal of the branch that got further, because that branch was meant; at the same position, either
    /// may have been.
    fn or(self, other: Self) -> Self {
        match self.at.input_len().cmp(&other.at.input_len()) {
            std::cmp::Ordering::Less => self,
            std::cmp::Ordering::Greater => other,
            std::cmp::Ordering::Equal => Refusal {
                wanted: self.wanted | other.wanted,
                ..self
            },
        }
    }
}

/// The result of every production.
pub(super) type Read<'t, T> = IResult<Tokens<'t>, T, Refusal<'t>>;

/// Reads one token of the kind; otherwise refuses with `wanted`.
pub(super) fn sign<'t>(
    kind: TokenKind,
    wanted: Wanted,
) -> impl Fn(Tokens<'t>) -> Read<'t, Token> + Copy {
    move |input: Tokens<'t>| match input.first() {
        Some(token) if token.kind == kind => Ok((input.take_from(1), token)),
        _ => Err(Err::Error(Refusal::new(input, wanted))),
    }
}

/// Reads the rest of a production after its opening sign. No other production begins with this sign, so a refusal is
/// final and records the sign.
pub(super) fn committed<'t, T>(
    opening: Token,
    parser: impl Fn(Tokens<'t>) -> Read<'t, T>,
) -> impl Fn(Tokens<'t>) -> Read<'t, T> {
    move |input| {
        parser(input).map_err(|error| match error {
            Err::Error(refusal) | Err::Failure(refusal) => Err::Failure(refusal.within(opening)),
            Err::Incomplete(needed) => Err::Incomplete(needed),
        })
    }
}

// Lexer.

/// Splits `text` into tokens and reports characters that belong to no token.
///
/// Tokens and findings together cover the text exactly, in order. Adjacent unknown characters are one finding.
///
/// # Examples
///
/// ```
/// # extern crate ferz_syntax as ferz;
/// use ferz::syntax::betza::{TokenKind, lex};
///
/// let parse = lex("fN2 W");
/// let kinds: Vec<TokenKind> = parse.value.iter().map(|token| token.kind).collect();
/// assert_eq!(
///     kinds,
///     [TokenKind::Modifier, TokenKind::Atom, TokenKind::Number, TokenKind::Atom],
/// );
/// assert_eq!(parse.diagnostics[0].code.as_str(), "E0101");
/// ```
pub fn lex(text: &str) -> Parse<Vec<Token>> {
    let mut tokens = Vec::new();
    let mut unknown: Vec<Span> = Vec::new();
    for (kind, range) in TokenKind::lexer(text).spanned() {
        let span = Span::from(range);
        match (kind, unknown.last_mut()) {
            (Ok(kind), _) => tokens.push(Token { kind, span }),
            (Err(()), Some(run)) if run.end == span.start => *run = run.to(span),
            (Err(()), _) => unknown.push(span),
        }
    }
    Parse {
        value: tokens,
        diagnostics: unknown
            .into_iter()
            .map(|span| unknown_characters(text, span))
            .collect(),
    }
}

fn unknown_characters(text: &str, span: Span) -> Diagnostic {
    let found = text.get(span.range()).unwrap_or_default();
    let blank = found.chars().all(char::is_whitespace);
    let message = match found.chars().count() {
        _ if blank => "the notation has no white space".to_owned(),
        1 => format!("unknown character {}", quote(found)),
        _ => format!("unknown characters {}", quote(found)),
    };
    let help = if blank {
        Some("write the moves directly one after the other")
    } else {
        found.chars().find_map(remedy)
    };
    let finding = Diagnostic::new(codes::UNKNOWN_CHARACTER, span, message);
    match help {
        Some(help) => finding.with_help(help),
        None => finding,
    }
}

/// The likely intention of a character that other notations or text editors write.
fn remedy(char: char) -> Option<&'static str> {
    Some(match char {
        '\u{2010}'..='\u{2015}' | '\u{2212}' => "join legs by a plain hyphen, `-`",
        '\u{2018}' | '\u{2019}' | '\u{2032}' | '`' | '\u{b4}' => {
            "the mark after an atom is a plain apostrophe, `'`"
        }
        ',' | ';' | '+' | '|' | '&' => "write several moves directly one after the other",
        '{' | '}' => {
            "the notation has no sets of moves in braces; write the moves one after the other"
        }
        '\u{221e}' => "write `0` for an unlimited range",
        _ => return None,
    })
}

/// Quotes `text` in backticks, made printable and shortened for a message.
pub(super) fn quote(text: &str) -> String {
    const LONGEST: usize = 16;
    let mut shown = String::new();
    for char in text.chars().take(LONGEST) {
        match char {
            '\'' | '"' | '\\' => shown.push(char),
            _ => shown.extend(char.escape_debug()),
        }
    }
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    format!("`{shown}`")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Span;

    fn tokens() -> [Token; 3] {
        [TokenKind::Modifier, TokenKind::Atom, TokenKind::Number]
            .into_iter()
            .enumerate()
            .map(|(at, kind)| Token {
                kind,
                span: Span::new(at, at + 1),
            })
            .collect::<Vec<_>>()
            .try_into()
            .expect("three tokens")
    }

    #[test]
    fn the_stream_splits_and_never_panics() {
        let tokens = tokens();
        let input = Tokens::new("fW3", &tokens);
        let (rest, taken) = input.take_split(1);
        assert_eq!((taken.input_len(), rest.input_len()), (1, 2));
        assert_eq!(rest.first(), Some(tokens[1]));
        assert_eq!(input.take(2).input_len(), 2);
        assert_eq!(input.take_from(9).input_len(), 0);
        assert_eq!(
            input.position(|token| token.kind == TokenKind::Number),
            Some(2)
        );
        assert_eq!(input.iter_indices().count(), 3);
        assert_eq!(input.slice_index(3), Ok(3));
        assert_eq!(input.slice_index(5), Err(Needed::new(2)));
    }

    #[test]
    fn letters_and_values_come_from_the_text() {
        let tokens = tokens();
        let input = Tokens::new("fW3", &tokens);
        assert_eq!(input.letter(tokens[1]).char, 'W');
        assert_eq!(input.value(tokens[2]), 3);
        let long = Token {
            kind: TokenKind::Number,
            span: Span::new(0, 30),
        };
        assert_eq!(Tokens::new(&"9".repeat(30), &[long]).value(long), 99);
    }

    #[test]
    fn the_refusal_that_came_further_wins_and_equals_join() {
        let tokens = tokens();
        let input = Tokens::new("fW3", &tokens);
        let near = Refusal::new(input, Wanted::ATOM);
        let far = Refusal::new(input.take_from(1), Wanted::OPEN_BRACKET);
        assert_eq!(near.or(far).wanted, Wanted::OPEN_BRACKET);
        assert_eq!(far.or(near).wanted, Wanted::OPEN_BRACKET);
        let both = near.or(Refusal::new(input, Wanted::OPEN_BRACKET));
        assert_eq!(both.wanted.to_string(), "an atom or `[`");
        let three = Wanted::JOIN | Wanted::CLOSE_BRACKET | Wanted::ATOM;
        assert_eq!(three.to_string(), "an atom, `-`, `?` or `]`");
    }

    fn codes_and_spans(text: &str) -> Vec<String> {
        lex(text)
            .diagnostics
            .iter()
            .map(|finding| format!("{} {:?}", finding.code, finding.span))
            .collect()
    }

    #[test]
    fn every_sign_has_its_kind() {
        use TokenKind as K;
        let kinds: Vec<TokenKind> = lex("@EaqW10*'[]()-?")
            .value
            .iter()
            .map(|token| token.kind)
            .collect();
        assert_eq!(
            kinds,
            [
                K::Atom,
                K::Capital,
                K::Again,
                K::Modifier,
                K::Atom,
                K::Number,
                K::Star,
                K::Apostrophe,
                K::OpenBracket,
                K::CloseBracket,
                K::OpenParenthesis,
                K::CloseParenthesis,
                K::Dash,
                K::Question,
            ]
        );
    }

    #[test]
    fn every_ascii_letter_is_a_token() {
        let letters: String = ('A'..='Z').chain('a'..='z').collect();
        let parse = lex(&letters);
        assert_eq!(parse.value.len(), 52);
        assert!(parse.diagnostics.is_empty());
    }

    #[test]
    fn neighboring_strangers_are_one_finding() {
        assert_eq!(codes_and_spans("W, \tF"), ["E0101 1..4"]);
        assert_eq!(codes_and_spans(",W,"), ["E0101 0..1", "E0101 2..3"]);
    }

    #[test]
    fn strangers_of_several_bytes_are_whole() {
        assert_eq!(codes_and_spans("Wé♞F"), ["E0101 1..6"]);
        assert_eq!(codes_and_spans("W\u{2013}F"), ["E0101 1..4"]);
        assert!(lex("W\u{2013}F").diagnostics[0].help.is_some());
    }

    #[test]
    fn quotes_are_printable_and_short() {
        assert_eq!(quote("'a\u{7}"), "`'a\\u{7}`");
        assert_eq!(quote(&"9".repeat(400)).chars().count(), 19);
    }
}
