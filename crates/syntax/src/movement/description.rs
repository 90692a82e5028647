//! The meaning of a move description, and its conversion between dialects.

use crate::source::{Diagnostic, Parse, codes};
use crate::syntax::betza;

use super::dialect::Dialect;
use super::pattern::Pattern;
use super::printer::PrintStyle;
use super::resolve::MovementLimits;
use super::{Inexpressible, foreign, normal_form, resolve};

/// The description of a piece that never moves, in every dialect.
#[doc(hidden)]
pub const NO_MOVE: &str = "-";

/// The meaning of a description: the union of its patterns.
///
/// ```
/// # extern crate ferz_syntax as ferz;
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

// Conversion of move descriptions between dialects.

/// Translates a description from one dialect to another.
///
/// The value contains the moves that exist in the target dialect, in canonical spelling. The other moves are reported
/// with their place in `text` and the reason, together with the findings of reading the text.
///
/// # Examples
///
/// ```
/// # extern crate ferz_syntax as ferz;
/// use ferz::movement::convert;
/// use ferz::movement::Dialect;
///
/// let griffon = convert("[F?R]NN", Dialect::XBetza, Dialect::XBoard);
/// assert_eq!(griffon.value, "FN0yafsF");
///
/// let partly = convert("KFX", Dialect::XBetza, Dialect::XBoard);
/// assert_eq!(partly.value, "K");
/// assert_eq!(partly.diagnostics[0].code.as_str(), "E0220");
/// ```
pub fn convert(text: &str, from: Dialect, to: Dialect) -> Parse<String> {
    convert_with(text, from, to, &PrintStyle::default())
}

/// [`convert`] with a print style.
pub fn convert_with(text: &str, from: Dialect, to: Dialect, style: &PrintStyle) -> Parse<String> {
    let read = Movement::read(text, from);
    let movement = read.value;
    let mut diagnostics = read.diagnostics;
    // Unreadable text may have been a move.
    if movement.is_empty() && diagnostics.iter().any(Diagnostic::is_error) {
        return Parse {
            value: String::new(),
            diagnostics,
        };
    }
    let whole = movement.to_betza_with(to, style);
    let fault = match whole {
        Ok(value) => return Parse { value, diagnostics },
        // The text itself is a spelling in its own dialect.
        Err(_) if from == to && !diagnostics.iter().any(Diagnostic::is_error) => {
            let value = text.trim().to_owned();
            return Parse { value, diagnostics };
        }
        Err(fault) => fault,
    };
    // Convert one move at a time to find the places of the inexpressible ones.
    let mut said = Vec::new();
    let mut is_placed = false;
    for one in &betza::parse(text).value.moves {
        let span = one.span();
        let part = Movement::read(text.get(span.range()).unwrap_or_default(), from);
        let is_played = |part: &Movement| {
            let all = movement.patterns().iter().chain(part.patterns());
            Movement::from_patterns(all.cloned()) == movement
        };
        // Text after the point where a reader stopped is no move of the piece.
        if part.has_errors() || part.value.is_empty() || !is_played(&part.value) {
            continue;
        }
        match part.value.to_betza_with(to, style) {
            Ok(_) => said.extend(part.value.patterns().iter().cloned()),
            Err(fault) => {
                is_placed = true;
                diagnostics.push(unsaid(&fault, span));
            }
        }
    }
    let value = if said.is_empty() {
        String::new()
    } else {
        let sayable = Movement::from_patterns(said);
        sayable.to_betza_with(to, style).unwrap_or_default()
    };
    if !is_placed {
        let span = crate::source::Span::new(0, text.len());
        diagnostics.push(unsaid(&fault, span));
    }
    Diagnostic::sort(&mut diagnostics);
    Parse { value, diagnostics }
}

fn unsaid(fault: &Inexpressible, span: crate::source::Span) -> Diagnostic {
    let (dialect, reason) = (fault.dialect(), fault.reason());
    Diagnostic::new(
        codes::INEXPRESSIBLE,
        span,
        format!("the dialect {dialect} cannot express this move: {reason}"),
    )
}
