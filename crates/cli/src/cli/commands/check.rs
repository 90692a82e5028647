//! `ferz check`: checks definition files.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::write_json;
use crate::cli::args::formats;
use crate::cli::finding_json::finding_json;
use crate::cli::load::{DefinitionFile, display_name};
use crate::cli::report;
use crate::cli::stop::Stop;
use crate::cli::work::budget;
use ferz::formats::Format;
use ferz::source::{Diagnostic, Severity, codes};
use ferz_designer::lint;

/// Report errors and probable mistakes in definition files
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Exit codes: 0 no errors, 1 errors, 2 a file cannot be read.\n\nExample:\n  \
        ferz check mine.toml\n  ferz check --json mine.toml"
)]
pub(in crate::cli) struct Args {
    /// Definition files (`-` is standard input)
    #[arg(required = true)]
    files: Vec<String>,
    /// Format of the files; by default recognized from their content
    #[arg(long, value_parser = formats())]
    format: Option<Format>,
    /// Print JSON: the totals, and all findings with their places
    #[arg(long)]
    json: bool,
}

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let mut unread: Option<String> = None;
    let mut files = Vec::new();
    let (mut n_errors, mut n_warnings) = (0, 0);
    for path in &args.files {
        let budget = budget();
        let file = match budget.run(|| DefinitionFile::open(path, args.format))? {
            Ok(file) => file,
            Err(Stop::Usage(message)) => {
                files.push(json!({ "file": display_name(path), "unread": message }));
                if let Some(earlier) = unread.replace(message) {
                    report::plain_error(&earlier);
                }
                continue;
            }
            Err(stop) => return Err(stop),
        };
        let findings = budget
            .run(|| all_findings(&file))
            .unwrap_or_else(|exhausted| vec![exhausted.finding()]);
        let errors = count(&findings, Severity::Error);
        let warnings = count(&findings, Severity::Warning);
        n_errors += errors;
        n_warnings += warnings;
        if args.json {
            files.push(described(&file, &findings));
        } else {
            print(&file, &findings, out)?;
        }
    }
    if args.json {
        let answer = json!({ "errors": n_errors, "warnings": n_warnings, "files": files });
        write_json(out, &answer)?;
    }
    match unread {
        Some(message) => Err(Stop::Usage(message)),
        None if n_errors > 0 => Err(Stop::Findings),
        None => Ok(()),
    }
}

fn count(findings: &[Diagnostic], severity: Severity) -> usize {
    let of_severity = |finding: &&Diagnostic| finding.severity == severity;
    findings.iter().filter(of_severity).count()
}

/// The findings that are reported.
fn wanted(findings: &[Diagnostic]) -> impl Iterator<Item = &Diagnostic> {
    let is_wanted = |finding: &&Diagnostic| report::wants(finding.severity);
    findings.iter().filter(is_wanted)
}

/// Prints the findings of a file with their lines, and a summary line.
fn print(file: &DefinitionFile, findings: &[Diagnostic], out: &mut impl Write) -> Result<(), Stop> {
    let styled = report::wants_color(&io::stdout());
    for finding in wanted(findings) {
        writeln!(out, "{}\n", report::render(file.source(), finding, styled))?;
    }
    let content = if file.rules.is_empty() {
        report::number(file.catalog.len(), "variant")
    } else {
        format!("a library of {}", report::number(file.rules.len(), "rule"))
    };
    let line = format!(
        "{}: {content}, {}, {}",
        file.name,
        report::number(count(findings, Severity::Error), "error"),
        report::number(count(findings, Severity::Warning), "warning"),
    );
    Ok(report::summary(out, &line)?)
}

/// A file with its findings as JSON.
fn described(file: &DefinitionFile, findings: &[Diagnostic]) -> Value {
    json!({
        "file": file.name,
        "format": file.format.map(Format::as_str),
        "variants": file.catalog.names().collect::<Vec<_>>(),
        "rules": file.rules,
        "errors": count(findings, Severity::Error),
        "warnings": count(findings, Severity::Warning),
        "findings": wanted(findings).map(|one| finding_json(&file.text, one)).collect::<Vec<_>>(),
    })
}

/// The findings of the reader and, for variants without errors, those of the compiler and the linter.
fn all_findings(file: &DefinitionFile) -> Vec<Diagnostic> {
    let mut findings = file.findings.clone();
    // A library of rules needs no variant.
    findings.retain(|one| one.code != codes::NO_VARIANT || file.rules.is_empty());
    if let Some(format) = file.format {
        findings.extend(lint::examine(&file.catalog, &file.text, format));
    }
    Diagnostic::sort(&mut findings);
    findings
}
