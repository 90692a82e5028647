//! `ferz check`: what is wrong with definition files.

use std::io::{self, Write};

use crate::cli::args::formats;
use crate::cli::load::DefinitionFile;
use crate::cli::report;
use crate::cli::stop::Stop;
use crate::definition::Format;
use crate::lint;
use crate::source::{Diagnostic, Severity};

/// Look for faults in definition files
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Exit codes: 0 no errors, 1 errors, 2 a file cannot be read.\n\nExample:\n  \
        ferz check mine.toml"
)]
pub(in crate::cli) struct Args {
    /// Definition files (`-` is standard input)
    #[arg(required = true)]
    files: Vec<String>,
    /// The format of the files, if their content does not tell
    #[arg(long, value_parser = formats())]
    format: Option<Format>,
}

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let styled = report::wants_color(&io::stdout());
    let mut unread: Option<String> = None;
    let mut n_errors = 0;
    for path in &args.files {
        let file = match DefinitionFile::open(path, args.format) {
            Ok(file) => file,
            Err(Stop::Usage(message)) => {
                if let Some(earlier) = unread.replace(message) {
                    report::plain_error(&earlier);
                }
                continue;
            }
            Err(stop) => return Err(stop),
        };
        let findings = all_findings(&file);
        for finding in &findings {
            writeln!(out, "{}\n", report::render(file.source(), finding, styled))?;
        }
        let count = |severity| {
            let of_severity = |one: &&Diagnostic| one.severity == severity;
            findings.iter().filter(of_severity).count()
        };
        n_errors += count(Severity::Error);
        writeln!(
            out,
            "{}: {}, {}, {}",
            file.name,
            report::number(file.catalog.len(), "variant"),
            report::number(count(Severity::Error), "error"),
            report::number(count(Severity::Warning), "warning"),
        )?;
    }
    match unread {
        Some(message) => Err(Stop::Usage(message)),
        None if n_errors > 0 => Err(Stop::Findings),
        None => Ok(()),
    }
}

/// What the reader found; where that is no error, what making the variants playable finds, and what
/// is probably not meant.
fn all_findings(file: &DefinitionFile) -> Vec<Diagnostic> {
    let mut findings = file.findings.clone();
    if file.has_errors() {
        // What was left out would be missed again.
        return findings;
    }
    if let Some(format) = file.format {
        findings.extend(lint::examine(&file.catalog, &file.text, format));
    }
    findings.sort_by_key(|finding| finding.span);
    findings
}
