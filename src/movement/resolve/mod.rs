//! Tree to movement: every letter gets its meaning here, and nowhere else.
//!
//! The numbered clauses are those of `docs/semantics.md`. XBetza, the Diagram of 2020 and Betza's
//! own notation are read by one reader with switches; XBoard and Fairy-Stockfish read so
//! differently that each has a reader of its own, which makes the same patterns.

mod atom;
mod bracket;
mod chain;
mod fairy_stockfish;
mod leg;
mod letters;
mod special;
mod xboard;

use crate::source::{Code, Diagnostic, Parse, Span, codes};
use crate::syntax::betza::Dialect;
use crate::syntax::betza::ast::{Description, Letter, Move};

use super::Movement;
use super::pattern::Pattern;

/// Limits on what a description may unfold to.
#[derive(Clone, Debug)]
pub struct MovementLimits {
    /// Legs of one move. Default 32.
    pub legs: usize,
    /// Patterns of one description. Default 1024.
    pub patterns: usize,
    /// Copies of a group in parentheses that has to be written out because it changes ranges or
    /// has no leg of its own. Default 36. All other groups are kept as they are.
    pub copies: usize,
}

impl Default for MovementLimits {
    fn default() -> Self {
        MovementLimits {
            legs: 32,
            patterns: 1024,
            copies: 36,
        }
    }
}

/// Gives a tree its meaning in a dialect.
pub(super) fn resolve(
    tree: &Parse<Description>,
    dialect: Dialect,
    limits: &MovementLimits,
) -> Parse<Movement> {
    let mut resolver = Resolver {
        dialect,
        limits,
        patterns: Vec::new(),
        diagnostics: Vec::new(),
    };
    match dialect {
        Dialect::XBoard => resolver.xboard(tree),
        Dialect::FairyStockfish => resolver.fairy_stockfish(&tree.value),
        _ => resolver.description(&tree.value),
    }
    resolver.doubled_compounds(&tree.value.moves);
    resolver.apply_limit();
    Parse {
        value: Movement::from_patterns(resolver.patterns),
        diagnostics: resolver.diagnostics,
    }
}

struct Resolver<'a> {
    dialect: Dialect,
    limits: &'a MovementLimits,
    patterns: Vec<Pattern>,
    diagnostics: Vec<Diagnostic>,
}

/// Where a leg stands in its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    first: bool,
    last: bool,
}

impl Place {
    const fn of(index: usize, count: usize) -> Place {
        Place {
            first: index == 0,
            last: index + 1 == count,
        }
    }

    const fn is_only(self) -> bool {
        self.first && self.last
    }
}

impl Resolver<'_> {
    fn description(&mut self, description: &Description) {
        for one in &description.moves {
            if self.has_too_many() {
                break;
            }
            self.one_move(one, |this| match one {
                Move::Chain(chain) => this.chain(chain),
                Move::Bracket(bracket) => this.bracket(bracket),
            });
        }
    }

    /// Reads one move; what cannot be played as it is written is not played at all.
    fn one_move(&mut self, one: &Move, read: impl FnOnce(&mut Self)) {
        let (patterns, found) = (self.patterns.len(), self.diagnostics.len());
        read(self);
        if self.has_too_many() {
            self.report(
                codes::TOO_MANY_PATHS,
                one.span(),
                format!(
                    "the description unfolds to more than {} patterns",
                    self.limits.patterns
                ),
            );
        }
        // A letter that is read more than once, in a repeated group or for two ways of going on,
        // is reported once.
        let mut distinct: Vec<Diagnostic> = Vec::new();
        for finding in self.diagnostics.drain(found..) {
            if !distinct.contains(&finding) {
                distinct.push(finding);
            }
        }
        distinct.sort_by_key(|finding| finding.span);
        if distinct.iter().any(Diagnostic::is_error) {
            self.patterns.truncate(patterns);
        }
        self.diagnostics.append(&mut distinct);
    }

    fn has_too_many(&self) -> bool {
        self.patterns.len() > self.limits.patterns
    }

    fn apply_limit(&mut self) {
        self.patterns.truncate(self.limits.patterns);
    }

    fn report(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::new(code, span, message));
    }

    fn report_with_help(
        &mut self,
        code: Code,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.diagnostics
            .push(Diagnostic::new(code, span, message).with_help(help));
    }

    /// Clause `atom.doubled.compound`.
    fn doubled_compounds(&mut self, moves: &[Move]) {
        for pair in moves.windows(2) {
            let [Move::Chain(one), Move::Chain(other)] = pair else {
                continue;
            };
            let letter = one.atom.letter.char;
            let is_bare = one.atom.range.is_none()
                && one.atom.suffixes.is_empty()
                && other.items.is_empty()
                && one.span.end == other.span.start;
            if is_bare
                && letter == other.atom.letter.char
                && matches!(letter, 'K' | 'Q' | 'R' | 'B')
            {
                self.report_with_help(
                    codes::DOUBLED_COMPOUND,
                    other.atom.letter.span,
                    format!("`{letter}{letter}` is `{letter}` twice, not a rider"),
                    "only leapers are made riders by doubling them",
                );
            }
        }
    }
}

/// The place of some letters, which stand one behind the other.
fn span_of(letters: &[Letter]) -> Option<Span> {
    Some(letters.first()?.span.to(letters.last()?.span))
}
