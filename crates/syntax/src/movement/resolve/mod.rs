//! Resolver from syntax tree to movement, the only place where letters get their meaning.
//!
//! The clauses are those of `docs/semantics.md`. XBetza, the Diagram of 2020 and Betza's own notation share one reader
//! with switches; XBoard and Fairy-Stockfish differ so much that each has a reader of its own, which produces the same
//! patterns.

mod atom;
mod bracket;
mod chain;
mod fairy_stockfish;
mod leg;
mod letters;
mod redundant;
mod xboard;

use crate::movement::Dialect;
use crate::source::{Code, Diagnostic, Parse, Span, codes};
use crate::syntax::betza::SyntaxLimits;
use crate::syntax::betza::ast::{Description, Letter, Move};

use self::redundant::WrittenMove;
use super::pattern::Pattern;
use super::{Movement, normal_form};

/// Limits on untrusted descriptions. Descriptions have no nesting, so no other limit is needed.
///
/// ```
/// # extern crate ferz_syntax as ferz;
/// use ferz::movement::Dialect;
/// use ferz::movement::MovementLimits;
/// use ferz::Movement;
///
/// let limits = MovementLimits::default().with_legs(4).with_patterns(16);
/// let read = Movement::read_with("aaaaK", Dialect::XBetza, &limits);
/// assert_eq!(read.diagnostics[0].code.as_str(), "E0203");
/// ```
#[derive(Clone, Debug)]
pub struct MovementLimits {
    /// Bytes of the text. Default 4096.
    pub length: usize,
    /// Legs of one move. Default 32.
    pub legs: usize,
    /// Patterns of one description. Default 1024.
    pub patterns: usize,
    /// Copies of a group in parentheses that has to be written out because it changes ranges or has no leg of its own.
    /// Default 36. All other groups remain folded.
    pub copies: usize,
}

impl MovementLimits {
    /// Sets the limit for the bytes of a text.
    #[must_use]
    pub const fn with_length(mut self, length: usize) -> Self {
        self.length = length;
        self
    }

    /// Sets the limit for the legs of a move.
    #[must_use]
    pub const fn with_legs(mut self, legs: usize) -> Self {
        self.legs = legs;
        self
    }

    /// Sets the limit for the patterns of a description.
    #[must_use]
    pub const fn with_patterns(mut self, patterns: usize) -> Self {
        self.patterns = patterns;
        self
    }

    /// Sets the limit for the copies of a group.
    #[must_use]
    pub const fn with_copies(mut self, copies: usize) -> Self {
        self.copies = copies;
        self
    }
}

impl Default for MovementLimits {
    fn default() -> Self {
        MovementLimits {
            length: SyntaxLimits::default().max_length,
            legs: 32,
            patterns: 1024,
            copies: 36,
        }
    }
}

/// Resolves a tree in a dialect.
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
        origins: Vec::new(),
    };
    match dialect {
        Dialect::XBoard => resolver.xboard(tree),
        Dialect::FairyStockfish => resolver.fairy_stockfish(&tree.value),
        _ => resolver.description(&tree.value),
    }
    if dialect != Dialect::FairyStockfish {
        resolver.doubled_compounds(&tree.value.moves);
    }
    if !tree.has_errors() && !resolver.diagnostics.iter().any(Diagnostic::is_error) {
        resolver.redundant_moves();
    }
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
    origins: Vec<WrittenMove>,
}

/// The position of a leg in its move.
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

    /// Reads one move; a move that cannot be played as written is dropped.
    fn one_move(&mut self, one: &Move, read: impl FnOnce(&mut Self)) {
        let (patterns, found) = (self.patterns.len(), self.diagnostics.len());
        read(self);
        self.report_too_many(one);
        self.report_void(one, patterns, found);
        // A letter that is read more than once, in a repeated group or for several continuations, is reported once.
        let mut distinct: Vec<Diagnostic> = Vec::new();
        for finding in self.diagnostics.drain(found..) {
            if !distinct.contains(&finding) {
                distinct.push(finding);
            }
        }
        Diagnostic::sort(&mut distinct);
        if distinct.iter().any(Diagnostic::is_error) {
            self.patterns.truncate(patterns);
        }
        self.diagnostics.append(&mut distinct);
        self.note_origin(one, patterns);
    }

    /// Records that the patterns from index `from` on belong to this move.
    fn note_origin(&mut self, one: &Move, from: usize) {
        self.origins.push(WrittenMove {
            span: one.span(),
            patterns: from..self.patterns.len(),
        });
    }

    /// Reports redundant moves. A doubled `K` has a finding of its own.
    fn redundant_moves(&mut self) {
        if self.origins.len() < 2 {
            return;
        }
        let found = redundant::redundant(&self.origins, &self.patterns);
        let told: Vec<Span> = self
            .diagnostics
            .iter()
            .filter(|finding| finding.code == codes::DOUBLED_COMPOUND)
            .map(|finding| finding.span)
            .collect();
        self.diagnostics.extend(
            found
                .into_iter()
                .filter(|finding| !told.contains(&finding.span)),
        );
    }

    /// Reports a move without patterns, unless it has a finding already.
    fn report_void(&mut self, one: &Move, patterns: usize, found: usize) {
        let is_void = !self.patterns[patterns..]
            .iter()
            .any(normal_form::can_be_made);
        if is_void && self.diagnostics.len() == found {
            self.report(
                codes::NEVER_MOVES,
                one.span(),
                "this excludes every square, on any board",
            );
        }
    }

    fn report_too_many(&mut self, one: &Move) {
        if self.has_too_many() {
            self.report(
                codes::TOO_MANY_PATHS,
                one.span(),
                format!(
                    "the description expands to more than {} patterns",
                    self.limits.patterns
                ),
            );
        }
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

    /// Adds an edit to the last finding: other letters at a place.
    fn propose(&mut self, span: Span, text: impl Into<String>) {
        if let Some(finding) = self.diagnostics.pop() {
            self.diagnostics.push(finding.with_edit(span, text));
        }
    }

    /// Adds an edit to the last finding that puts `h` after its direction.
    fn swap_halves(&mut self, half: Letter, direction: Letter) {
        if matches!(direction.char, 'f' | 'b' | 'l' | 'r') {
            let both = half.span.to(direction.span);
            self.propose(both, format!("{}h", direction.char));
        }
    }

    /// Reports doubled compounds. Clause `atom.doubled.compound`.
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
                    "only doubled leapers are riders",
                );
                self.propose(other.span, "");
            }
        }
    }
}

/// The span of adjacent letters.
fn span_of(letters: &[Letter]) -> Option<Span> {
    Some(letters.first()?.span.to(letters.last()?.span))
}
