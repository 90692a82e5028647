//! Parser of move descriptions.
//!
//! Each production of `grammar/betza.ebnf` is one function with the production as its comment; a test compares the two.
//! The grammar itself has no error recovery: [`parse_with`] reads one move after the other, and `recovery` decides what
//! to report and where to resume.

use nom::branch::alt;
use nom::combinator::{map, opt};
use nom::multi::{many0, many1};
use nom::{Err, Input, Parser};

use crate::source::{Diagnostic, Parse, Span, codes};

use super::ast::{
    Atom, Bracket, BracketLeg, Chain, Description, Item, Join, Letter, Move, Number, Range, Repeat,
    Token, TokenKind, is_doubling,
};
use super::recovery::Recovery;
use super::stream::{Read, Refusal, Tokens, Wanted, committed, lex, quote, sign};

/// Limits on the size of a description.
///
/// Parsing takes time and memory in proportion to the text, so its length is the only limit. The notation itself bounds
/// the rest: a number has at most two digits, parentheses and brackets do not nest, and an atom has at most one group.
/// The unfolding of groups is limited when they are resolved.
///
/// # Examples
///
/// ```
/// # extern crate ferz_syntax as ferz;
/// use ferz::syntax::betza::{SyntaxLimits, parse_with};
///
/// let limits = SyntaxLimits { max_length: 4 };
/// let parse = parse_with("fmWfceF", &limits);
/// assert_eq!(parse.diagnostics[0].code.as_str(), "E0108");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxLimits {
    /// The longest text that is read, in bytes; 4096 by default. Values above `u32::MAX` are reduced to `u32::MAX`,
    /// because places in a text have 32 bits.
    pub max_length: usize,
}

impl Default for SyntaxLimits {
    fn default() -> Self {
        SyntaxLimits { max_length: 4096 }
    }
}

/// Reads a description within the default limits. Never fails: unreadable text is reported and left out of the tree.
///
/// Every byte of the text belongs to a node of the tree or to a finding, and a tree without findings prints the same
/// text.
///
/// # Examples
///
/// ```
/// # extern crate ferz_syntax as ferz;
/// use ferz::syntax::betza::parse;
///
/// let pawn = parse("fmWfceFifmnD");
/// assert!(pawn.diagnostics.is_empty());
/// assert_eq!(pawn.value.moves.len(), 3);
/// assert_eq!(pawn.value.to_string(), "fmWfceFifmnD");
///
/// let slip = parse("NfM");
/// assert_eq!(slip.value.to_string(), "N");
/// assert_eq!(slip.diagnostics[0].code.as_str(), "E0102");
/// ```
pub fn parse(text: &str) -> Parse<Description> {
    parse_with(text, &SyntaxLimits::default())
}

/// Reads a description, as [`parse`] does, within the given limits.
///
/// A text beyond the limit is reported as a whole, and its tree is empty.
///
/// `description = move , { move } ;`
pub fn parse_with(text: &str, limits: &SyntaxLimits) -> Parse<Description> {
    let max_length = limits.max_length.min(u32::MAX as usize);
    if text.len() > max_length {
        let finding = Diagnostic::new(
            codes::TEXT_TOO_LONG,
            Span::new(0, text.len().min(u32::MAX as usize)),
            format!(
                "the text has {} bytes, more than the limit of {max_length}",
                text.len()
            ),
        );
        return Parse {
            value: Description::default(),
            diagnostics: vec![finding],
        };
    }
    if text.is_empty() {
        let finding = Diagnostic::new(
            codes::EMPTY_DESCRIPTION,
            Span::at(0),
            "the move description is empty",
        )
        .with_help("write at least one atom, such as `K`");
        return Parse {
            value: Description::default(),
            diagnostics: vec![finding],
        };
    }

    let Parse {
        value: tokens,
        mut diagnostics,
    } = lex(text);
    let tokens = inspect(text, tokens, &mut diagnostics);
    let recovery = Recovery::new(text, &tokens);
    let mut moves: Vec<Move> = Vec::new();
    let mut input = Tokens::new(text, &tokens);
    while input.first().is_some() {
        match r#move(input) {
            Ok((rest, one)) => {
                moves.push(one);
                input = rest;
            }
            Err(Err::Error(refusal) | Err::Failure(refusal)) => {
                let start = tokens.len() - input.input_len();
                let (finding, resume) = recovery.recover(start, &refusal, moves.last());
                diagnostics.push(finding);
                input = Tokens::new(text, tokens.get(resume..).unwrap_or_default());
            }
            // None of these parsers is a streaming parser.
            Err(Err::Incomplete(_)) => break,
        }
    }
    let start = |finding: &Diagnostic| Span::at(finding.span.start as usize);
    Diagnostic::sort_by(&mut diagnostics, start);
    Parse {
        value: Description { moves },
        diagnostics,
    }
}

