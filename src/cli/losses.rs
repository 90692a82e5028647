//! What is lost between formats, on the terminal.

use super::report;
use crate::definition::{Format, Loss};
use crate::source::{Code, Diagnostic, codes};

/// The findings of readers which say that something of a file was not carried over.
const LOSSES: [Code; 6] = [
    codes::NOT_CARRIED_OVER,
    codes::UNKNOWN_PARAMETER,
    codes::UNKNOWN_PROMOTION_ID,
    codes::MOVE_REFUSED,
    codes::UNDEFINED_STEP,
    codes::INI_UNKNOWN_KEY,
];

/// How many findings say that something was not carried over.
pub(super) fn count(findings: &[Diagnostic]) -> usize {
    let is_loss = |finding: &&Diagnostic| LOSSES.contains(&finding.code);
    findings.iter().filter(is_loss).count()
}

/// Lists on standard error what a format cannot say of a variant.
pub(super) fn show(name: &str, format: Format, losses: &[Loss]) {
    for loss in losses {
        report::plain_warning(&format!("not said in `{format}`: {name}.{loss}"));
    }
}
