//! Error recovery: reports a move that cannot be read and finds the token at which parsing resumes.
//!
//! The grammar stops at one token. The tokens of the move before it, and those that become unreadable because of it,
//! are left out of the tree and marked in the finding, so that no byte is dropped silently.

mod mending;

use std::ops::Range;

use crate::source::{Diagnostic, Span, codes};

use super::ast::{Item, Move, Token, TokenKind};
use super::stream::{Refusal, Wanted, quote};
use mending::substitute;

/// The longest text, in bytes, that a help text repeats with a correction.
const LONGEST_PROPOSAL: usize = 24;

/// Matches opening and closing signs.
#[derive(Debug)]
pub(super) struct Recovery<'t> {
    text: &'t str,
    tokens: &'t [Token],
    /// For each opening sign, the index of its closing sign, if any.
    closing: Vec<Option<usize>>,
}

impl<'t> Recovery<'t> {
    pub(super) fn new(text: &'t str, tokens: &'t [Token]) -> Self {
        let mut closing = vec![None; tokens.len()];
        let mut brackets = Vec::new();
        let mut parentheses = Vec::new();
        for (index, token) in tokens.iter().enumerate() {
            let opening = match token.kind {
                TokenKind::OpenBracket => {
                    brackets.push(index);
                    None
                }
                TokenKind::OpenParenthesis => {
                    parentheses.push(index);
                    None
                }
                TokenKind::CloseBracket => brackets.pop(),
                TokenKind::CloseParenthesis => parentheses.pop(),
                _ => None,
            };
            if let Some(opening) = opening {
                closing[opening] = Some(index);
            }
        }
        Recovery {
            text,
            tokens,
            closing,
        }
    }

    /// The finding for a move that begins at token `start` and was refused, and the token at which parsing resumes,
    /// which is always after `start`. `before` is the last move that was read.
    pub(super) fn recover(
        &self,
        start: usize,
        refusal: &Refusal<'_>,
        before: Option<&Move>,
    ) -> (Diagnostic, usize) {
        let at = self.tokens.len() - refusal.remaining();
        let stop = Stop {
            start,
            at,
            wanted: refusal.wanted,
        };
        let opening = refusal.inside.and_then(|opening| {
            let index = self
                .tokens
                .binary_search_by_key(&opening.span.start, |token| token.span.start);
            index.ok().map(|index| (opening.kind, index))
        });
        let (finding, resume) = match opening {
            Some((TokenKind::OpenBracket, open)) => self.in_bracket(&stop, open),
            Some((_, open)) => self.in_group(&stop, open),
            None => self.in_chain(&stop, before),
        };
        (finding, resume.max(start + 1))
    }

    /// Handles letters that are not followed by an atom.
    fn in_chain(&self, stop: &Stop, before: Option<&Move>) -> (Diagnostic, usize) {
        let at = stop.at;
        let taken = stop.start..at;
        match self.kind(at) {
            None => (self.stray_modifiers(taken, before), at),
            Some(TokenKind::Capital) => {
                let end = self.behind_capital(at);
                let finding = self.unknown_capital(taken.clone(), at);
                let finding = match self.span(at + 1..end) {
                    Some(tail) => finding.with_label(tail, "omitted with it"),
                    None => finding,
                };
                (finding, end)
            }
            Some(TokenKind::Number | TokenKind::Star | TokenKind::Apostrophe) => {
                let finding = self.range_without_atom(&taken, at);
                (self.leaving_out(finding, taken), at + 1)
            }
            Some(TokenKind::OpenParenthesis) => self.second_group(taken, at),
            Some(TokenKind::OpenBracket) => {
                let culprit = self.tokens[taken.clone()]
                    .iter()
                    .find(|token| token.kind != TokenKind::Modifier)
                    .map_or(self.at(at), |token| token.span);
                let what = match self.text.get(culprit.range()) {
                    Some("a") => "`a` is not allowed before a bracket",
                    _ => "a repeated group is not allowed before a bracket",
                };
                let finding = Diagnostic::new(codes::UNEXPECTED_TOKEN, culprit, what).with_help(
                    "letters before a bracket select moves by direction; write legs inside the bracket",
                );
                (self.leaving_out(finding, taken), at)
            }
            Some(TokenKind::CloseBracket | TokenKind::CloseParenthesis) => {
                let opening = match self.kind(at) {
                    Some(TokenKind::CloseBracket) => "[",
                    _ => "(",
                };
                let message = format!("{} without a `{opening}` before it", self.quoted(at));
                let finding = self.unexpected(at, message);
                (self.leaving_out(finding, taken), at + 1)
            }
            Some(TokenKind::Dash | TokenKind::Question) => {
                let message = format!("{} outside of square brackets", self.quoted(at));
                let finding = self
                    .unexpected(at, message)
                    .with_help("join legs inside square brackets, as in `[W-F]`");
                let finding = self.in_brackets(at, finding);
                (self.leaving_out(finding, taken), at + 1)
            }
            Some(TokenKind::Atom | TokenKind::Modifier | TokenKind::Again) => {
                let finding = self.expected(stop);
                (self.leaving_out(finding, taken), at + 1)
            }
        }
    }

