//! Lexer of move descriptions.

use logos::Logos;

use crate::source::{Diagnostic, Parse, Span, codes};

use super::token::{Token, TokenKind};

/// Splits `text` into tokens and reports characters that belong to no token.
///
/// Tokens and findings together cover the text exactly, in order. Adjacent unknown characters are one finding.
///
/// # Examples
///
/// ```
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