/// Reports faults of single tokens, wherever they occur, and returns the tokens that the grammar accepts.
fn inspect(text: &str, tokens: Vec<Token>, diagnostics: &mut Vec<Diagnostic>) -> Vec<Token> {
    let mut kept = Vec::with_capacity(tokens.len());
    for token in tokens {
        let written = text.get(token.span.range()).unwrap_or_default();
        match token.kind {
            TokenKind::Modifier if written == "w" => {
                diagnostics.push(
                    Diagnostic::new(
                        codes::UNKNOWN_MODIFIER,
                        token.span,
                        "`w` is not a modifier",
                    )
                    .with_help(
                        "the Wazir is the capital `W`; the directions are f b l r v s h, the modes \
                         m c d e k p g y x u t, the flags i n j o z q",
                    ),
                );
                continue;
            }
            TokenKind::Number if written.len() > 2 => {
                diagnostics.push(
                    Diagnostic::new(
                        codes::RANGE_TOO_LARGE,
                        token.span,
                        format!("the number {} has more than two digits", quote(written)),
                    )
                    .with_help("write `0` for an unlimited range"),
                );
            }
            TokenKind::Number if written.len() == 2 && written.starts_with('0') => {
                let rest = &written[1..];
                diagnostics.push(
                    Diagnostic::new(
                        codes::RANGE_LEADING_ZERO,
                        token.span,
                        format!("the number `{written}` has a leading zero"),
                    )
                    .with_help(match rest {
                        "0" => "write `0` for an unlimited range".to_owned(),
                        _ => format!("write `{rest}`"),
                    }),
                );
            }
            _ => {}
        }
        kept.push(token);
    }
    kept
}

/// `move = bracket | chain ;`
fn r#move(input: Tokens<'_>) -> Read<'_, Move> {
    alt((map(bracket, Move::Bracket), map(chain, Move::Chain))).parse(input)
}

