//! Fuzzes the whole system with a bounded number of damaged texts; see `docs/fuzzing.md` for long
//! runs.

use std::fs;
use std::path::Path;

use crate::fuzzing::{Case, Corpus, Kind, case, examine};

/// So many executions take a few seconds in a build for tests.
const EXECUTIONS: u64 = 300;
/// Each number plays other moves and writes another format.
const NUMBERS: u64 = 24;

fn corpus() -> Corpus {
    Corpus::read(Path::new(root!()), None)
}

#[test]
fn damaged_texts_break_no_law() {
    let corpus = corpus();
    let mut broken = Vec::new();
    for number in 0..EXECUTIONS {
        let case = case(&corpus, number);
        if let Err(law) = examine(&corpus, &case, number) {
            broken.push(format!("{number}: {:?}: {law}\n{}", case.kind, case.text));
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n\n"));
}

/// Definitions on which a law was broken once; FENs are in `tests/data/fen`.
#[test]
fn what_was_found_stays_mended() {
    let corpus = corpus();
    let mut broken = Vec::new();
    let mut files: Vec<_> = fs::read_dir(concat!(root!(), "/tests/data/found"))
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    for file in files {
        let case = Case {
            kind: Kind::Definition,
            text: fs::read_to_string(&file).expect("a text"),
        };
        for number in 0..NUMBERS {
            if let Err(law) = examine(&corpus, &case, number) {
                broken.push(format!("{}: {number}: {law}", file.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n\n"));
}
