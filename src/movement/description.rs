//! The meaning of a move description.

use super::dialect::Dialect;
use super::pattern::Pattern;
use super::resolve::MovementLimits;
use super::{foreign, normal_form, resolve};
use crate::source::{Diagnostic, Parse};
use crate::syntax::betza;

/// The description of a piece that never moves, in every dialect.
pub(crate) const NO_MOVE: &str = "-";

/// The meaning of a description: the union of its patterns.
///
/// ```
/// use ferz::Movement;
/// use ferz::movement::Dialect;
///
/// let read = Movement::read("N", Dialect::XBetza);
/// assert!(!read.has_errors());
/// assert_eq!(read.value.to_betza(Dialect::FairyStockfish).unwrap(), "N");
/// let error = &Movement::new("fN+W").unwrap_err()[0];
/// assert_eq!(error.code.as_str(), "E0101");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Movement {
    patterns: Vec<Pattern>,
}

impl Movement {
    /// A piece that never moves.
    #[doc(hidden)]
    pub fn none() -> Movement {
        Movement::default()
    }

    /// The union of patterns in normal form. Equal movements compare equal if their equality can be
    /// decided leg by leg.
    #[doc(hidden)]
    pub fn from_patterns(patterns: impl IntoIterator<Item = Pattern>) -> Movement {
        Movement {
            patterns: normal_form::normalized(patterns.into_iter().collect()),
        }
    }

    /// Reads a description; returns the readable moves, and findings for the rest.
    pub fn read(text: &str, dialect: Dialect) -> Parse<Movement> {
        Movement::read_with(text, dialect, &MovementLimits::default())
    }

    /// [`Movement::read`] with limits.
    #[doc(hidden)]
    pub fn read_with(text: &str, dialect: Dialect, limits: &MovementLimits) -> Parse<Movement> {
        // Clause `none.1`.
        if text.trim() == NO_MOVE {
            return Parse {
                value: Movement::none(),
                diagnostics: Vec::new(),
            };
        }
        let within = betza::SyntaxLimits {
            max_length: limits.length,
        };
        let tree = betza::parse_with(text, &within);
        let mut resolved = resolve::resolve(&tree, dialect, limits);
        let mut diagnostics = tree.diagnostics;
        let mut foreign = foreign::recognized(text, &diagnostics);
        foreign::without_recognized(&mut diagnostics, &foreign);
        diagnostics.append(&mut foreign);
        diagnostics.append(&mut resolved.diagnostics);
        Diagnostic::sort(&mut diagnostics);
        Parse {
            value: resolved.value,
            diagnostics,
        }
    }

    /// Reads a description in XBetza and refuses it if it has an error.
    ///
    /// # Errors
    /// All findings, if one of them is an error.
    pub fn new(text: &str) -> Result<Movement, Vec<Diagnostic>> {
        Movement::read(text, Dialect::XBetza).into_result()
    }

    /// The patterns, in the order of the description.
    #[doc(hidden)]
    pub fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }

    /// Whether some pattern borrows the moves of other pieces.
    #[doc(hidden)]
    pub fn borrows(&self) -> bool {
        self.patterns.iter().any(Pattern::borrows)
    }

    /// Whether the piece has no move at all.
    pub fn is_empty(&self) -> bool {
        self.patterns.is_empty()
    }
}
