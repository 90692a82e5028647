//! A FEN that is read without findings is a position whose own FEN reads back as the same.
#![no_main]

use std::sync::LazyLock;

use ferz::formats::Catalog;
use ferz::game::Variant;
use libfuzzer_sys::fuzz_target;

static VARIANTS: LazyLock<Vec<Variant>> = LazyLock::new(|| {
    let catalog = Catalog::builtin();
    ["chess", "capablanca"]
        .iter()
        .filter_map(|name| catalog.get(name))
        .filter_map(|def| Variant::compile(def).ok())
        .collect()
});

fuzz_target!(|text: &str| {
    assert!(!VARIANTS.is_empty());
    for variant in VARIANTS.iter() {
        let read = variant.read_fen(text);
        if read.diagnostics.is_empty() {
            let fen = read.value.to_fen();
            let again = variant.read_fen(&fen);
            assert!(!again.has_errors(), "{fen}");
            assert_eq!(again.value.to_fen(), fen);
        }
    }
});
