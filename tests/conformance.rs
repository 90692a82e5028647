//! Conformance rows: parsing, and the answers of other programs.

use std::fmt::Write as _;

use ferz::formats::Catalog;
use ferz::game::Variant;
use ferz_designer::conformance::{Limits, Question, Verdict, check, read_rows};

use crate::harness::snapshot;

fn find(name: &str) -> Result<Variant, String> {
    match Catalog::builtin().get(name) {
        Some(def) => Variant::compile(def).map_err(|error| error.to_string()),
        None => Err("no variant has this name".to_owned()),
    }
}

fn report(text: &str, limits: Limits) -> String {
    let rows = read_rows(text);
    let mut report = String::new();
    for finding in &rows.diagnostics {
        let place = &text[finding.span.range()];
        let help = finding.help.as_deref().unwrap_or("-");
        writeln!(
            report,
            "{} {:?} `{place}`: {}\n  {help}",
            finding.code, finding.span, finding.message
        )
        .expect("a string takes all");
    }
    for row in &rows.value {
        writeln!(report, "{}: {:?}", row.line, check(row, &find, limits))
            .expect("a string takes all");
    }
    report
}

#[test]
fn rows_that_agree() {
    let text = include_str!("data/conformance/agree.jsonl");
    let rows = read_rows(text);
    assert_eq!(rows.diagnostics, []);
    for row in &rows.value {
        let verdict = check(row, &find, Limits::default());
        assert_eq!(verdict, Verdict::Passed, "line {}", row.line);
    }
}

#[test]
fn rows_that_do_not_agree() {
    let text = include_str!("data/conformance/disagree.jsonl");
    snapshot("conformance", "disagree", &report(text, Limits::default()));
}

#[test]
fn rows_that_cannot_be_read() {
    let text = include_str!("data/conformance/unreadable.jsonl");
    snapshot(
        "conformance",
        "unreadable",
        &report(text, Limits::default()),
    );
}

#[test]
fn counts_above_the_limit_are_left_out() {
    let text = "{\"variant\":\"chess\",\"perft\":[20,400,0]}\n{\"variant\":\"chess\",\"perft\":[1000]}\n\
        {\"variant\":\"chess\",\"perft\":[20,7,999999999999]}\n";
    let limits = Limits {
        max_nodes: Some(500),
        ..Limits::default()
    };
    snapshot("conformance", "max-nodes", &report(text, limits));
}

#[test]
fn moves_of_one_piece_as_xboard_makes_them() {
    let rows = read_rows(include_str!("data/xboard-moves.jsonl"));
    assert_eq!(rows.diagnostics, []);
    assert_eq!(rows.value.len(), 600);
    for row in &rows.value {
        let Question::Piece(piece) = &row.question else {
            panic!("line {} is of another kind", row.line);
        };
        let verdict = check(row, &find, Limits::default());
        assert_eq!(
            verdict,
            Verdict::Passed,
            "line {}, {}",
            row.line,
            piece.betza
        );
    }
}
