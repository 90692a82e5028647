//! Every text is a diagram or has findings.
#![no_main]

use ferz::formats::{Catalog, Format};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let read = Catalog::read(text, Format::InteractiveDiagram);
    for finding in &read.diagnostics {
        assert!(text.get(finding.span.range()).is_some());
    }
});
