//! Every text is a catalog or has findings, within bounded time.
#![no_main]

use ferz::formats::{Catalog, Format};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let read = Catalog::read(text, Format::Toml);
    for finding in &read.diagnostics {
        assert!(text.get(finding.span.range()).is_some());
    }
});
