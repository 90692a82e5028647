//! Conversion of move descriptions between dialects.

use super::dialect::Dialect;
use crate::source::{Diagnostic, Parse, codes};
use crate::syntax::betza;

use super::printer::PrintStyle;
use super::{Inexpressible, Movement};

/// Translates a description from one dialect to another.
///
/// The value contains the moves that exist in the target dialect, in canonical spelling. The other moves are reported
/// with their place in `text` and the reason, together with the findings of reading the text.
///
/// # Examples
///
/// ```
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
