//! `ferz conform`: runs conformance rows against the library.

use std::collections::BTreeMap;
use std::io::{self, Write};

use rayon::prelude::*;
use serde_json::{Value, json};

use super::write_json;
use crate::cli::args::{EngineArgs, formats};
use crate::cli::load::{DefinitionFile, display_name, read_text};
use crate::cli::report::{self, Source};
use crate::cli::stop::Stop;
use crate::cli::work::{budget, budget_for};
use ferz::definition::VariantDef;
use ferz::formats::{Catalog, Format, Refusal};
use ferz::game::{Variant, select};
use ferz::source::{Diagnostic, Exhausted, Parse, nearest, printable};
use ferz_designer::conformance::{Limits, Row, Verdict, check, read_rows};

/// The maximum number of findings shown for the rows of a file.
const SHOWN: usize = 500;

/// Compare the answers of other programs with those of Ferz
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The last line is `N passed, N failed`, with `, N skipped` if rows were skipped.\n\n\
        Example:\n  ferz conform rows.jsonl --definitions mine.toml --max-nodes 1000000"
)]
pub(in crate::cli) struct Args {
    /// Files of rows, one JSON object a line (`-` is standard input)
    #[arg(required = true)]
    files: Vec<String>,
    /// Definition file whose variants are preferred to built-ins
    #[arg(long, value_name = "FILE")]
    definitions: Vec<String>,
    /// Format of the definitions; by default recognized from their content
    #[arg(long, value_parser = formats())]
    format: Option<Format>,
    /// Skip perft counts above this number
    #[arg(long, value_name = "N")]
    max_nodes: Option<u64>,
    #[command(flatten)]
    engine: EngineArgs,
    /// Number of threads; by default one for each processor
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    threads: u16,
    /// Print JSON: the totals, and all rows that failed or were skipped
    #[arg(long)]
    json: bool,
}

/// A file of rows.
struct RowFile {
    name: String,
    text: String,
    rows: Parse<Vec<Row>>,
}

/// A row with its verdict.
struct Judged<'a> {
    file: &'a RowFile,
    line: usize,
    verdict: Verdict,
}

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let mut files = Vec::new();
    for path in &args.files {
        let text = read_text(path)?;
        files.push(RowFile {
            name: display_name(path).to_owned(),
            rows: read_rows(&text),
            text,
        });
    }
    let mut definitions = Vec::new();
    for path in &args.definitions {
        let file = DefinitionFile::open(path, args.format)?;
        file.introduce()?;
        definitions.push(file);
    }
    let definition_bytes = definitions.iter().map(|file| file.text.len());
    let bytes: usize = (files.iter().map(|file| file.text.len()))
        .chain(definition_bytes)
        .sum();
    let variants = budget_for(bytes).run(|| compile(&files, &definitions))?;
    let find = |name: &str| match variants.get(name) {
        Some(found) => found.clone(),
        None => Err("no variant has this name".to_owned()),
    };
    let limits = Limits {
        max_nodes: args.max_nodes,
        strategy: args.engine.strategy(),
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads as usize)
        .build()
        .map_err(|error| Stop::Usage(format!("{} threads: {error}", args.threads)))?;
    let judged: Vec<Judged<'_>> = pool.install(|| {
        files
            .par_iter()
            .flat_map(|file| {
                let rows = file.rows.value.par_iter();
                rows.map(move |row| {
                    Ok(Judged {
                        file,
                        line: row.line,
                        // Each row has a budget of its own.
                        verdict: budget().run(|| check(row, &find, limits))?,
                    })
                })
            })
            .collect::<Result<_, Exhausted>>()
    })?;
    let n_unread: usize = files.iter().map(|file| unread_rows(file).len()).sum();
    let count =
        |wanted: fn(&Verdict) -> bool| judged.iter().filter(|one| wanted(&one.verdict)).count();
    let n_failed = n_unread + count(|verdict| matches!(verdict, Verdict::Failed(_)));
    let n_passed = count(|verdict| matches!(verdict, Verdict::Passed));
    let n_skipped = count(|verdict| matches!(verdict, Verdict::Skipped(_)));
    if args.json {
        let rows: Vec<Value> = files
            .iter()
            .flat_map(unread_json)
            .chain(judged.iter().filter_map(judged_json))
            .collect();
        let summary = json!({
            "passed": n_passed,
            "failed": n_failed,
            "skipped": n_skipped,
            "rows": rows,
        });
        write_json(out, &summary)?;
    } else {
        write_text(out, &files, &judged)?;
        let skipped = if n_skipped > 0 {
            format!(", {n_skipped} skipped")
        } else {
            String::new()
        };
        writeln!(out, "{n_passed} passed, {n_failed} failed{skipped}")?;
    }
    if n_failed > 0 {
        Err(Stop::Findings)
    } else {
        Ok(())
    }
}

