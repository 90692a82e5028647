//! The corpus strings: each is valid in a dialect, or refused with a code that names its dialect.

use std::fmt::Write as _;

use ferz::movement::{Dialect, Movement};
use ferz::source::Severity;

const CORPUS: &str = include_str!("../data/corpus.txt");
const TABLE: &str = include_str!("../data/corpus.md");

pub(super) fn texts() -> impl Iterator<Item = &'static str> {
    CORPUS.lines()
}

/// Codes of XBetza's own constructs that are not played, and of notations that are not XBetza.
fn says_why(code: &str) -> bool {
    matches!(code, "E0201" | "E0205") || ("E0210".."E0219").contains(&code)
}

#[test]
fn every_string_reads_or_is_refused_with_its_reason() {
    for text in texts() {
        let reads = Dialect::ALL
            .into_iter()
            .any(|dialect| !Movement::read(text, dialect).has_errors());
        let findings = Movement::read(text, Dialect::XBetza).diagnostics;
        let explained = findings.iter().any(|one| says_why(one.code.as_str()));
        assert!(reads || explained, "`{text}`: {findings:?}");
    }
}

#[test]
fn the_table_is_up_to_date() {
    let table = table();
    if table != TABLE {
        let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/corpus.md");
        std::fs::write(path, &table).expect("a writable target folder");
        panic!("tests/data/corpus.md is out of date: copy {path} over it when it is right");
    }
}

fn table() -> String {
    let mut table = String::from(
        "# The collected strings\n\n\
         Real move descriptions from rules pages, programs and piece collections, and how they are \
         read. `ok` reads without a finding, `warns` with warnings, `-` with an error. The last column \
         has the codes of the findings in XBetza; those from E0210 on say which other notation a text \
         belongs to. A test writes this table.\n\n",
    );
    let mut rows = String::new();
    let mut counts = [0_usize; 3];
    for text in texts() {
        let words: Vec<&str> = Dialect::ALL
            .into_iter()
            .map(|dialect| verdict(text, dialect))
            .collect();
        counts[match words[0] {
            "ok" => 0,
            "warns" => 1,
            _ => 2,
        }] += 1;
        let mut codes: Vec<&str> = Movement::read(text, Dialect::XBetza)
            .diagnostics
            .iter()
            .map(|one| one.code.as_str())
            .collect();
        codes.sort_unstable();
        codes.dedup();
        let escaped = text.replace('|', "\\|");
        let _ = writeln!(
            rows,
            "| `{escaped}` | {} | {} |",
            words.join(" | "),
            codes.join(" ")
        );
    }
    let names: Vec<&str> = Dialect::ALL.into_iter().map(Dialect::as_str).collect();
    let _ = writeln!(
        table,
        "Of {} strings {} read as XBetza without a finding, {} with warnings, {} with errors.\n",
        counts.iter().sum::<usize>(),
        counts[0],
        counts[1],
        counts[2]
    );
    let _ = writeln!(table, "| string | {} | codes |", names.join(" | "));
    let _ = writeln!(table, "| --- |{} --- |", " --- |".repeat(names.len()));
    table + &rows
}

fn verdict(text: &str, dialect: Dialect) -> &'static str {
    let findings = Movement::read(text, dialect).diagnostics;
    match findings.iter().map(|one| one.severity).max() {
        None | Some(Severity::Note) => "ok",
        Some(Severity::Warning) => "warns",
        Some(Severity::Error) => "-",
    }
}
