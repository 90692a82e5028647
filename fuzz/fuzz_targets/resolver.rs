//! Every text has a meaning or findings in each dialect, and every meaning is in its normal form.
#![no_main]

use ferz::movement::{Movement, Dialect};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    // One dialect, so that a run is quick; a text a letter longer is read in another.
    let way: usize = text.bytes().map(usize::from).sum();
    let dialect = Dialect::ALL[way % Dialect::ALL.len()];
    let read = Movement::read(text, dialect);
    assert!(!read.value.is_empty() || !read.diagnostics.is_empty());
    for finding in &read.diagnostics {
        assert!(text.get(finding.span.range()).is_some());
    }
    let again = Movement::from_patterns(read.value.patterns().iter().cloned());
    assert_eq!(again, read.value);
});