/// Compiles every variant that a row names, or finds the reason why it cannot be compiled.
fn compile(
    files: &[RowFile],
    definitions: &[DefinitionFile],
) -> BTreeMap<String, Result<Variant, String>> {
    let names = files
        .iter()
        .flat_map(|file| &file.rows.value)
        .filter_map(|row| row.variant());
    let mut variants = BTreeMap::new();
    for name in names {
        if !variants.contains_key(name) {
            variants.insert(name.to_owned(), find(name, definitions));
        }
    }
    variants
}

fn find(word: &str, definitions: &[DefinitionFile]) -> Result<Variant, String> {
    // Names in foreign files can contain a question mark.
    let whole = [(word, None)];
    let cut = word
        .rsplit_once('?')
        .map(|(name, query)| (name, Some(query)));
    for (name, query) in whole.into_iter().chain(cut) {
        for file in definitions {
            if let Some(def) = selected(&file.catalog, name, query)? {
                return file.compile(&def).map_err(|findings| listed(&findings));
            }
        }
        if let Some(def) = selected(Catalog::builtin(), name, query)? {
            return Variant::compile(&def).map_err(|error| error.to_string());
        }
    }
    let name = word;
    let names = definitions
        .iter()
        .flat_map(|file| file.catalog.names())
        .chain(Catalog::builtin().names());
    Err(match nearest(name, names) {
        Some(near) => format!("no variant has this name; did you mean `{near}`?"),
        None => "no variant has this name".to_owned(),
    })
}

/// The variant with these settings, if the catalog has it.
fn selected(
    catalog: &Catalog,
    name: &str,
    query: Option<&str>,
) -> Result<Option<VariantDef>, String> {
    match select(catalog, name, query) {
        Ok(def) => Ok(Some(def)),
        Err(Refusal::Unknown) => Ok(None),
        Err(Refusal::Faulty(findings) | Refusal::Query(findings)) => Err(listed(&findings)),
    }
}

fn write_text(out: &mut impl Write, files: &[RowFile], judged: &[Judged<'_>]) -> Result<(), Stop> {
    let styled = report::wants_color(&io::stdout());
    for file in files {
        let source = Source {
            name: &file.name,
            text: &file.text,
        };
        let findings = &file.rows.diagnostics;
        for finding in findings.iter().take(SHOWN) {
            writeln!(out, "{}\n", report::render(source, finding, styled))?;
        }
        if let Some(more) = findings.len().checked_sub(SHOWN + 1) {
            let more = report::number(more + 1, "more finding");
            writeln!(
                out,
                "{}: {more} about rows that cannot be read\n",
                file.name
            )?;
        }
    }
    for one in judged {
        let place = format!("{}:{}", one.file.name, one.line);
        match &one.verdict {
            Verdict::Passed => {}
            Verdict::Failed(failure) => {
                // The question is quoted from a file.
                let text = format!(
                    "{place}: failed: {}\n  expected: {}\n  found:    {}",
                    failure.asked, failure.expected, failure.found
                );
                writeln!(out, "{}", printable(&text))?;
            }
            Verdict::Skipped(reason) => {
                let text = format!("{place}: skipped: {reason}");
                writeln!(out, "{}", printable(&text))?;
            }
        }
    }
    Ok(())
}

/// The lines of unreadable rows, without duplicates.
fn unread_rows(file: &RowFile) -> Vec<usize> {
    let mut lines = lines_of(file);
    lines.dedup();
    lines
}

/// The line of each finding about a file.
fn lines_of(file: &RowFile) -> Vec<usize> {
    let ends: Vec<usize> = file.text.match_indices('\n').map(|(at, _)| at).collect();
    let findings = file.rows.diagnostics.iter();
    let line = |finding: &Diagnostic| {
        let at = finding.span.start as usize;
        ends.partition_point(|end| *end < at) + 1
    };
    findings.map(line).collect()
}

fn unread_json(file: &RowFile) -> impl Iterator<Item = Value> + '_ {
    let findings = file.rows.diagnostics.iter().zip(lines_of(file));
    findings.map(|(finding, line)| {
        json!({
            "file": file.name,
            "line": line,
            "verdict": "unreadable",
            "code": finding.code.as_str(),
            "reason": finding.message,
        })
    })
}

fn judged_json(one: &Judged<'_>) -> Option<Value> {
    match &one.verdict {
        Verdict::Passed => None,
        Verdict::Failed(failure) => Some(json!({
            "file": one.file.name,
            "line": one.line,
            "verdict": "failed",
            "asked": failure.asked,
            "expected": failure.expected,
            "found": failure.found,
        })),
        Verdict::Skipped(reason) => Some(json!({
            "file": one.file.name,
            "line": one.line,
            "verdict": "skipped",
            "reason": reason,
        })),
    }
}

fn listed(findings: &[Diagnostic]) -> String {
    let texts: Vec<String> = findings
        .iter()
        .filter(|finding| finding.is_error())
        .map(|finding| format!("{}: {}", finding.code, finding.message))
        .collect();
    texts.join("; ")
}