    /// Handles a group in parentheses that cannot be read.
    fn in_group(&self, stop: &Stop, open: usize) -> (Diagnostic, usize) {
        let at = stop.at;
        let Some(close) = self.closing[open] else {
            let finding = Diagnostic::new(
                codes::UNCLOSED_BRACKET,
                self.at(open),
                "this parenthesis is not closed",
            )
            .with_help("write `)` after the repeated letters, as in `(az)N`");
            let finding = self.closing_parenthesis(open, at, finding);
            return (self.leaving_out(finding, stop.start..at), at);
        };
        let end = self.behind_group(close);
        let finding = match self.kind(at) {
            Some(TokenKind::CloseParenthesis) => Diagnostic::new(
                codes::UNEXPECTED_TOKEN,
                self.at(open).to(self.at(at)),
                "the parentheses are empty",
            )
            .with_help("parentheses repeat letters before an atom, as in `(az)N`"),
            Some(TokenKind::OpenParenthesis) => Diagnostic::new(
                codes::NESTED_PARENTHESES,
                self.at(at).to(self.closing_span(at)),
                "parentheses inside parentheses",
            )
            .with_label(self.at(open), "the outer ones begin here")
            .with_help("write the inner letters out, once for each repetition"),
            _ => self
                .unexpected(
                    at,
                    format!(
                        "only small letters are allowed in parentheses, not {}",
                        self.quoted(at)
                    ),
                )
                .with_help(
                    "parentheses repeat letters before an atom, as in `(az)N`; write legs with their own atoms as \
                     `[W-F]`",
                ),
        };
        (self.leaving_out(finding, stop.start..end), end)
    }

    /// Handles a bracket that cannot be read.
    fn in_bracket(&self, stop: &Stop, open: usize) -> (Diagnostic, usize) {
        let at = stop.at;
        let Some(close) = self.closing[open] else {
            let resume = self.next_bracket(open);
            let finding = Diagnostic::new(
                codes::UNCLOSED_BRACKET,
                self.at(open),
                "this bracket is not closed",
            )
            .with_help("write `]` after the last leg, as in `[W-F]`");
            let finding = self.closing_bracket(open, at, resume, finding);
            return (self.leaving_out(finding, stop.start..resume), resume);
        };
        let letters = self.letters_before(at);
        let previous = at.checked_sub(1).and_then(|before| self.kind(before));
        let finding = match (self.kind(at), previous) {
            (Some(TokenKind::CloseBracket), Some(TokenKind::OpenBracket)) => Diagnostic::new(
                codes::UNEXPECTED_TOKEN,
                self.at(open).to(self.at(at)),
                "the brackets are empty",
            )
            .with_help("write the legs of the move, as in `[W-F]`"),
            (Some(TokenKind::CloseBracket), Some(TokenKind::Dash | TokenKind::Question)) => self
                .unexpected(
                    at - 1,
                    format!("a leg is missing after {}", self.quoted(at - 1)),
                ),
            (
                Some(TokenKind::Dash | TokenKind::Question),
                Some(TokenKind::OpenBracket | TokenKind::Dash | TokenKind::Question),
            ) => self.unexpected(at, format!("a leg is missing before {}", self.quoted(at))),
            (
                Some(TokenKind::CloseBracket | TokenKind::Dash | TokenKind::Question),
                Some(TokenKind::Modifier),
            ) => self.stray_modifiers(letters, None),
            (Some(TokenKind::Capital), _) => self.unknown_capital(letters, at),
            (Some(TokenKind::Again), _) => self
                .unexpected(at, "`a` is not allowed in a bracket".to_owned())
                .with_help("the next leg begins after `-` or `?` and has its own atom"),
            (Some(TokenKind::OpenBracket), _) => {
                self.unexpected(at, "brackets are not allowed inside brackets".to_owned())
            }
            (Some(TokenKind::OpenParenthesis), _) => self
                .unexpected(at, "parentheses are not allowed inside brackets".to_owned())
                .with_help("write the legs out, or write the move without brackets"),
            (Some(TokenKind::Number | TokenKind::Star | TokenKind::Apostrophe), _) => {
                self.range_without_atom(&letters, at)
            }
            _ => self.expected(stop).with_help(
                "join legs by `-` if the move must go on, or by `?` if it may end there",
            ),
        };
        let end = close + 1;
        (self.leaving_out(finding, stop.start..end), end)
    }

