//! Quick fixes: unambiguous corrections of moves that cannot be read.

use crate::source::{Diagnostic, Span};
use crate::syntax::betza::ast::{Token, TokenKind};

use super::Recovery;

/// The longest text, in tokens, that is put in brackets as a whole.
const MOST_TOKENS: usize = 16;

impl Recovery<'_> {
    /// Proposes brackets around the whole text, if it consists of legs and `joint` is the first joint.
    pub(super) fn in_brackets(&self, joint: usize, finding: Diagnostic) -> Diagnostic {
        let is_joint = |token: &Token| matches!(token.kind, TokenKind::Dash | TokenKind::Question);
        let is_leg = |token: &Token| {
            matches!(
                token.kind,
                TokenKind::Atom | TokenKind::Modifier | TokenKind::Number
            )
        };
        let is_whole = self.tokens.len() <= MOST_TOKENS
            && !self.tokens[..joint].iter().any(is_joint)
            && self
                .tokens
                .iter()
                .all(|token| is_joint(token) || is_leg(token))
            && self.tokens.split(is_joint).all(|leg| {
                let atoms = leg.iter().filter(|token| token.kind == TokenKind::Atom);
                atoms.count() == 1
            });
        if is_whole {
            let end = self.at(self.tokens.len() - 1).range().end;
            let start = self.at(0).range().start;
            finding
                .with_edit(Span::at(start), "[")
                .with_edit(Span::at(end), "]")
        } else {
            finding
        }
    }

    /// Proposes a closing parenthesis before the atom at which parsing stopped.
    pub(super) fn closing_parenthesis(
        &self,
        open: usize,
        at: usize,
        finding: Diagnostic,
    ) -> Diagnostic {
        if at > open + 1 && self.kind(at) == Some(TokenKind::Atom) {
            finding.with_edit(Span::at(self.at(at).range().start), ")")
        } else {
            finding
        }
    }

    /// Proposes a closing bracket where parsing stopped, if the bracket contains only legs and more than one.
    pub(super) fn closing_bracket(
        &self,
        open: usize,
        at: usize,
        resume: usize,
        finding: Diagnostic,
    ) -> Diagnostic {
        let last = self.kind(at - 1);
        let is_leg = matches!(
            last,
            Some(TokenKind::Atom | TokenKind::Number | TokenKind::Star)
        );
        let mut joints = self.tokens[open..at]
            .iter()
            .filter(|token| matches!(token.kind, TokenKind::Dash | TokenKind::Question));
        if at == resume && is_leg && joints.next().is_some() {
            finding.with_edit(Span::at(self.at(at - 1).range().end), "]")
        } else {
            finding
        }
    }

    /// Proposes to swap number and suffix in `W2X`, if the atom has one of each.
    pub(super) fn suffix_before_number(
        &self,
        at: usize,
        previous: Option<TokenKind>,
        finding: Diagnostic,
    ) -> Diagnostic {
        let suffix = self.written(at);
        let is_late = matches!(suffix, "X" | "Y")
            && previous == Some(TokenKind::Number)
            && at >= 2
            && self.kind(at - 2) == Some(TokenKind::Atom);
        if is_late {
            let swapped = format!("{suffix}{}", self.written(at - 1));
            finding.with_edit(self.at(at - 1).to(self.at(at)), swapped)
        } else {
            finding
        }
    }

    /// Whether no sign follows the atom.
    pub(super) fn is_bare_atom(&self, atom: usize) -> bool {
        match self.kind(atom + 1) {
            None | Some(TokenKind::Modifier | TokenKind::OpenBracket) => true,
            Some(TokenKind::Atom) => self.written(atom + 1) != self.written(atom),
            _ => false,
        }
    }
}

/// The replacement for a capital that has a meaning in other notations or programs.
pub(super) fn substitute(letter: &str) -> String {
    let known = match letter {
        "E" => "an elephant is `FA`, an empress is `RN`",
        "M" => "a marshal is `RN`, a mann is `K`",
        "P" => "a pawn is `fmWfceF`, one with a double step `fmWfceFifmnD`",
        "S" => "a silver general is `FfW`",
        "T" => "a tripper is `G`, a threeleaper is `H`",
        "V" => "a vao is `mBcpB`",
        _ => "",
    };
    let atoms = "the atoms are W F D N A H C L Z J G, K Q R B, and O U I @";
    if known.is_empty() {
        atoms.to_owned()
    } else {
        format!("{known}; {atoms}")
    }
}
