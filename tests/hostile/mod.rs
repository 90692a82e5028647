//! Absurd definitions and positions: each is answered quickly, with findings.

mod budget;
mod files;
mod pieces;
mod program;
mod series;

use ferz::definition::VariantDef;
use ferz::formats::{Catalog, Format};
use ferz::source::Diagnostic;

/// The first variant of a file in our own format, whatever is wrong with it, and what is.
fn read(text: &str) -> (Option<VariantDef>, Vec<Diagnostic>) {
    let read = Catalog::read(text, Format::Toml);
    (read.value.first().cloned(), read.diagnostics)
}

/// The codes of findings, each once for a run of it.
fn codes(findings: &[Diagnostic]) -> Vec<&'static str> {
    let mut codes: Vec<_> = findings.iter().map(|one| one.code.as_str()).collect();
    codes.dedup();
    codes
}
