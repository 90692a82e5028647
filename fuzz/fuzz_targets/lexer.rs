//! Tokens and findings cover every text exactly, in its order.
#![no_main]

use ferz::syntax::betza::lex;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let read = lex(text);
    let mut spans: Vec<_> = read.value.iter().map(|token| token.span).collect();
    spans.extend(read.diagnostics.iter().map(|finding| finding.span));
    spans.sort();
    let mut at = 0;
    for span in spans {
        assert_eq!(span.start, at);
        at = span.end;
    }
    assert_eq!(at as usize, text.len());
});
