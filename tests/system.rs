//! A bounded run of the whole-system laws on damaged texts; `docs/fuzzing.md` tells of long ones.

use std::path::Path;

use crate::fuzzing::{Corpus, case, examine};

/// So many executions take a few seconds in a build for tests.
const EXECUTIONS: u64 = 300;

#[test]
fn damaged_texts_break_no_law() {
    let corpus = Corpus::read(Path::new(env!("CARGO_MANIFEST_DIR")), None);
    let mut broken = Vec::new();
    for number in 0..EXECUTIONS {
        let case = case(&corpus, number);
        if let Err(law) = examine(&corpus, &case, number) {
            broken.push(format!("{number}: {:?}: {law}\n{}", case.kind, case.text));
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n\n"));
}
