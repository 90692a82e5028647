//! What is lost between formats, on the terminal; and the files that are written.

use std::io::Write;
use std::path::Path;

use super::stop::Stop;
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
    let mut out = std::io::stderr().lock();
    for loss in losses {
        // Nobody may be left to read it.
        let _ = writeln!(out, "warning: not said in `{format}`: {name}.{loss}");
    }
}

/// Writes a file, and the folders on the way to it.
pub(super) fn write_file(path: &str, text: &str) -> Result<(), Stop> {
    let fault = |error: std::io::Error| Stop::Usage(format!("{path}: {error}"));
    if let Some(folder) = Path::new(path).parent() {
        std::fs::create_dir_all(folder).map_err(fault)?;
    }
    std::fs::write(path, text).map_err(fault)
}
