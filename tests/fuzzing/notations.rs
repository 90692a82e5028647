//! Laws of records, rows of questions and move descriptions.

use ferz::game::Strategy;
use ferz::movement::{Dialect, Joints, Movement, PrintStyle};
use ferz::notation::read_record;
use ferz_designer::conformance::{Limits, check, read_rows};
use ferz_designer::explain;

use super::Broken;
use super::corpus::Corpus;
use super::positions::findings_are_inside;
use crate::harness::Random;

/// A damaged record is read as far as it can be.
pub(super) fn record(corpus: &Corpus, text: &str) -> Result<(), Broken> {
    let read = read_record(text, |name| corpus.variant(name));
    findings_are_inside(&read.diagnostics, text)?;
    if read.value.is_none() && !read.has_errors() {
        return Err(Broken::new("what is not read is reported", text));
    }
    if let Some(game) = read.value {
        let _ = game.outcome();
    }
    Ok(())
}

/// A damaged row is reported, or asked within its limits.
pub(super) fn row(corpus: &Corpus, text: &str) -> Result<(), Broken> {
    let read = read_rows(text);
    findings_are_inside(&read.diagnostics, text)?;
    let limits = Limits {
        max_nodes: Some(1000),
        strategy: Strategy::General,
    };
    let find = |name: &str| corpus.variant(name).ok_or_else(String::new);
    for row in read.value.iter().take(2) {
        let _ = check(row, &find, limits);
    }
    Ok(())
}

/// Longer descriptions are only read.
const PRINTED: usize = 12;

/// A damaged description means something or has findings; what it means is in its normal form, is
/// put into words, and printed as a text that means the same.
pub(super) fn betza(text: &str, random: &mut Random) -> Result<(), Broken> {
    let dialect = Dialect::ALL[random.below(Dialect::ALL.len())];
    let read = Movement::read(text, dialect);
    findings_are_inside(&read.diagnostics, text)?;
    // A piece without moves is written `-`.
    if read.value.is_empty() && read.diagnostics.is_empty() && text.trim() != "-" {
        return Err(Broken::new(
            "a description means something or is reported",
            text,
        ));
    }
    let again = Movement::from_patterns(read.value.patterns().iter().cloned());
    if again != read.value {
        return Err(Broken::new("meanings are in their normal form", text));
    }
    let _ = explain::text(&read.value);
    if text.len() > PRINTED {
        return Ok(());
    }
    let into = [Dialect::XBetza, Dialect::XBoard][random.below(2)];
    let joints = [Joints::Shortest, Joints::Brackets][random.below(2)];
    let style = PrintStyle { joints };
    if let Ok(printed) = read.value.to_betza_with(into, &style) {
        let again = Movement::read(&printed, into).value;
        if again != read.value {
            let detail = format!("{text} ({dialect:?}) is printed {printed} ({into:?})");
            return Err(Broken::new("what is printed means the same", detail));
        }
        let _ = explain::text(&again);
    }
    Ok(())
}
