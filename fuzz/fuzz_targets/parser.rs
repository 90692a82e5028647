//! A text without findings is what its tree prints, and no finding lies outside of the text.
#![no_main]

use ferz::syntax::betza::parse;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let read = parse(text);
    if read.diagnostics.is_empty() {
        assert_eq!(read.value.to_string(), text);
    }
    for finding in &read.diagnostics {
        assert!(text.get(finding.span.range()).is_some());
    }
    // The tree that was kept is a text without errors, unless nothing was kept.
    let kept = read.value.to_string();
    if !kept.is_empty() && kept.len() <= 4096 {
        assert_eq!(parse(&kept).value.to_string(), kept);
    }
});
