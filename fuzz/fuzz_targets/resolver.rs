//! Every text has a meaning or findings in every dialect, and every meaning is in its normal form.
#![no_main]

use ferz::movement::Movement;
use ferz::syntax::betza::Dialect;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for dialect in Dialect::ALL {
        let read = Movement::read(text, dialect);
        assert!(!read.value.is_empty() || !read.diagnostics.is_empty());
        for finding in &read.diagnostics {
            assert!(text.get(finding.span.range()).is_some());
        }
        let again = Movement::from_patterns(read.value.patterns().iter().cloned());
        assert_eq!(again, read.value);
    }
});