    /// The finding for modifiers without an atom, E0104.
    fn stray_modifiers(&self, letters: Range<usize>, before: Option<&Move>) -> Diagnostic {
        let span = self.span(letters).unwrap_or_default();
        let written = self.text.get(span.range()).unwrap_or_default();
        let message = if written.len() == 1 {
            format!("the modifier {} has no atom", quote(written))
        } else {
            format!("the modifiers {} have no atom", quote(written))
        };
        let mut edit = None;
        let help = match before {
            // Only next to a bare atom is the intended place of the letters clear.
            Some(Move::Chain(chain))
                if chain.span.end == span.start
                    && chain.span.to(span).len() <= LONGEST_PROPOSAL
                    && chain.items.iter().all(is_modifier)
                    && written
                        .bytes()
                        .all(|byte| byte.is_ascii_lowercase() && byte != b'a') =>
            {
                let meant = format!("{written}{chain}");
                let help = format!("write modifiers before their atom: `{meant}`");
                edit = Some((chain.span.to(span), meant));
                help
            }
            _ => "write modifiers before their atom, as in `fN`".to_owned(),
        };
        let finding = Diagnostic::new(codes::STRAY_MODIFIER, span, message).with_help(help);
        match edit {
            Some((place, meant)) => finding.with_edit(place, meant),
            None => finding,
        }
    }

    /// The finding for an unknown capital, E0102.
    fn unknown_capital(&self, letters: Range<usize>, at: usize) -> Diagnostic {
        let letter = self.written(at);
        let previous = at
            .checked_sub(1)
            .filter(|_| letters.is_empty())
            .and_then(|before| self.kind(before));
        let (message, help) = match (letter, previous) {
            ("X" | "Y", Some(TokenKind::Atom)) => {
                let atom = self.written(at - 1);
                (
                    format!("the suffix `{letter}` is not allowed after a doubled atom"),
                    format!(
                        "write `{atom}{letter}0` for the unlimited rider, \
                         `{atom}{letter}{atom}` for the two atoms"
                    ),
                )
            }
            ("X" | "Y", Some(TokenKind::Number | TokenKind::Star | TokenKind::Apostrophe)) => (
                format!("the suffix `{letter}` must follow its atom directly"),
                format!("write the suffix before the range, as in `W{letter}2`"),
            ),
            ("X" | "Y", _) => (
                format!("the suffix `{letter}` has no atom before it"),
                format!("a suffix makes the leap of an atom longer, as in `W{letter}`"),
            ),
            _ => (format!("`{letter}` is not an atom"), substitute(letter)),
        };
        let finding = Diagnostic::new(codes::UNKNOWN_ATOM, self.at(at), message).with_help(help);
        let finding = self.suffix_before_number(at, previous, finding);
        match self.span(letters.clone()) {
            None => finding,
            Some(span) if letters.len() == 1 => finding.with_label(span, "this belongs to it"),
            Some(span) => finding.with_label(span, "these belong to it"),
        }
    }

