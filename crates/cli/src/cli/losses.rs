//! Losses in conversions, on the terminal.

use serde_json::{Value, json};

use super::report;
use ferz::definition::Loss;
use ferz::formats::Format;
use ferz::source::{Code, Diagnostic, codes};

/// The codes of findings about parts of a file that were not carried over.
const LOSSES: [Code; 6] = [
    codes::NOT_CARRIED_OVER,
    codes::UNKNOWN_PARAMETER,
    codes::UNKNOWN_PROMOTION_ID,
    codes::MOVE_REFUSED,
    codes::UNDEFINED_STEP,
    codes::INI_UNKNOWN_KEY,
];

/// The number of findings about losses.
pub(super) fn count(findings: &[Diagnostic]) -> usize {
    let is_loss = |finding: &&Diagnostic| LOSSES.contains(&finding.code);
    findings.iter().filter(is_loss).count()
}

/// The parts of a variant that a format cannot express, as JSON.
pub(super) fn to_json(losses: &[Loss]) -> Vec<Value> {
    let described = |loss: &Loss| json!({ "place": loss.place, "message": loss.message });
    losses.iter().map(described).collect()
}

/// Lists on standard error the parts of a variant that a format cannot express, in any case because the exit code
/// depends on them.
pub(super) fn show(name: &str, format: Format, losses: &[Loss]) {
    for loss in losses {
        report::loud_warning(&format!("lost in `{format}`: {name}.{loss}"));
    }
}