/// `chain = { letter } , [ group , { letter } ] , atom ;`
fn chain(input: Tokens<'_>) -> Read<'_, Chain> {
    let (rest, letters) = many0(map(letter, Item::Letter)).parse(input)?;
    let (rest, repeated) =
        opt((map(group, Item::Repeat), many0(map(letter, Item::Letter)))).parse(rest)?;
    let (rest, atom) = atom(rest)?;
    let mut items = letters;
    if let Some((group, letters)) = repeated {
        items.push(group);
        items.extend(letters);
    }
    let span = items.first().map_or(atom.span, Item::span).to(atom.span);
    Ok((rest, Chain { items, atom, span }))
}

/// `letter = modifier | "a" ;`
fn letter(input: Tokens<'_>) -> Read<'_, Letter> {
    alt((modifier, as_letter(TokenKind::Again, Wanted::MODIFIER))).parse(input)
}

fn modifier(input: Tokens<'_>) -> Read<'_, Letter> {
    as_letter(TokenKind::Modifier, Wanted::MODIFIER)(input)
}

/// Reads one token that becomes a letter of the tree.
fn as_letter<'t>(
    kind: TokenKind,
    wanted: Wanted,
) -> impl Fn(Tokens<'t>) -> Read<'t, Letter> + Copy {
    move |input: Tokens<'t>| {
        let (rest, token) = sign(kind, wanted)(input)?;
        Ok((rest, input.letter(token)))
    }
}

/// `group = "(" , letter , { letter } , ")" , [ number ] ;`
fn group(input: Tokens<'_>) -> Read<'_, Repeat> {
    let (rest, opening) = sign(TokenKind::OpenParenthesis, Wanted::OPEN_PARENTHESIS)(input)?;
    let close = sign(
        TokenKind::CloseParenthesis,
        Wanted::MODIFIER | Wanted::CLOSE_PARENTHESIS,
    );
    let (rest, (letters, closing)) =
        committed(opening, |input| (many1(letter), close).parse(input))(rest)?;
    let (rest, count) = opt(number).parse(rest)?;
    let last = count.map_or(closing.span, |count| count.span);
    let repeat = Repeat {
        letters,
        count,
        span: opening.span.to(last),
    };
    Ok((rest, repeat))
}

/// `bracket = { modifier } , "[" , leg , { join , continuation } , "]" ;`
fn bracket(input: Tokens<'_>) -> Read<'_, Bracket> {
    let (rest, prefix) = many0(modifier).parse(input)?;
    let (rest, opening) = sign(TokenKind::OpenBracket, Wanted::OPEN_BRACKET)(rest)?;
    let close = sign(
        TokenKind::CloseBracket,
        Wanted::JOIN | Wanted::CLOSE_BRACKET,
    );
    let (rest, (first, others, closing)) = committed(opening, |input| {
        (leg, many0((join, committed(opening, continuation))), close).parse(input)
    })(rest)?;
    let mut legs = vec![first];
    for (join, leg) in others {
        if let Some(last) = legs.last_mut() {
            last.join = Some(join);
        }
        legs.push(leg);
    }
    let start = prefix.first().map_or(opening.span, |letter| letter.span);
    let bracket = Bracket {
        prefix,
        legs,
        span: start.to(closing.span),
    };
    Ok((rest, bracket))
}

/// `leg = { modifier } , atom ;`
fn leg(input: Tokens<'_>) -> Read<'_, BracketLeg> {
    let (rest, letters) = many0(modifier).parse(input)?;
    let (rest, atom) = atom(rest)?;
    let span = letters
        .first()
        .map_or(atom.span, |letter| letter.span)
        .to(atom.span);
    let leg = BracketLeg {
        letters,
        atom,
        join: None,
        span,
    };
    Ok((rest, leg))
}

/// `continuation = [ "a" ] , leg ;`
fn continuation(input: Tokens<'_>) -> Read<'_, BracketLeg> {
    let again = as_letter(TokenKind::Again, Wanted::MODIFIER);
    let (rest, (again, mut leg)) = (opt(again), leg).parse(input)?;
    if let Some(again) = again {
        leg.letters.insert(0, again);
        leg.span = again.span.to(leg.span);
    }
    Ok((rest, leg))
}

/// `join = "-" | "?" ;`
fn join(input: Tokens<'_>) -> Read<'_, Join> {
    alt((
        map(sign(TokenKind::Dash, Wanted::JOIN), |_| Join::Must),
        map(sign(TokenKind::Question, Wanted::JOIN), |_| Join::May),
    ))
    .parse(input)
}

/// `atom = ( rider | leap ) , [ range ] , [ "'" ] ;`
fn atom(input: Tokens<'_>) -> Read<'_, Atom> {
    let (rest, mut atom) = alt((rider, leap)).parse(input)?;
    let (rest, range) = opt(range).parse(rest)?;
    let (rest, apostrophe) = opt(sign(TokenKind::Apostrophe, Wanted::SUFFIX)).parse(rest)?;
    atom.range = range;
    atom.apostrophe = apostrophe.map(|token| token.span);
    let last = atom.apostrophe.or(range.map(Range::span));
    atom.span = atom.span.to(last.unwrap_or(atom.span));
    Ok((rest, atom))
}

/// `rider = "WW" | "FF" | "DD" | "NN" | "AA" | "HH" | "CC" | "LL" | "ZZ" | "JJ" | "GG" ;`
fn rider(input: Tokens<'_>) -> Read<'_, Atom> {
    let (rest, letter) = atom_letter(input)?;
    let (after, again) = atom_letter(rest)?;
    if letter.char != again.char || !is_doubling(letter.char) {
        return Err(Err::Error(Refusal::new(rest, Wanted::SUFFIX)));
    }
    let rider = Atom {
        doubled: Some(again.span),
        span: letter.span.to(again.span),
        ..bare(letter)
    };
    Ok((after, rider))
}

/// `leap = atom-letter , { suffix } ;`
fn leap(input: Tokens<'_>) -> Read<'_, Atom> {
    let (rest, letter) = atom_letter(input)?;
    let (rest, suffixes) = many0(suffix).parse(rest)?;
    let last = suffixes.last().map_or(letter.span, |suffix| suffix.span);
    let leap = Atom {
        suffixes,
        span: letter.span.to(last),
        ..bare(letter)
    };
    Ok((rest, leap))
}

fn atom_letter(input: Tokens<'_>) -> Read<'_, Letter> {
    as_letter(TokenKind::Atom, Wanted::ATOM)(input)
}

const fn bare(letter: Letter) -> Atom {
    Atom {
        letter,
        doubled: None,
        suffixes: Vec::new(),
        range: None,
        apostrophe: None,
        span: letter.span,
    }
}

/// `suffix = "X" | "Y" ;`
fn suffix(input: Tokens<'_>) -> Read<'_, Letter> {
    let (rest, letter) = as_letter(TokenKind::Capital, Wanted::SUFFIX)(input)?;
    if matches!(letter.char, 'X' | 'Y') {
        Ok((rest, letter))
    } else {
        Err(Err::Error(Refusal::new(input, Wanted::SUFFIX)))
    }
}

/// `range = number | "*" ;`
fn range(input: Tokens<'_>) -> Read<'_, Range> {
    alt((
        map(number, Range::Number),
        map(sign(TokenKind::Star, Wanted::SUFFIX), |token| {
            Range::Star(token.span)
        }),
    ))
    .parse(input)
}

/// `number = "0" | positive , [ digit ] ;`
fn number(input: Tokens<'_>) -> Read<'_, Number> {
    let (rest, token) = sign(TokenKind::Number, Wanted::SUFFIX)(input)?;
    let number = Number {
        value: input.value(token),
        span: token.span,
    };
    Ok((rest, number))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clean(text: &str) -> Vec<Move> {
        let parse = parse(text);
        assert_eq!(parse.diagnostics, [], "{text}");
        assert_eq!(parse.value.to_string(), text);
        parse.value.moves
    }

    fn atom_of(one: &Move) -> &Atom {
        match one {
            Move::Chain(chain) => &chain.atom,
            Move::Bracket(_) => panic!("{one} is a bracket"),
        }
    }

    fn parts(text: &str) -> Vec<String> {
        clean(text).iter().map(Move::to_string).collect()
    }

    fn codes(text: &str) -> Vec<&'static str> {
        let findings = parse(text).diagnostics;
        findings
            .iter()
            .map(|finding| finding.code.as_str())
            .collect()
    }

    #[test]
    fn letters_belong_to_the_capital_behind_them() {
        assert_eq!(parts("fmWcF"), ["fmW", "cF"]);
        assert_eq!(parts("KNADcaKmcabK"), ["K", "N", "A", "D", "caK", "mcabK"]);
    }

    #[test]
    fn leapers_double_and_others_are_there_twice() {
        assert_eq!(parts("NNN"), ["NN", "N"]);
        assert_eq!(parts("NfN"), ["N", "fN"]);
        for letter in "WFDNAHCLZJG".chars() {
            assert_eq!(parts(&format!("{letter}{letter}")).len(), 1);
        }
        for letter in "KQRBOUI@".chars() {
            assert_eq!(parts(&format!("{letter}{letter}")).len(), 2);
        }
    }

    #[test]
    fn suffixes_ranges_and_apostrophes_stand_behind_the_atom() {
        let moves = clean("fWXY12'NN*");
        let long = atom_of(&moves[0]);
        assert_eq!(long.suffixes.len(), 2);
        assert_eq!(long.span, Span::new(1, 7));
        assert_eq!(long.apostrophe, Some(Span::new(6, 7)));
        let Some(Range::Number(number)) = long.range else {
            panic!("{:?} is not a number", long.range);
        };
        assert_eq!((number.value, number.span), (12, Span::new(4, 6)));
        let rider = atom_of(&moves[1]);
        assert_eq!(rider.doubled, Some(Span::new(8, 9)));
        assert_eq!(rider.range, Some(Range::Star(Span::new(9, 10))));
    }

    #[test]
    fn a_chain_may_have_one_group() {
        let moves = clean("f(az)12mN");
        let Move::Chain(chain) = &moves[0] else {
            panic!("{} is no chain", moves[0]);
        };
        assert_eq!(chain.items.len(), 3);
        assert_eq!(chain.items[1].span(), Span::new(1, 7));
        assert_eq!(codes("f(az)m(az)N"), ["E0111"]);
    }

    #[test]
    fn legs_know_how_they_go_on() {
        let moves = clean("v[W2?fF-NN]");
        let Move::Bracket(bracket) = &moves[0] else {
            panic!("{} is no bracket", moves[0]);
        };
        let joins: Vec<Option<Join>> = bracket.legs.iter().map(|leg| leg.join).collect();
        assert_eq!(joins, [Some(Join::May), Some(Join::Must), None]);
        assert_eq!(bracket.prefix.len(), 1);
        assert_eq!(bracket.legs[1].span, Span::new(5, 7));
    }

    #[test]
    fn wrong_numbers_are_clamped_and_reported_once() {
        for (text, code, value) in [
            ("R100", "E0107", 99),
            ("R007", "E0107", 7),
            ("R03", "E0110", 3),
            ("R00", "E0110", 0),
        ] {
            let parse = parse(text);
            assert_eq!(codes(text), [code]);
            let Some(Range::Number(number)) = atom_of(&parse.value.moves[0]).range else {
                panic!("{text} has no number");
            };
            assert_eq!(number.value, value, "{text}");
            assert_eq!(parse.diagnostics[0].span, number.span);
        }
        for text in ["R0", "R9", "R10", "R99"] {
            clean(text);
        }
    }

    #[test]
    fn findings_are_in_the_order_of_the_text() {
        assert_eq!(
            codes("3N,wEW123[]"),
            ["E0106", "E0101", "E0103", "E0102", "E0107", "E0106"]
        );
    }

    #[test]
    fn a_text_of_nothing_but_strangers_is_not_called_empty() {
        assert_eq!(codes(""), ["E0109"]);
        assert_eq!(codes("  "), ["E0101"]);
        assert_eq!(codes("w"), ["E0103"]);
    }
}