    /// The finding for a number, `*` or `'` without an atom, E0106.
    fn range_without_atom(&self, letters: &Range<usize>, at: usize) -> Diagnostic {
        let shown = self.quoted(at);
        let next = match self.kind(at + 1) {
            Some(TokenKind::Atom) => Some(self.written(at + 1)),
            _ => None,
        };
        let example = match self.kind(at) {
            Some(TokenKind::Star) => "W*",
            Some(TokenKind::Apostrophe) => "N'",
            _ => "N2",
        };
        let previous = at
            .checked_sub(1)
            .filter(|_| letters.is_empty())
            .and_then(|before| self.kind(before));
        let mut edit = None;
        let (message, help) = match (previous, next) {
            (Some(TokenKind::CloseBracket), _) => (
                format!("{shown} is not allowed after a bracket"),
                "a range belongs to one leg, as in `[W-F2]`".to_owned(),
            ),
            (Some(TokenKind::Apostrophe), _) if self.kind(at) != Some(TokenKind::Apostrophe) => (
                format!("the range {shown} follows the apostrophe"),
                "write the range before the apostrophe, as in `N2'`".to_owned(),
            ),
            (Some(TokenKind::Number | TokenKind::Star | TokenKind::Apostrophe), _) => (
                format!("{shown} is surplus"),
                "an atom has at most one range and one apostrophe, as in `N2'`".to_owned(),
            ),
            (_, Some(atom)) if self.at(at).len() + letters.len() <= LONGEST_PROPOSAL => {
                let meant = format!(
                    "{}{atom}{}",
                    self.span(letters.clone())
                        .and_then(|span| self.text.get(span.range()))
                        .unwrap_or_default(),
                    self.written(at),
                );
                let help = format!("write it after its atom: `{meant}`");
                if self.is_bare_atom(at + 1) {
                    let first = self.at(letters.start.min(at));
                    edit = Some((first.to(self.at(at + 1)), meant));
                }
                (format!("{shown} has no atom before it"), help)
            }
            _ => (
                format!("{shown} has no atom before it"),
                format!("write it after its atom, as in `{example}`"),
            ),
        };
        let finding = self.unexpected(at, message).with_help(help);
        match edit {
            Some((place, meant)) => finding.with_edit(place, meant),
            None => finding,
        }
    }

    /// Handles a second group before one atom.
    fn second_group(&self, taken: Range<usize>, at: usize) -> (Diagnostic, usize) {
        let (finding, resume) = match self.closing[at] {
            None => (
                Diagnostic::new(
                    codes::UNCLOSED_BRACKET,
                    self.at(at),
                    "this parenthesis is not closed",
                ),
                at + 1,
            ),
            Some(close) => {
                let resume = self.behind_group(close);
                let span = self.span(at..resume).unwrap_or_default();
                let finding = Diagnostic::new(
                    codes::NESTED_PARENTHESES,
                    span,
                    "a second pair of parentheses before one atom",
                )
                .with_help("an atom has at most one repeated group; write the other letters out");
                (finding, resume)
            }
        };
        (self.leaving_out(finding, taken), resume)
    }

    fn unexpected(&self, at: usize, message: String) -> Diagnostic {
        Diagnostic::new(codes::UNEXPECTED_TOKEN, self.at(at), message)
    }

    fn expected(&self, stop: &Stop) -> Diagnostic {
        let message = format!("expected {}, found {}", stop.wanted, self.quoted(stop.at));
        self.unexpected(stop.at, message)
    }

    /// Labels tokens that are left out of the tree, unless the finding's own place contains them.
    fn leaving_out(&self, finding: Diagnostic, tokens: Range<usize>) -> Diagnostic {
        match self.span(tokens) {
            Some(span) if finding.span.to(span) != finding.span => {
                finding.with_label(span, "omitted because of it")
            }
            _ => finding,
        }
    }

    /// The index after an unknown capital and its signs.
    fn behind_capital(&self, capital: usize) -> usize {
        let mut end = capital + 1;
        while matches!(
            self.kind(end),
            Some(TokenKind::Number | TokenKind::Star | TokenKind::Apostrophe)
        ) || self.kind(end) == Some(TokenKind::Capital)
            && matches!(self.written(end), "X" | "Y")
        {
            end += 1;
        }
        end
    }

    /// The index after a group and its count.
    fn behind_group(&self, close: usize) -> usize {
        match self.kind(close + 1) {
            Some(TokenKind::Number) => close + 2,
            _ => close + 1,
        }
    }

    /// The index at which the next bracket begins, including its letters; the end if none follows.
    fn next_bracket(&self, open: usize) -> usize {
        let inner = open + 1;
        let next = self.tokens[inner..]
            .iter()
            .position(|token| token.kind == TokenKind::OpenBracket);
        match next {
            Some(offset) => self.letters_before(inner + offset).start,
            None => self.tokens.len(),
        }
    }

    /// The modifiers directly before a token.
    fn letters_before(&self, index: usize) -> Range<usize> {
        let others = self.tokens[..index]
            .iter()
            .rposition(|token| token.kind != TokenKind::Modifier);
        others.map_or(0, |other| other + 1)..index
    }

    fn kind(&self, index: usize) -> Option<TokenKind> {
        self.tokens.get(index).map(|token| token.kind)
    }

    /// The place of one token; the end of the text for an index after the last token.
    fn at(&self, index: usize) -> Span {
        self.tokens
            .get(index)
            .map_or(Span::at(self.text.len()), |token| token.span)
    }

    /// The place of the sign that closes the one at `index`, or of that sign itself if none does.
    fn closing_span(&self, index: usize) -> Span {
        self.at(self.closing[index].unwrap_or(index))
    }

    /// The place of several tokens; `None` for an empty range.
    fn span(&self, tokens: Range<usize>) -> Option<Span> {
        match self.tokens.get(tokens)? {
            [] => None,
            [only] => Some(only.span),
            [first, .., last] => Some(first.span.to(last.span)),
        }
    }

    fn written(&self, index: usize) -> &'t str {
        self.text.get(self.at(index).range()).unwrap_or_default()
    }

    fn quoted(&self, index: usize) -> String {
        quote(self.written(index))
    }
}

/// The point at which the grammar stopped.
#[derive(Debug)]
struct Stop {
    /// The first token of the move.
    start: usize,
    /// The index of the refused token; the number of tokens at the end of the text.
    at: usize,
    /// The tokens that would have been accepted.
    wanted: Wanted,
}

fn is_modifier(item: &Item) -> bool {
    matches!(item, Item::Letter(letter) if letter.char != 'a')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::betza::{lex, parse};

    fn findings(text: &str) -> Vec<String> {
        parse(text)
            .diagnostics
            .iter()
            .map(|finding| {
                let labels: Vec<String> = finding
                    .labels
                    .iter()
                    .map(|(span, _)| format!(" {span:?}"))
                    .collect();
                let labels = labels.concat();
                format!("{} {:?}{labels}", finding.code, finding.span)
            })
            .collect()
    }

    #[test]
    fn signs_are_paired_by_depth() {
        let tokens = lex("[(])[[]").value;
        let recovery = Recovery::new("[(])[[]", &tokens);
        let pairs = [Some(2), Some(3), None, None, None, Some(6), None];
        assert_eq!(recovery.closing, pairs);
    }

    #[test]
    fn reading_goes_on_behind_what_is_wrong() {
        for (text, tree) in [
            ("fMW", "W"),
            ("E2'W", "W"),
            ("EXW", "W"),
            ("EEW", "W"),
            ("3NW", "NW"),
            ("f3NW", "NW"),
            ("W-F", "WF"),
            ("f]W", "W"),
            ("[WF]N", "N"),
            ("[W-[F]]N", "N"),
            ("[W-FN", ""),
            ("[W-FNf[D?D]", "f[D?D]"),
            ("(azN", "N"),
            ("(W)3N", "N"),
            ("(a(b)2z)3N", "N"),
            ("((az)N", "(az)N"),
            ("(a)2(b)3cN", "cN"),
            ("a[W]", "[W]"),
            ("(a)f[W]", "[W]"),
        ] {
            assert_eq!(parse(text).value.to_string(), tree, "{text}");
        }
    }

    #[test]
    fn what_is_left_out_is_marked() {
        assert_eq!(findings("fmEX2W"), ["E0102 2..3 0..2 3..5"]);
        assert_eq!(findings("Nf[W-Q-]"), ["E0106 6..7 1..8"]);
        assert_eq!(findings("f(az)(N"), ["E0105 5..6 0..5"]);
        assert_eq!(findings("f(a(b)2z)3N"), ["E0111 3..6 1..2 0..10"]);
        assert_eq!(findings("N[]"), ["E0106 1..3"]);
        assert_eq!(findings("f[]"), ["E0106 1..3 0..3"]);
    }

    #[test]
    fn a_correction_is_proposed_where_it_is_certain() {
        let help = |text: &str| parse(text).diagnostics[0].help.clone().unwrap_or_default();
        assert!(help("cNf").ends_with(": `fcN`"));
        assert!(help("f12N").ends_with(": `fN12`"));
        assert!(help("NNX").contains("`NX0`"));
        // The letters may belong to either leg, or to the missing atom.
        assert!(help("fafNb").ends_with("as in `fN`"));
        assert!(help("Naf").ends_with("as in `fN`"));
        assert!(help(&format!("{}3N", "f".repeat(200))).len() < 60);
    }
}
